"""Port: the records — approval queue and ledger under one atomic commit."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from firm_memory.application.ports.shelf import Shelf
from firm_memory.application.ports.signals import Signals
from firm_memory.domain.browsing import Filters
from firm_memory.domain.candidate import Record
from firm_memory.domain.ledger import Change, Event, Sealed
from firm_memory.domain.renaming import Rename


class ApprovalQueue(Protocol):
    """The present state of every record: candidates of every outcome, memories, working notes."""

    def get(self, record: uuid.UUID) -> Record | None:
        """The record of that id as it stands now; None when there is none."""
        ...

    def waiting(self) -> Sequence[Record]:
        """Candidates that are PROPOSED or APPROVING, oldest first, ties by id."""
        ...

    def notes(self, task: str) -> Sequence[Record]:
        """The working notes of a task, in the order they were written."""
        ...

    def every(self) -> Iterator[Record]:
        """All records, in the order in which they first entered the ledger."""
        ...

    def atoms(self) -> frozenset[str]:
        """Every scope atom that some record uses."""
        ...

    def browse(self, filters: Filters, limit: int, cursor: str | None) -> Shelf:
        """Up to `limit` (at least 1) records that `filters` admits, latest change first, ties by id, after `cursor`.

        Pages that are turned with one filter show each record once that was there from the first page on and is
        still asked for, also when records are touched meanwhile. Raises `InvalidField` on a bad cursor.
        """
        ...

    def tags(self, filters: Filters) -> Mapping[str, int]:
        """How many of the records that `filters` admits bear each tag; those that none bears are left out."""
        ...


class Ledger(Protocol):
    """The append-only chain of events. Entries are never changed or removed."""

    def sealed(self, after: int = 0) -> Iterator[Sealed]:
        """The entries behind `after`, in order, exactly as stored: the bytes that are hashed."""
        ...

    def events(self, after: int = 0) -> Iterator[Event]:
        """The same entries, read."""
        ...

    def history(self, record: uuid.UUID) -> Sequence[Event]:
        """The events that changed one record, oldest first."""
        ...

    def unstored(self) -> Sequence[Event]:
        """Events that concern the store and are not marked as stored yet, oldest first."""
        ...

    def renames(self) -> Sequence[Rename]:
        """Every renaming of a repository, oldest first. Asked with every proposal: found without reading the rest."""
        ...

    def mark_stored(self, seq: int) -> None:
        """Mark an event as having reached the store. Outside the chain; idempotent."""
        ...


class Records(Protocol):
    """Queue and ledger as one unit of work.

    Laws, proved for every adapter:

    - `commit` is atomic and durable before it returns: after a crash at any instant, all of it is there
      or none of it. Nothing half-applied is ever visible.
    - Exactly one of any number of racing commits on the same revision wins; the others raise
      `LostUpdate` and change nothing.
    - The chain is gapless from seq 1, and the bytes (`Sealed.body`, `Sealed.hash`) are the same on every
      adapter for the same changes.
    - A configured place that cannot be read or written raises `RecordsUnavailable`; damage raises
      `RecordsDamaged` naming place and offset. There is no silent fallback, and errors carry no credentials.
    """

    @property
    def queue(self) -> ApprovalQueue:
        """The present state of the records."""
        ...

    @property
    def ledger(self) -> Ledger:
        """The chain of events."""
        ...

    @property
    def signals(self) -> Signals:
        """Who read what. Outside the atomic commit."""
        ...

    def commit(self, change: Change) -> Event:
        """Append one event and put its resulting records in force, or raise and change nothing.

        Raises `LostUpdate` unless each record's revision is exactly one above the present one.
        """
        ...

    def adopt_chain(self, entries: Sequence[Sealed]) -> None:
        """Put a whole chain, which the caller has verified, in force in records that hold nothing yet.

        One atomic commit, as durable as `commit`: bytes, texts and erasures as given; nothing is marked as stored.
        Raises `LostUpdate`, changing nothing, when there are entries.
        """
        ...

    def prepare(self) -> None:
        """Promise that `commit` would be accepted (reachable, writable, schema present where it may be made)."""
        ...

    def close(self) -> None:
        """Give back files and connections; idempotent."""
        ...
