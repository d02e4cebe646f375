"""Source code, diffs and stack traces: the repository is always newer than a memory of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from firm_memory.domain.exclusion import Certainty, Exclusion, ExclusionReason, Span
from firm_memory.domain.exclusions.code.diffs import diffs
from firm_memory.domain.exclusions.code.enclosures import enclosures
from firm_memory.domain.exclusions.code.fences import fences
from firm_memory.domain.exclusions.code.logs import logs
from firm_memory.domain.exclusions.code.settings import likely_settings, settings
from firm_memory.domain.exclusions.code.statements import likely_statements, statements
from firm_memory.domain.exclusions.code.traces import traces

_WHY: Final = "source code belongs in the repository, which is always newer than a memory of it"
_INSTEAD: Final = "Say in prose why the code is so, and point to it with an anchor"


def _code(rule: str, reading: Callable[[str], Iterable[Span]], certainty: Certainty = Certainty.CERTAIN) -> Exclusion:
    return Exclusion(
        rule=f"code.{rule}",
        reason=ExclusionReason.SOURCE_CODE,
        certainty=certainty,
        why=_WHY,
        instead=_INSTEAD,
        reading=reading,
    )


SOURCE_CODE: Final = (
    _code("fence", fences),
    _code("diff", diffs),
    _code("stack_trace", traces),
    _code("log", logs),
    _code("enclosure", enclosures),
    _code("statements", statements),
    _code("settings", settings),
    _code("likely_statements", likely_statements, Certainty.SUSPICIOUS),
    _code("likely_settings", likely_settings, Certainty.SUSPICIOUS),
)
