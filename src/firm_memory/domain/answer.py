"""What a reader is told: hits with their source, best first."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import overload

import attrs

from firm_memory.domain.freshness import is_stale
from firm_memory.domain.label import NOTE, Label, Mode, Reason
from firm_memory.domain.memory import Flag, Memory
from firm_memory.domain.moment import age
from firm_memory.domain.provenance import Provenance
from firm_memory.domain.stance import refutations
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType


@attrs.frozen(kw_only=True)
class Hit:
    """A recalled memory with its calibrated relevance in [0, 1] and what tempers it."""

    memory: Memory
    score: float
    age_days: int | None
    stale: bool

    @classmethod
    def of(cls, memory: Memory, score: float, now: datetime, staleness_days: int) -> Hit:
        """The hit for `memory` as seen at `now`; an age from the future is unknown (None)."""
        passed = age(memory.created_at, now)
        days = None if passed is None else passed.days
        return cls(memory=memory, score=score, age_days=days, stale=is_stale(memory, now, staleness_days))

    @property
    def id(self) -> uuid.UUID:
        """The memory's id: what to cite."""
        return self.memory.id

    @property
    def content(self) -> str:
        """The statement, byte for byte."""
        return self.memory.content

    @property
    def type(self) -> MemoryType:
        """The kind of memory."""
        return self.memory.type

    @property
    def status(self) -> MemoryStatus:
        """ACTIVE, or DISPUTED while a flag is open."""
        return self.memory.status

    @property
    def unreviewed(self) -> bool:
        """Whether it is a card of an issue, which nobody approved."""
        return self.memory.tier is MemoryTier.INDEX

    @property
    def flags(self) -> tuple[Flag, ...]:
        """Open corrections and refutations."""
        return self.memory.flags

    @property
    def confirmations(self) -> int:
        """How many confirm it."""
        return self.memory.confirmations

    @property
    def refutations(self) -> int:
        """How many refute it: a count of open flags."""
        return refutations(self.memory)

    @property
    def provenance(self) -> Provenance:
        """The source."""
        return self.memory.provenance


@attrs.frozen(kw_only=True)
class Hits(Sequence[Hit]):
    """A sequence of hits, best first, that says how it was made. `withheld` did not fit the token budget.

    `as_of` is the past moment that was asked about; None for the present.
    """

    hits: tuple[Hit, ...] = ()
    label: Label = Label()
    withheld: tuple[uuid.UUID, ...] = ()
    note: str = NOTE
    as_of: datetime | None = None

    @overload
    def __getitem__(self, index: int) -> Hit: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Hit]: ...
    def __getitem__(self, index: int | slice) -> Hit | Sequence[Hit]:
        return self.hits[index]

    def __len__(self) -> int:
        return len(self.hits)

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    @property
    def mode(self) -> Mode:
        """How the hits were found."""
        return self.label.mode

    @property
    def degraded(self) -> bool:
        """Whether a healthy memory would have given more."""
        return self.label.degraded

    @property
    def reason(self) -> Reason | None:
        """Why the answer is empty or lessened; None for a plain full one."""
        return self.label.reason
