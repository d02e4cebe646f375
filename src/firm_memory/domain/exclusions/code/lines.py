"""A text as lines with their places, and with short inline code taken for a word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from firm_memory.domain.exclusion import Span

# Longer lines are looked at in pieces, so that a pattern that looks back costs no more than a piece each time.
PIECE_MOST: Final = 400
INLINE_MOST: Final = 80
_INLINE: Final = re.compile(rf"`[^`\n]{{1,{INLINE_MOST}}}`")


@attrs.frozen(kw_only=True)
class Line:
    """A line or a piece of one: its half-open span and its text without the line end."""

    start: int
    end: int
    text: str

    @property
    def stripped(self) -> str:
        """The text without surrounding white space."""
        return self.text.strip()

    @property
    def indent(self) -> int:
        """How far it is indented; a tab counts as four."""
        body = self.text.lstrip(" \t")
        return len(self.text[: len(self.text) - len(body)].expandtabs(4))


def lines_of(text: str) -> list[Line]:
    """Every line of `text`, long ones in pieces; together they cover it but for line ends."""
    return list(_pieces(text))


def _pieces(text: str) -> Iterator[Line]:
    at = 0
    for line in text.splitlines(keepends=True):
        body = line.rstrip("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029")
        for start in range(0, len(body) or 1, PIECE_MOST):
            piece = body[start : start + PIECE_MOST]
            yield Line(start=at + start, end=at + start + len(piece), text=piece)
        at += len(line)


def without_inline(text: str) -> str:
    """`text`, each short inline code span replaced by as many neutral letters: mentioning code is no code."""
    return _INLINE.sub(lambda found: "x" * len(found[0]), text)


def runs(marked: Iterable[tuple[Line, bool]]) -> Iterator[list[Line]]:
    """The longest runs of marked lines; blank lines neither begin, end nor break one."""
    run, waiting = list[Line](), list[Line]()
    for line, marks in marked:
        if marks:
            run += [*waiting, line] if run else [line]
            waiting = []
        elif not line.stripped:
            waiting.append(line)
        elif run:
            yield run
            run, waiting = [], []
    if run:
        yield run


def span_of(run: list[Line]) -> Span:
    """From the first line's beginning to the last one's end."""
    return run[0].start, run[-1].end
