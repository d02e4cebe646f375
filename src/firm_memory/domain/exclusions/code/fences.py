"""Fenced blocks: what somebody marked as code themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from firm_memory.domain.exclusion import Span
from firm_memory.domain.exclusions.code.lines import INLINE_MOST, lines_of

_FENCE: Final = re.compile(r"[ \t>]{0,12}(`{3,}|~{3,}|\{code(?::[^}\n]{0,60})?\}|<pre\b|\[source)")
# What follows a heading's words line by line underlines them.
_UNDERLINE: Final = re.compile(r"\s*~{4,}\s*$")
_SAME_LINE: Final = re.compile(rf"```[^`\n]{{{INLINE_MOST},380}}```")
_SHORT: Final = re.compile(r".*```[^`\n]+```")


def fences(text: str) -> Iterator[Span]:
    """Every fenced block with its fences; one that is never closed reaches to the end."""
    opened: tuple[int, str] | None = None
    above = ""
    for line in lines_of(text):
        found = _FENCE.match(line.text)
        if found and (_SHORT.match(line.text) or (above and _UNDERLINE.match(line.text))):
            found = None
        above = line.stripped
        if found is None:
            if opened is None:
                yield from (
                    (line.start + each.start(), line.start + each.end()) for each in _SAME_LINE.finditer(line.text)
                )
            elif opened[1] == "<" and "</pre" in line.text:
                yield opened[0], line.end
                opened = None
        elif opened is None:
            opened = line.start, found[1][0]
        elif found[1][0] == opened[1]:
            yield opened[0], line.end
            opened = None
    if opened is not None:
        yield opened[0], len(text)
