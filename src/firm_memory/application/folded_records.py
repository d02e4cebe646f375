"""Queue and ledger as views of a `LedgerFold` that somebody else guards and keeps up to date."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager

import attrs

from firm_memory.application.ledger_fold import LedgerFold
from firm_memory.application.ports.shelf import Shelf
from firm_memory.application.renames import renames_in
from firm_memory.application.sealing import unseal
from firm_memory.application.shelving import shelved, tag_counts
from firm_memory.domain.browsing import Filters
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import LostUpdate
from firm_memory.domain.ledger import Event, Sealed
from firm_memory.domain.renaming import Rename

Reading = Callable[[], AbstractContextManager[LedgerFold]]


@attrs.frozen(kw_only=True)
class FoldedQueue:
    """The approval queue of a fold. `reading` opens the fold, up to date, for as long as its context lasts."""

    reading: Reading

    def get(self, record: uuid.UUID) -> Record | None:
        """The record of that id as it stands now; None when there is none."""
        with self.reading() as fold:
            return fold.get(record)

    def waiting(self) -> Sequence[Record]:
        """Candidates that are PROPOSED or APPROVING, oldest first, ties by id."""
        with self.reading() as fold:
            return fold.waiting()

    def notes(self, task: str) -> Sequence[Record]:
        """The working notes of a task, in the order they were written."""
        with self.reading() as fold:
            return fold.notes(task)

    def every(self) -> Iterator[Record]:
        """All records, in the order in which they first entered the ledger."""
        with self.reading() as fold:
            return iter(fold.every())

    def atoms(self) -> frozenset[str]:
        """Every scope atom that some record uses."""
        with self.reading() as fold:
            return fold.atoms()

    def browse(self, filters: Filters, limit: int, cursor: str | None) -> Shelf:
        """A page of the records, latest change first. Raises `InvalidField` on a bad cursor."""
        with self.reading() as fold:
            return shelved(fold, filters, limit, cursor)

    def tags(self, filters: Filters) -> Mapping[str, int]:
        """How many of the records that `filters` admits bear each tag."""
        with self.reading() as fold:
            return tag_counts(fold, filters)


@attrs.frozen(kw_only=True)
class FoldedLedger:
    """The ledger of a fold. `mark` writes a stored mark where the fold's entries are kept."""

    reading: Reading
    mark: Callable[[int], None]

    def sealed(self, after: int = 0) -> Iterator[Sealed]:
        """The entries behind `after`, in order, exactly as stored."""
        with self.reading() as fold:
            return iter(fold.sealed(after))

    def events(self, after: int = 0) -> Iterator[Event]:
        """The same entries, read one by one as they are asked for."""
        with self.reading() as fold:
            entries = [(each, not fold.awaits_store(each.seq)) for each in fold.sealed(after)]
        return (unseal(each, stored=stored) for each, stored in entries)

    def history(self, record: uuid.UUID) -> Sequence[Event]:
        """The events that changed one record, oldest first."""
        with self.reading() as fold:
            return fold.history(record)

    def unstored(self) -> Sequence[Event]:
        """Events that concern the store and are not marked as stored yet, oldest first."""
        with self.reading() as fold:
            return fold.unstored()

    def renames(self) -> Sequence[Rename]:
        """Every renaming of a repository, oldest first."""
        with self.reading() as fold:
            return renames_in(each.body for each in fold.sealed())

    def mark_stored(self, seq: int) -> None:
        """Mark an event as having reached the store. Idempotent; `NotFound` for an entry that does not exist."""
        self.mark(seq)


def require_empty(fold: LedgerFold) -> None:
    """Raise `LostUpdate` when there are entries: a whole chain is put in force only where there is none."""
    if fold.seq:
        raise LostUpdate(f"The ledger holds {fold.seq} entries already. Read it again.")
