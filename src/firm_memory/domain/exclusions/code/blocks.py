"""Where fenced code, differences and traces stand in a text, by kind: for whoever replaces them by a marker."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import attrs

from firm_memory.domain.exclusion import Span
from firm_memory.domain.exclusions.code.diffs import diffs
from firm_memory.domain.exclusions.code.fences import fences
from firm_memory.domain.exclusions.code.traces import traces


class BlockKind(enum.Enum):
    """What a block is; the marker that takes its place names it."""

    FENCE = "code"
    DIFF = "diff"
    TRACE = "trace"


@attrs.frozen(kw_only=True)
class Block:
    """One block: its kind and its half-open span of code points."""

    kind: BlockKind
    start: int
    end: int


_READINGS: Final[Mapping[BlockKind, Callable[[str], Iterable[Span]]]] = {
    BlockKind.FENCE: fences,
    BlockKind.DIFF: diffs,
    BlockKind.TRACE: traces,
}


def code_blocks(text: str) -> tuple[Block, ...]:
    """Every block of `text` by place.

    No two overlap: of those that do, the one that begins first counts, and a fence before what it holds.
    """
    found = [
        Block(kind=kind, start=start, end=end) for kind, reading in _READINGS.items() for start, end in reading(text)
    ]
    apart = list[Block]()
    for block in sorted(found, key=lambda each: (each.start, list(BlockKind).index(each.kind))):
        if not apart or block.start >= apart[-1].end:
            apart.append(block)
    return tuple(apart)
