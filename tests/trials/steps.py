"""Every step of a write, counted: a process under trial dies at the n-th of them, before or after it is taken."""

from __future__ import annotations

import os
import signal
import uuid
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.embedder import Vector
from firm_memory.application.ports.memory_store import Fingerprint, Found, MemoryStore, Order, Page
from firm_memory.application.ports.records import ApprovalQueue, Ledger, Records
from firm_memory.application.ports.signals import Signals
from firm_memory.domain.ledger import Change, Event, Sealed
from firm_memory.domain.memory import Memory
from firm_memory.domain.visibility import Visibility


class Steps:
    """Counts moments, two for each step: just before it and just after. At the `fatal` one the process is killed."""

    def __init__(self, fatal: int | None = None) -> None:
        self.fatal = fatal
        self.taken: list[str] = []

    @contextmanager
    def step(self, name: str) -> Generator[None]:
        """A step and its two moments."""
        self._moment(f"before {name}")
        yield
        self._moment(f"after {name}")

    def _moment(self, name: str) -> None:
        self.taken.append(name)
        if len(self.taken) == self.fatal:
            os.kill(os.getpid(), signal.SIGKILL)


class SteppedLedger:
    """A ledger whose marking is a step; everything else is the real one's."""

    def __init__(self, ledger: Ledger, steps: Steps) -> None:
        self._ledger, self._steps = ledger, steps
        self.sealed, self.events = ledger.sealed, ledger.events
        self.history, self.unstored, self.renames = ledger.history, ledger.unstored, ledger.renames

    def mark_stored(self, seq: int) -> None:
        """Mark an event as stored."""
        with self._steps.step("mark"):
            self._ledger.mark_stored(seq)


class SteppedRecords:
    """Records whose preparing and committing are steps."""

    def __init__(self, records: Records, steps: Steps) -> None:
        self._records, self._steps = records, steps
        self.close: Callable[[], None] = records.close

    @property
    def queue(self) -> ApprovalQueue:
        """The real queue."""
        return self._records.queue

    @property
    def ledger(self) -> SteppedLedger:
        """The real ledger, but for its marks."""
        return SteppedLedger(self._records.ledger, self._steps)

    @property
    def signals(self) -> Signals:
        """The real signals."""
        return self._records.signals

    def commit(self, change: Change) -> Event:
        """Commit a change."""
        with self._steps.step("commit"):
            return self._records.commit(change)

    def adopt_chain(self, entries: Sequence[Sealed]) -> None:
        """Take a chain over."""
        with self._steps.step("adopt"):
            self._records.adopt_chain(entries)

    def prepare(self) -> None:
        """Promise that a commit would be accepted."""
        with self._steps.step("prepare the records"):
            self._records.prepare()


class SteppedStore:
    """A store whose writes and readings back are steps."""

    def __init__(self, store: MemoryStore, steps: Steps) -> None:
        self._store, self._steps = store, steps
        self.close: Callable[[], None] = store.close

    def prepare(self, fingerprint: Fingerprint) -> None:
        """Promise that a put would be accepted."""
        with self._steps.step("prepare the store"):
            self._store.prepare(fingerprint)

    def put(self, memory: Memory, vector: Vector, terms: frozenset[str]) -> None:
        """Keep a memory."""
        with self._steps.step("put"):
            self._store.put(memory, vector, terms)

    def get(self, memory: uuid.UUID, deadline: Deadline) -> Memory | None:
        """Read a memory back."""
        with self._steps.step("read back"):
            return self._store.get(memory, deadline)

    def search(
        self, vector: Vector, terms: frozenset[str], visibility: Visibility, k: int, deadline: Deadline
    ) -> Found:
        """No step: it changes nothing."""
        return self._store.search(vector, terms, visibility, k, deadline)

    def list(self, visibility: Visibility, order: Order, limit: int, cursor: str | None, deadline: Deadline) -> Page:
        """No step: it changes nothing."""
        return self._store.list(visibility, order, limit, cursor, deadline)

    def fingerprint(self, deadline: Deadline) -> Fingerprint | None:
        """No step: it changes nothing."""
        return self._store.fingerprint(deadline)
