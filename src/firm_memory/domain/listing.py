"""What a reader who browses is told: records, latest change first, and where the next page begins."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import overload

import attrs

from firm_memory.domain.candidate import Record
from firm_memory.domain.label import NOTE, Label, Reason
from firm_memory.domain.memory import Memory
from firm_memory.domain.moment import age


@attrs.frozen(kw_only=True)
class Listed:
    """A record of a listing, with its age in days (None for one from the future) and whether it is stale."""

    record: Record
    age_days: int | None
    stale: bool

    @classmethod
    def of(cls, record: Record, now: datetime, *, stale: bool) -> Listed:
        """The record as seen at `now`."""
        passed = age(record.memory.created_at, now)
        return cls(record=record, age_days=None if passed is None else passed.days, stale=stale)

    @property
    def id(self) -> uuid.UUID:
        """The memory's id: what to cite."""
        return self.record.id

    @property
    def memory(self) -> Memory:
        """The memory."""
        return self.record.memory


@attrs.frozen(kw_only=True)
class Listing(Sequence[Listed]):
    """A page that says how it was made. `cursor` continues behind it, with the same filters; None at the end."""

    listed: tuple[Listed, ...] = ()
    cursor: str | None = None
    label: Label = Label()
    note: str = NOTE

    @overload
    def __getitem__(self, index: int) -> Listed: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Listed]: ...
    def __getitem__(self, index: int | slice) -> Listed | Sequence[Listed]:
        return self.listed[index]

    def __len__(self) -> int:
        return len(self.listed)

    def __iter__(self) -> Iterator[Listed]:
        return iter(self.listed)

    @property
    def degraded(self) -> bool:
        """Whether a healthy memory would have given more."""
        return self.label.degraded

    @property
    def reason(self) -> Reason | None:
        """Why the page is empty or lessened; None for a plain full one."""
        return self.label.reason


@attrs.frozen(kw_only=True)
class TagCounts:
    """How many memories in force bear each tag, most used first, ties by name; and how the answer was made."""

    counts: Mapping[str, int] = attrs.field(factory=dict[str, int])
    label: Label = Label()

    @property
    def reason(self) -> Reason | None:
        """Why there are none; None for a plain full answer."""
        return self.label.reason
