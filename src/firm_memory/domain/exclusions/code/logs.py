"""Lines out of a log or a terminal: each with a time and a level, or in the form of a well-known writer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from firm_memory.domain.exclusion import Span
from firm_memory.domain.exclusions.code.lines import lines_of, runs, span_of

_LEVEL: Final = r"\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|FATAL|CRIT(?:ICAL)?|SEVERE)\b"
_TIME: Final = r"[0-9]{1,2}:[0-9]{2}:[0-9]{2}"
_LINE: Final = re.compile(
    rf"\s*\W?(?:[0-9]{{4}}[-/.][0-9]{{2}}[-/.][0-9]{{2}}[T ])?{_TIME}[\d.,]*"
    rf"(?:Z|\s?[+-][0-9:]{{2,5}})?\W.{{0,80}}?{_LEVEL}"
    rf"|\s*\[?{_LEVEL}\W.{{0,20}}?{_TIME}"
    rf"|[A-Z][a-z]{{2}} {{1,2}}[0-9]{{1,2}} {_TIME} \S{{1,60}} [\w./-]{{1,60}}(?:\[[0-9]+\])?:"
    r"|[IWEF][0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]+"
    r"|\S{3,60} \S{1,40} \S{1,40} \[[^\]\n]{10,40}\] \"[A-Z]{3,8} /"
    r"|\s*(?:level|lvl|severity)=\w+ |\s*time=\S+ level="
)
_LINES_LEAST: Final = 2


# What a shell, a database or an interpreter writes before it waits for a command.
_PROMPT: Final = re.compile(
    r"\s*(?:\$ +[a-z./~]|[\w.-]{1,40}@[\w.-]{1,60}[: ]\S{0,80}[$#] ?\S|PS [A-Z]:\\[^>\n]{0,100}> ?\S|>>> \S"
    r"|(?:mysql|sqlite|irb[^>\n]{0,30}|mongo|\w{1,30}=[#>])> ?\S|\w{1,30}=[#>] \S|In \[[0-9]+\]: )"
)


def _sessions(text: str) -> Iterator[Span]:
    """A command with what it answered, from the first prompt on."""
    lines = [line for line in lines_of(text) if line.stripped]
    prompt = next((at for at, line in enumerate(lines) if _PROMPT.match(line.text)), len(lines))
    if prompt + 1 < len(lines):
        yield span_of(lines[prompt:])


def logs(text: str) -> Iterator[Span]:
    """Every run of lines out of a log, and what was copied out of a terminal. One line alone may show a format."""
    for run in runs((line, _LINE.match(line.text) is not None) for line in lines_of(text)):
        if sum(bool(line.stripped) for line in run) >= _LINES_LEAST:
            yield span_of(run)
    yield from _sessions(text)
