"""Transient state: what is only so just now is for the tracker and for working notes."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusion import Certainty, Exclusion, ExclusionReason
from firm_memory.domain.exclusions.passing import (
    chinese,
    english,
    english_changes,
    english_states,
    english_work,
    russian,
    russian_states,
)
from firm_memory.domain.exclusions.phrasing import CONDITIONAL

_WHY: Final = "this is only so just now, and a memory is read for years"
_INSTEAD: Final = "Say what always holds and why, or keep it as a working note of the task"


def _passing(rule: str, certainty: Certainty, patterns: tuple[str, ...], harmless: tuple[str, ...] = ()) -> Exclusion:
    return Exclusion(
        rule=f"transient.{rule}",
        reason=ExclusionReason.TRANSIENT,
        certainty=certainty,
        why=_WHY,
        instead=_INSTEAD,
        patterns=patterns,
        harmless=harmless,
    )


_SURE, _UNSURE = Certainty.CERTAIN, Certainty.SUSPICIOUS

TRANSIENT: Final[tuple[Exclusion, ...]] = (
    _passing("right_now", _SURE, english.RIGHT_NOW, english.DURABLE),
    _passing("now", _UNSURE, english.NOW, english.DURABLE),
    _passing("work", _UNSURE, english_work.WORK, english_work.NO_WORK),
    _passing("change", _SURE, english_changes.CHANGES),
    _passing("state", _UNSURE, english_states.STATES, CONDITIONAL),
    _passing("standing", _UNSURE, english_states.STANDINGS),
    _passing("now_russian", _UNSURE, russian.NOW, russian.DURABLE),
    _passing("work_russian", _UNSURE, russian.WORK),
    _passing("state_russian", _UNSURE, russian_states.STATES, CONDITIONAL),
    _passing("now_chinese", _UNSURE, chinese.NOW, chinese.DURABLE),
    _passing("work_chinese", _UNSURE, chinese.WORK),
    _passing("state_chinese", _UNSURE, chinese.STATES, chinese.CONDITIONAL),
)
