"""Project: tell a store what the ledger says. `sync --all`, `reindex` and `copy` are this, into different stores."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

import attrs

from firm_memory.application.ports.records import Records
from firm_memory.application.projection import Projection
from firm_memory.domain.candidate import Record
from firm_memory.domain.status import STORED

BATCH: Final = 256
Progress = Callable[[int, int], object]
"""Told how many records are done, and of how many."""


def in_silence(_done: int, _of: int) -> None:
    """The progress that nobody watches."""


@attrs.frozen(kw_only=True)
class Projected:
    """How it went: memories `told`, memories the store `held` already, and the last entry that was read."""

    seq: int
    told: int = 0
    held: int = 0

    @property
    def count(self) -> int:
        """The memories that are in the store now because the ledger says so."""
        return self.told + self.held


@attrs.frozen(kw_only=True)
class Project:
    """Folds the ledger and puts every memory as it stands at the end into a store; any number of runs gives the same.

    It reads the ledger itself, not the queue's view of it: only what is in the chain becomes a memory. What
    the store holds word for word is not embedded again, so that a run that was cut off is continued.
    """

    records: Records

    def __call__(self, projection: Projection, *, after: int = 0, progress: Progress = in_silence) -> Projected:
        """Project every record that an entry behind `after` touches. Raises what the store raises."""
        latest, seq = dict[uuid.UUID, Record](), after
        for event in self.records.ledger.events(after):
            latest |= {record.id: record for record in event.records}
            seq = event.seq
        done = told = held = 0
        for batch in _batches(iter(latest.values())):
            lacking = projection.lacking(batch)
            rows = projection.prepare(lacking)
            projection.apply(rows)
            told += len(rows)
            held += sum(record.memory.status in STORED for record in batch) - len(rows)
            done += len(batch)
            progress(done, len(latest))
        return Projected(seq=seq, told=told, held=held)


def _batches(records: Iterator[Record]) -> Iterator[list[Record]]:
    while batch := list(islice(records, BATCH)):
        yield batch
