"""A store with a fault that can be switched on: down, hanging, forgetful, or lying about scopes."""

from __future__ import annotations

import threading
import uuid

import attrs

from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.embedder import Vector
from firm_memory.application.ports.memory_store import Fingerprint, Found, MemoryStore, Order, Page
from firm_memory.application.ports.replacement import Replacement
from firm_memory.application.reindex import replacement_of
from firm_memory.domain.errors import StoreUnavailable
from firm_memory.domain.memory import Memory
from firm_memory.domain.visibility import Visibility

HANG_SECONDS = 30.0


class FaultyStore:
    """Passes everything to a real store, except for the fault in `mode`.

    `up` (no fault), `down` (every call fails), `hangs` (no call ends before its deadline), `drops` (accepts
    and forgets), `leaks` (forgets the asked scope).
    """

    def __init__(self, store: MemoryStore) -> None:
        self.store, self.mode = store, "up"
        self._released = threading.Event()

    def _meet_fault(self) -> None:
        if self.mode == "down":
            raise StoreUnavailable("The store is down. Retry later.")
        if self.mode == "hangs":
            self._released.wait(HANG_SECONDS)

    def prepare(self, fingerprint: Fingerprint) -> None:
        self._meet_fault()
        self.store.prepare(fingerprint)

    def put(self, memory: Memory, vector: Vector, terms: frozenset[str]) -> None:
        self._meet_fault()
        if self.mode != "drops":
            self.store.put(memory, vector, terms)

    def get(self, memory: uuid.UUID, deadline: Deadline) -> Memory | None:
        self._meet_fault()
        return self.store.get(memory, deadline)

    def search(
        self, vector: Vector, terms: frozenset[str], visibility: Visibility, k: int, deadline: Deadline
    ) -> Found:
        self._meet_fault()
        asked = attrs.evolve(visibility, atoms=EVERYWHERE) if self.mode == "leaks" else visibility
        return self.store.search(vector, terms, asked, k, deadline)

    def list(self, visibility: Visibility, order: Order, limit: int, cursor: str | None, deadline: Deadline) -> Page:
        self._meet_fault()
        return self.store.list(visibility, order, limit, cursor, deadline)

    def fingerprint(self, deadline: Deadline) -> Fingerprint | None:
        self._meet_fault()
        return self.store.fingerprint(deadline)

    def replacement(self, fingerprint: Fingerprint) -> Replacement:
        self._meet_fault()
        return replacement_of(self.store, fingerprint)

    def close(self) -> None:
        self._released.set()
        self.store.close()


EVERYWHERE = frozenset({"firm", "domain:execution", "domain:accounting", "repo:oms", "repo:gateway", "repo:ledger"})
