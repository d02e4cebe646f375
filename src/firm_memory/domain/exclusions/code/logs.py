"""Lines out of a log: two or more that each carry a time and a level, or the form of a well-known writer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from firm_memory.domain.exclusion import Span
from firm_memory.domain.exclusions.code.lines import lines_of, runs, span_of

_LEVEL: Final = r"\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|FATAL|CRIT(?:ICAL)?|SEVERE)\b"
_TIME: Final = r"[0-9]{1,2}:[0-9]{2}:[0-9]{2}"
_LINE: Final = re.compile(
    rf"\s*\W?(?:[0-9]{{4}}[-/.][0-9]{{2}}[-/.][0-9]{{2}}[T ])?{_TIME}[\d.,]*(?:Z|\s?[+-][0-9:]{{2,5}})?\W.{{0,80}}?{_LEVEL}"
    rf"|\s*\[?{_LEVEL}\W.{{0,20}}?{_TIME}"
    rf"|[A-Z][a-z]{{2}} {{1,2}}[0-9]{{1,2}} {_TIME} \S{{1,60}} [\w./-]{{1,60}}(?:\[[0-9]+\])?:"
    r"|[IWEF][0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]+"
    r"|\S{3,60} \S{1,40} \S{1,40} \[[^\]\n]{10,40}\] \"[A-Z]{3,8} /"
    r"|\s*(?:level|lvl|severity)=\w+ |\s*time=\S+ level="
)
_LINES_LEAST: Final = 2


def logs(text: str) -> Iterator[Span]:
    """Every run of lines out of a log. One line alone may show what the format is."""
    for run in runs((line, _LINE.match(line.text) is not None) for line in lines_of(text)):
        if sum(bool(line.stripped) for line in run) >= _LINES_LEAST:
            yield span_of(run)
