"""Differences between versions: with their headers, as a bare hunk, or as a run of marked lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from firm_memory.domain.exclusion import Span
from firm_memory.domain.exclusions.code.lines import Line, lines_of, runs, span_of
from firm_memory.domain.exclusions.code.statements import weight

_HEADER: Final = re.compile(
    r"diff --(?:git|cc|combined) |diff -[a-zA-Z]|index [0-9a-f]{4,40}\.\.[0-9a-f]{4,40}|@@+"
    r" -[0-9]+(?:,[0-9]+)?[ ,0-9-]* \+[0-9]+(?:,[0-9]+)? @@|"
    r"--- [\w./\"~-]\S*|\+\+\+ [\w./\"~-]\S*|Index: \S+$|={50,}$|(?:new|deleted) file mode"
    r" [0-9]{6}|(?:rename|copy) (?:from|to) |"
    r"[0-9]+(?:,[0-9]+)?[acd][0-9]+(?:,[0-9]+)?$|\*\*\* [0-9]+,[0-9]+ \*\*\*\*|\*\*\* (?:Begin"
    r"|Update|Add|Delete|End) (?:Patch|File)|"
    r"<{7} \S|>{7} \S|={7}$|\\ No newline at end of file"
)
_SURE: Final = re.compile(
    r"diff --|index [0-9a-f]+\.\.|@@+ -[0-9]+|\*\*\* (?:Begin|Update|Add) |\*\*\* [0-9]+,|<{7} \S"
    r"|\\ No newline|(?:new|deleted) file mode"
)
_MARKED: Final = re.compile(r"[-+](?![-+]{2})")
_BULLET: Final = re.compile(r"[-+]\s{1,3}[^\s]")
_SETS: Final = re.compile(r"\s*[\w.\"'-]{2,60}\s?[:=]")
_NORMAL: Final = re.compile(r"[<>] .")
_COMMAND: Final = re.compile(r"[0-9]+(?:,[0-9]+)?[acd][0-9]+(?:,[0-9]+)?$")


def _belongs(line: Line) -> bool:
    return bool(_HEADER.match(line.text) or _MARKED.match(line.text) or _NORMAL.match(line.text))


def _replaces(old: str, new: str) -> bool:
    """Whether a removed line is followed by one that sets the same thing anew."""
    if not (old.startswith("-") and new.startswith("+")):
        return False
    one, other = _SETS.match(old[1:]), _SETS.match(new[1:])
    return one is not None and other is not None and one[0] == other[0] and old[1:] != new[1:]


def _is_diff(run: list[Line]) -> bool:
    texts = [line.text for line in run if line.stripped]
    if any(map(_SURE.match, texts)):
        return True
    if any(map(_COMMAND.match, texts)) and any(map(_NORMAL.match, texts)):
        return True
    if any(each.startswith("--- ") for each in texts) and any(each.startswith("+++ ") for each in texts):
        return True
    marked = [each for each in texts if _MARKED.match(each)]
    score = sum(weight(each[1:].strip()) for each in marked if not _BULLET.match(each))
    both = {each[0] for each in marked} == {"+", "-"}
    if both and any(each.startswith("+") for each in marked):
        score += sum(weight(each[1:].strip()) for each in marked if _BULLET.match(each))
    score += 2 * sum(map(_replaces, texts, texts[1:]))
    return len(marked) > 1 and score >= (2 if both else 3)


def diffs(text: str) -> Iterator[Span]:
    """Every difference, from its first header or marked line to its last, with the context between."""
    lines = lines_of(text)
    marked = [_belongs(line) for line in lines]
    for at, line in enumerate(lines):
        # Context lines stand between, indented by the one column that marks take.
        marked[at] = marked[at] or (line.text.startswith(" ") and at > 0 and marked[at - 1])
    for run in runs(zip(lines, marked, strict=True)):
        if _is_diff(run):
            yield span_of(run)
