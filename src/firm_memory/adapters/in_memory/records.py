"""Records that live in this process and end with it: for trials and tests, never a silent fallback."""

from __future__ import annotations

import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from firm_memory.adapters.in_memory.signals import InMemorySignals
from firm_memory.application.erasing import erasures
from firm_memory.application.folded_records import FoldedLedger, FoldedQueue, require_empty
from firm_memory.application.ledger_fold import LedgerFold
from firm_memory.application.ports.records import ApprovalQueue, Ledger
from firm_memory.application.ports.signals import Signals
from firm_memory.application.sealing import seal
from firm_memory.domain.ledger import Change, Event, Sealed


class InMemoryRecords:
    """`Records` behind one lock. Nothing outlives the object; every other law of the port holds."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._fold = LedgerFold()
        self._queue = FoldedQueue(reading=self._held)
        self._ledger = FoldedLedger(reading=self._held, mark=self._mark)
        self._signals = InMemorySignals()

    @property
    def queue(self) -> ApprovalQueue:
        """The present state of the records."""
        return self._queue

    @property
    def ledger(self) -> Ledger:
        """The chain of events."""
        return self._ledger

    @property
    def signals(self) -> Signals:
        """Who read what."""
        return self._signals

    def commit(self, change: Change) -> Event:
        """Append one event and put its records in force. Raises `LostUpdate`, changing nothing."""
        with self._held() as fold:
            fold.check(change)
            erased = erasures(change, fold)
            event = fold.append(seal(change, fold.seq + 1, fold.head))
            fold.erase(erased)
            return event

    def adopt_chain(self, entries: Sequence[Sealed]) -> None:
        """Take a whole chain over into empty records. Raises `LostUpdate`, changing nothing."""
        with self._lock:
            require_empty(self._fold)
            adopted = LedgerFold()
            for entry in entries:
                adopted.append(entry)
            self._fold = adopted

    def prepare(self) -> None:
        """Nothing can be in the way."""

    def close(self) -> None:
        """Nothing to give back."""

    @contextmanager
    def _held(self) -> Generator[LedgerFold]:
        with self._lock:
            yield self._fold

    def _mark(self, seq: int) -> None:
        with self._held() as fold:
            fold.mark(seq)
