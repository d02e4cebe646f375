"""Sync: bring the store up to what the ledger says."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from itertools import islice
from typing import Final

import attrs

from firm_memory.application.ports.records import Records
from firm_memory.application.projection import Projection
from firm_memory.domain.candidate import Record

BATCH: Final = 256


@attrs.frozen(kw_only=True)
class Sync:
    """Projects events that have not reached the store; any number of runs gives the same store."""

    records: Records
    projection: Projection

    def __call__(self) -> int:
        """Finish every unstored event, oldest first; the number finished. Raises what the store raises."""
        return self._finish(None)

    def finish(self, record: uuid.UUID) -> Record | None:
        """Finish what is unstored of one record, and give its state; None when there is no such record."""
        self._finish(record)
        return self.records.queue.get(record)

    def everything(self) -> int:
        """Project what the ledger says of every record, whatever the store holds: this rebuilds an empty store.

        It reads the ledger itself, not the queue's view of it: only what is in the chain becomes a memory.
        """
        latest = {record.id: record for event in self.records.ledger.events() for record in event.records}
        told = 0
        for batch in _batches(iter(latest.values())):
            rows = self.projection.prepare(batch)
            self.projection.apply(rows)
            told += len(rows)
        self()
        return told

    def _finish(self, only: uuid.UUID | None) -> int:
        events = [event for event in self.records.ledger.unstored() if only is None or event.touches(only)]
        for event in events:
            present = [self._latest(each) for each in event.records]
            self.projection.apply(self.projection.prepare(present))
            self.records.ledger.mark_stored(event.seq)
        return len(events)

    def _latest(self, record: Record) -> Record:
        """The last state of a record in the chain."""
        states = [each for event in self.records.ledger.history(record.id) for each in event.records]
        return next((each for each in reversed(states) if each.id == record.id), record)


def _batches(records: Iterator[Record]) -> Iterator[list[Record]]:
    while batch := list(islice(records, BATCH)):
        yield batch
