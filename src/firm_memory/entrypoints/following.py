"""A store that lives in this process, kept in step with records that outlive it.

An in-process store forgets with its process, and other processes write to the same records. Before every
search and listing it is told what the ledger says since the last one.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterable

import attrs

from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.embedder import Embedder, Vector
from firm_memory.application.ports.memory_store import Fingerprint, Found, MemoryStore, Order, Page
from firm_memory.application.ports.records import Records
from firm_memory.application.projection import Projection
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import WarmingUp
from firm_memory.domain.memory import Memory
from firm_memory.domain.status import STORED
from firm_memory.domain.visibility import Visibility


@attrs.define
class _Place:
    """How far the ledger has been followed; None before the first time."""

    seq: int | None = None


@attrs.frozen(kw_only=True)
class FollowingStore:
    """`store`, as full as the records say. Promises what the port promises."""

    store: MemoryStore
    records: Records
    projection: Projection
    embedder: Embedder
    _place: _Place = attrs.field(factory=_Place, init=False)
    _turn: threading.Lock = attrs.field(factory=threading.Lock, init=False)

    def prepare(self, fingerprint: Fingerprint) -> None:
        self.store.prepare(fingerprint)

    def put(self, memory: Memory, vector: Vector, terms: frozenset[str]) -> None:
        self.store.put(memory, vector, terms)

    def get(self, memory: uuid.UUID, deadline: Deadline) -> Memory | None:
        return self.store.get(memory, deadline)  # a write is read back from the store itself, or it proves nothing

    def search(
        self, vector: Vector, terms: frozenset[str], visibility: Visibility, k: int, deadline: Deadline
    ) -> Found:
        return self._followed(deadline).search(vector, terms, visibility, k, deadline)

    def list(self, visibility: Visibility, order: Order, limit: int, cursor: str | None, deadline: Deadline) -> Page:
        return self._followed(deadline).list(visibility, order, limit, cursor, deadline)

    def fingerprint(self, deadline: Deadline) -> Fingerprint | None:
        return self._followed(deadline).fingerprint(deadline)

    def close(self) -> None:
        self.store.close()

    def _followed(self, deadline: Deadline) -> MemoryStore:
        """The store, brought up to date; as it stands while the model that embeds is still loading."""
        with self._turn:
            if self.embedder.ready():
                self._follow(deadline)
            elif self._place.seq is None and any(True for _ in self.records.ledger.sealed()):
                raise WarmingUp("The store is being filled from the records. Retry in a moment.")
        return self.store

    def _follow(self, deadline: Deadline) -> None:
        known = self._place.seq
        if known is None:
            last = max((entry.seq for entry in self.records.ledger.sealed()), default=0)
            self._tell(self.records.queue.every(), deadline)
        else:
            events = list(self.records.ledger.events(known))
            last = events[-1].seq if events else known
            self._tell((record for event in events for record in event.records), deadline)
        self._place.seq = last

    def _tell(self, records: Iterable[Record], deadline: Deadline) -> None:
        """Project what the store does not hold at its revision yet; what this process wrote, it does."""
        stored = [record for record in records if record.memory.status in STORED]
        news = [record for record in stored if not self._holds(record.memory, deadline)]
        if news:
            self.projection.apply(self.projection.prepare(news))

    def _holds(self, memory: Memory, deadline: Deadline) -> bool:
        held = self.store.get(memory.id, deadline)
        return held is not None and held.revision >= memory.revision
