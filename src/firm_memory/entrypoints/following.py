"""A store that lives in this process, kept in step with records that outlive it.

An in-process store forgets with its process, and other processes write to the same records. Before every
search and listing it is told what the ledger says since the last one. As long as the model that embeds is not
there, or for good where it cannot be had, a second copy answers by words alone, as a store of its own would.
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
from firm_memory.application.ports.replacement import Replacement
from firm_memory.application.projection import READ_BACK_SECONDS, Projection
from firm_memory.application.reindex import replacement_of
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import WarmingUp
from firm_memory.domain.memory import Memory
from firm_memory.domain.status import STORED
from firm_memory.domain.visibility import Visibility
from firm_memory.entrypoints.deferred import BUILD_SHARE, Deferred


class Copy:
    """What the records say, in the store of a projection: filled in the background, then told what is new."""

    def __init__(self, records: Records, projection: Projection) -> None:
        self._records, self._projection = records, projection
        self._filled = Deferred("store", self._fill)
        self._turn = threading.Lock()
        self._seq = 0  # how far the ledger has been followed

    @property
    def store(self) -> MemoryStore:
        """The store as it stands."""
        return self._projection.store

    def caught_up(self, deadline: Deadline) -> MemoryStore:
        """The store, as full as the records say. Raises `WarmingUp` where that takes longer than there is time."""
        self._filled.part(deadline.remaining * BUILD_SHARE)
        if not self._turn.acquire(timeout=deadline.remaining * BUILD_SHARE):
            raise WarmingUp("The store is being told what is new in the records. Retry in a moment.")
        try:
            self._follow()
        finally:
            self._turn.release()
        return self.store

    def close(self) -> None:
        """Give the store back; it is not filled any more. Idempotent."""
        self._filled.close()
        self.store.close()

    def _fill(self) -> MemoryStore:
        last = max((entry.seq for entry in self._records.ledger.sealed()), default=0)
        self._tell(self._records.queue.every())
        self._seq = last
        return self.store

    def _follow(self) -> None:
        events = list(self._records.ledger.events(self._seq))
        self._tell(record for event in events for record in event.records)
        self._seq = events[-1].seq if events else self._seq

    def _tell(self, records: Iterable[Record]) -> None:
        """Project what the store does not hold at its revision yet; what this process wrote, it does."""
        stored = [record for record in records if record.memory.status in STORED]
        news = [record for record in stored if not self._holds(record.memory)]
        if news:
            self._projection.apply(self._projection.prepare(news))

    def _holds(self, memory: Memory) -> bool:
        held = self.store.get(memory.id, Deadline.after(READ_BACK_SECONDS, self._projection.clock))
        return held is not None and held.revision >= memory.revision


@attrs.frozen(kw_only=True)
class FollowingStore:
    """The store of `full`, as full as the records say; `words` stands in while `embedder` is not ready.

    Promises what the port promises. What is written goes into `full`.
    """

    full: Copy
    words: Copy
    embedder: Embedder

    def prepare(self, fingerprint: Fingerprint) -> None:
        self.full.store.prepare(fingerprint)

    def put(self, memory: Memory, vector: Vector, terms: frozenset[str]) -> None:
        self.full.store.put(memory, vector, terms)

    def get(self, memory: uuid.UUID, deadline: Deadline) -> Memory | None:
        return self.full.store.get(memory, deadline)  # a write is read back from the store itself, or it proves nothing

    def search(
        self, vector: Vector, terms: frozenset[str], visibility: Visibility, k: int, deadline: Deadline
    ) -> Found:
        copy = self.full if vector else self._present()
        return copy.caught_up(deadline).search(vector, terms, visibility, k, deadline)

    def list(self, visibility: Visibility, order: Order, limit: int, cursor: str | None, deadline: Deadline) -> Page:
        return self._present().caught_up(deadline).list(visibility, order, limit, cursor, deadline)

    def fingerprint(self, deadline: Deadline) -> Fingerprint | None:
        return self.full.caught_up(deadline).fingerprint(deadline)

    def replacement(self, fingerprint: Fingerprint) -> Replacement:
        return replacement_of(self.full.store, fingerprint)

    def close(self) -> None:
        self.full.close()
        self.words.close()

    def _present(self) -> Copy:
        """The copy that can be as full as the records say now."""
        return self.full if self.embedder.ready() else self.words
