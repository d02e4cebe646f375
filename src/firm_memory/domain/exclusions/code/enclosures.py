"""Blocks known by what opens and closes them, whatever stands between: braces, and recipes under a target."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from firm_memory.domain.exclusion import Span
from firm_memory.domain.exclusions.code.lines import lines_of, without_inline
from firm_memory.domain.exclusions.code.statements import weight

_OPENS: Final = re.compile(r"\s*\S.{0,300}[{(\[]$")
_CLOSES: Final = re.compile(r"\s*[})\]]{1,3}[;,]?$")
# So many lines a block that is pasted into a memory has, at most; further apart, two lines have nothing in common.
_LINES_MOST: Final = 40
_RECIPE: Final = re.compile(r"(?m)^[\w./%$()-]{1,60}:[\w./%$() -]{0,200}\n((?:\t[^\s][^\n]{0,300}(?:\n|$))+)")


def _braced(text: str) -> Iterator[Span]:
    lines = lines_of(without_inline(text))
    opened: tuple[int, int, int] | None = None
    for at, line in enumerate(lines):
        if opened is None or at - opened[0] > _LINES_MOST:
            opened = (at, line.indent, line.start) if _OPENS.match(line.text) else None
        elif line.indent == opened[1] and _CLOSES.match(line.text):
            if at - opened[0] > 1:
                yield opened[2], line.end
            opened = None


def _recipes(text: str) -> Iterator[Span]:
    for found in _RECIPE.finditer(text):
        if any(weight(line.strip()) for line in found[1].splitlines()):
            yield found.span()


def enclosures(text: str) -> Iterator[Span]:
    """Every block in braces over three lines or more, and every target of a build with its commands."""
    yield from _braced(text)
    yield from _recipes(text)
