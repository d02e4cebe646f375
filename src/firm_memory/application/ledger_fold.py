"""The present state of the records as a fold of the ledger's entries and their stored marks."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from firm_memory.application.sealing import unseal
from firm_memory.domain.candidate import Record
from firm_memory.domain.chain import GENESIS
from firm_memory.domain.errors import LostUpdate, NotFound
from firm_memory.domain.ledger import Change, Event, Sealed
from firm_memory.domain.status import MemoryStatus

_WAITING: Final = frozenset({MemoryStatus.PROPOSED, MemoryStatus.APPROVING})


class LedgerFold:
    """Entries in, present state out; each entry and each mark costs the same however many came before.

    A record is unstored while the latest event that touches it and projects bears no mark. Not
    thread-safe: whoever holds it guards it. Every answer is a snapshot that later entries leave alone.
    """

    def __init__(self) -> None:
        self._entries: list[Sealed] = []
        self._records: dict[uuid.UUID, Record] = {}
        self._touched: defaultdict[uuid.UUID, list[int]] = defaultdict(list)
        self._projected: dict[uuid.UUID, int] = {}
        self._unmarked: dict[int, tuple[uuid.UUID, ...]] = {}
        self._waiting: set[uuid.UUID] = set()
        self._notes: defaultdict[str, dict[uuid.UUID, None]] = defaultdict(dict)
        self._atoms: Counter[str] = Counter()

    @property
    def seq(self) -> int:
        """The number of entries, which is the seq of the last one."""
        return len(self._entries)

    @property
    def head(self) -> str:
        """The hash of the last entry; `GENESIS` before the first."""
        return self._entries[-1].hash if self._entries else GENESIS

    def check(self, change: Change) -> None:
        """Raise `LostUpdate` unless each record's revision is one above the present one (absent counts as 0)."""
        seen: dict[uuid.UUID, int] = {}
        for record in change.records:
            present = seen.get(record.id, self._records[record.id].memory.revision if record.id in self._records else 0)
            if record.memory.revision != present + 1:
                raise LostUpdate(
                    f"{record.id} stands at revision {present} and cannot become {record.memory.revision} next: "
                    "somebody changed it meanwhile. Read it again and retry."
                )
            seen[record.id] = record.memory.revision

    def read(self, sealed: Sealed) -> Event:
        """The event of an entry about to be appended, changing nothing. Raises whatever the written form raises."""
        event = unseal(sealed, stored=True)
        return unseal(sealed, stored=False) if event.projects else event

    def append(self, sealed: Sealed) -> Event:
        """Put an entry in force and return its event. The caller vouches for its place in the chain."""
        event = self.read(sealed)
        self.admit(sealed, event)
        return event

    def admit(self, sealed: Sealed, event: Event) -> None:
        """`append` for an entry that was `read` before."""
        self._entries.append(sealed)
        touched = tuple(dict.fromkeys(record.id for record in event.records))
        if not event.stored:
            self._unmarked[sealed.seq] = touched
            self._projected.update(dict.fromkeys(touched, sealed.seq))
        for each in touched:
            self._touched[each].append(sealed.seq)
        for record in event.records:
            self._settle(record)

    def erase(self, entries: Mapping[int, Sealed]) -> None:
        """Let entries stand as a redaction leaves them; their bodies and hashes are the same."""
        for seq, entry in entries.items():
            self._entries[seq - 1] = entry

    def awaits_store(self, seq: int) -> bool:
        """Whether an entry concerns the store and bears no mark. Raises `NotFound` when it does not exist."""
        if not 1 <= seq <= self.seq:
            raise NotFound(f"The ledger has no entry {seq}: its last one is {self.seq}.")
        return seq in self._unmarked

    def mark(self, seq: int) -> None:
        """Mark an entry as stored; a second time changes nothing. Raises `NotFound` when it does not exist."""
        if self.awaits_store(seq):
            for each in self._unmarked.pop(seq):
                self._settle(self._records[each])

    def get(self, record: uuid.UUID) -> Record | None:
        """The record of that id as it stands now."""
        return self._records.get(record)

    def waiting(self) -> Sequence[Record]:
        """Candidates that are PROPOSED or APPROVING, oldest first, ties by id."""
        waiting = (self._records[each] for each in self._waiting)
        return tuple(sorted(waiting, key=lambda record: (record.memory.created_at, str(record.id))))

    def notes(self, task: str) -> Sequence[Record]:
        """The working notes of a task, in the order they were written."""
        return tuple(self._records[each] for each in self._notes.get(task, ()))

    def every(self) -> Sequence[Record]:
        """All records, in the order in which they first entered."""
        return tuple(self._records.values())

    def atoms(self) -> frozenset[str]:
        """Every scope atom that some record uses."""
        return frozenset(atom for atom, uses in self._atoms.items() if uses)

    def sealed(self, after: int = 0) -> Sequence[Sealed]:
        """The entries behind `after`."""
        return tuple(self._entries[max(after, 0) :])

    def touching(self, record: uuid.UUID) -> Sequence[Sealed]:
        """The entries that changed one record, oldest first."""
        return tuple(self._entries[seq - 1] for seq in self._touched.get(record, ()))

    def history(self, record: uuid.UUID) -> Sequence[Event]:
        """The events that changed one record, oldest first."""
        return tuple(self._event(seq) for seq in self._touched.get(record, ()))

    def unstored(self) -> Sequence[Event]:
        """The events that concern the store and bear no mark, oldest first."""
        return tuple(self._event(seq) for seq in self._unmarked)

    def _event(self, seq: int) -> Event:
        return unseal(self._entries[seq - 1], stored=seq not in self._unmarked)

    def _settle(self, record: Record) -> None:
        """Let `record` take its place in every index."""
        before = self._records.get(record.id)
        record = attrs.evolve(record, stored=self._projected.get(record.id) not in self._unmarked)
        self._records[record.id] = record
        self._atoms.subtract(before.memory.scope.atoms if before else ())
        self._atoms.update(record.memory.scope.atoms)
        (self._waiting.add if record.status in _WAITING else self._waiting.discard)(record.id)
        if record.memory.task is not None:
            self._notes[record.memory.task][record.id] = None
