"""Statements: a few lines, or one long one, that no reader would take for prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from firm_memory.domain.exclusion import Span
from firm_memory.domain.exclusions.code.declared_signs import DECLARED
from firm_memory.domain.exclusions.code.line_signs import LINES
from firm_memory.domain.exclusions.code.lines import (
    INLINE_MOST,
    PIECE_MOST,
    Line,
    lines_of,
    runs,
    span_of,
    without_inline,
)
from firm_memory.domain.exclusions.code.part_signs import PARTS

UNMISTAKABLE: Final = 2
SURE: Final = 4
LIKELY: Final = 3
# A bullet, a heading, a quotation or a row of a table: prose, whatever it mentions.
_PROSE: Final = re.compile(
    r"(?:[-*•]\s|#{1,6}\s\w[^({;=]*$|>\s|\|(?!\s?[A-Z_][\w ().,]{0,60}->)|[0-9]{1,2}[.)]\s|.*\[#?[0-9]+\])"
)
_LONG_INLINE: Final = re.compile(rf"`[^`\n]{{{INLINE_MOST + 1},{PIECE_MOST}}}`")
_SENTENCE: Final = re.compile(r"(?:[A-Za-zА-Яа-яё]{2,}[,:]?\s){5,}")
# Punctuation of code, and how a line of it that goes on or closes something begins and ends.
_SIGNS: Final = re.compile(r"[(){}\[\]=;<>&|\"'_:\\$@*]")
_SIGNS_LEAST: Final = 0.1
_COUNTED_MOST: Final = 2
# No shorter line holds as many signs as it takes.
_PARTS_LEAST: Final = 12
_OPEN: Final = re.compile(r"[)}\]\"'.&|?:].*|.*[,;{}()\[\]:=\\+|&]$", re.DOTALL)
_SCRIPT: Final = re.compile(r"[\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")


def weight(line: str) -> int:
    """How much a line, without its indentation, is one of code: 0 (prose), 1 (likely) or 2 (unmistakable)."""
    if not line or _PROSE.match(line):
        return 0
    found = max((weight for weight, pattern in (*LINES, *DECLARED) if pattern.match(line)), default=0)
    wordy = _SENTENCE.search(line) is not None or len(_SCRIPT.findall(line)) > len(line) // 3
    if wordy and found < UNMISTAKABLE:
        return 0
    return found or int(_OPEN.match(line) is not None and len(_SIGNS.findall(line)) >= len(line) * _SIGNS_LEAST)


def parts(line: str) -> int:
    """How much code stands within a line, counted over every sign of it, each kind at most twice."""
    if len(line) < _PARTS_LEAST or not _SIGNS.search(line):
        return 0
    folded = line.lower()
    present = [sign for sign in PARTS if sign.needs in folded]
    return sum(sign.weight * min(_COUNTED_MOST, sum(1 for _ in sign.pattern.finditer(line))) for sign in present)


def _of_run(run: list[Line]) -> int:
    weights = [weight(line.stripped) for line in run if line.stripped]
    if len(weights) == 1:
        return 0
    indented = len({line.indent for line in run if line.stripped}) > 1
    alone = UNMISTAKABLE not in weights and len(weights) < LIKELY
    return sum(weights) + indented - alone


def _blocks(text: str, least: int, most: int) -> Iterator[Span]:
    lines = lines_of(without_inline(text))
    for run in runs((line, weight(line.stripped) > 0) for line in lines):
        if least <= _of_run(run) < most:
            yield span_of(run)


def _spelt_out(text: str) -> Iterator[Span]:
    """Code between backticks that is too long to be a mention of it."""
    for found in _LONG_INLINE.finditer(text):
        if parts(found[0]) >= UNMISTAKABLE:
            yield found.span()


def _within(text: str, least: int, most: int) -> Iterator[Span]:
    for line in lines_of(without_inline(text)):
        if least <= parts(line.text) < most:
            yield line.start, line.end


def statements(text: str) -> Iterator[Span]:
    """Where there is code beyond doubt."""
    yield from _blocks(text, SURE, 1 << 20)
    yield from _within(text, SURE, 1 << 20)
    yield from _spelt_out(text)


def likely_statements(text: str) -> Iterator[Span]:
    """Where there may be code."""
    yield from _blocks(text, LIKELY, SURE)
    yield from _within(text, LIKELY, SURE)
