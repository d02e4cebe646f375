"""Sync: bring the store up to what the ledger says."""

from __future__ import annotations

import uuid

import attrs

from firm_memory.application.ports.records import Records
from firm_memory.application.project import Progress, Project, in_silence
from firm_memory.application.projection import Projection
from firm_memory.domain.candidate import Record


@attrs.frozen(kw_only=True)
class Sync:
    """Projects events that have not reached the store; any number of runs gives the same store."""

    records: Records
    projection: Projection
    project: Project

    def __call__(self) -> int:
        """Finish every unstored event, oldest first; the number finished. Raises what the store raises."""
        return self._finish(None)

    def finish(self, record: uuid.UUID) -> Record | None:
        """Finish what is unstored of one record, and give its state; None when there is no such record."""
        self._finish(record)
        return self.records.queue.get(record)

    def everything(self, progress: Progress = in_silence) -> int:
        """Project every memory of the ledger, whatever the store holds: this rebuilds an empty store. How many."""
        projected = self.project(self.projection, progress=progress)
        self()
        return projected.count

    def _finish(self, only: uuid.UUID | None) -> int:
        events = [event for event in self.records.ledger.unstored() if only is None or event.touches(only)]
        for event in events:
            present = [self._latest(each) for each in event.records]
            # What a projection of everything has told the store is not embedded again.
            self.projection.apply(self.projection.prepare(self.projection.lacking(present)))
            self.records.ledger.mark_stored(event.seq)
        return len(events)

    def _latest(self, record: Record) -> Record:
        """The last state of a record in the chain."""
        states = [each for event in self.records.ledger.history(record.id) for each in event.records]
        return next((each for each in reversed(states) if each.id == record.id), record)
