"""From the ledger to the store: the store holds what the records say, or is told again until it does."""

from __future__ import annotations

import logging
import math
import uuid
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import Final

import attrs

from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.embedder import Embedder, Vector
from firm_memory.application.ports.memory_store import REFILL, MemoryStore
from firm_memory.application.ports.text_analyzer import TextAnalyzer
from firm_memory.application.understanding import fingerprint_of
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import FirmMemoryError, StoreUnavailable, WriteFailed
from firm_memory.domain.memory import Memory
from firm_memory.domain.status import STORED

_LOG: Final = logging.getLogger(__name__)
READ_BACK_SECONDS: Final = 5.0


@attrs.frozen(kw_only=True)
class Row:
    """A memory ready for the store."""

    memory: Memory
    vector: Vector
    terms: frozenset[str]


@attrs.frozen(kw_only=True)
class Projection:
    """Puts memories into the store and reads them back: success means that they are there."""

    store: MemoryStore
    embedder: Embedder
    analyzer: TextAnalyzer
    clock: Clock

    def lacking(self, records: Iterable[Record]) -> Sequence[Record]:
        """The records whose memories belong into the store and are not there word for word. Waits for the store."""
        self._ready()
        return [
            record for record in records if record.memory.status in STORED and self._kept(record.id) != record.memory
        ]

    def prepare(self, records: Iterable[Record]) -> Sequence[Row]:
        """Everything that can fail before anything is recorded: store reachable, same model, vectors made."""
        self._ready()
        memories = [record.memory for record in records if record.memory.status in STORED]
        vectors = self.vectors([memory.embedded_text for memory in memories])
        return [
            Row(memory=memory, vector=vector, terms=self.analyzer.terms(memory.embedded_text))
            for memory, vector in zip(memories, vectors, strict=True)
        ]

    def _ready(self) -> None:
        """Model loaded, and a store that would keep what it is told: a write waits for both, where a read would not."""
        self.embedder.warm_up()
        with _presentable():
            self.store.prepare(fingerprint_of(self.embedder, self.analyzer))

    def vectors(self, texts: Sequence[str]) -> Sequence[Vector]:
        """A usable vector for each text, or `WriteFailed`."""
        vectors = self.embedder.embed(texts) if texts else []
        if len(vectors) != len(texts) or not all(map(self._usable, vectors)):
            raise WriteFailed(
                f"The embedder {self.embedder.card.name} gave no usable vector. Nothing was changed; retry."
            )
        return vectors

    def apply(self, rows: Iterable[Row]) -> None:
        """Put the rows and read each back, word for word. Raises `StoreUnavailable` for one that is not there then."""
        for row in rows:
            with _presentable():
                self.store.put(row.memory, row.vector, row.terms)
            _check(row.memory, self._kept(row.memory.id))

    def _kept(self, memory: uuid.UUID) -> Memory | None:
        with _presentable():
            return self.store.get(memory, Deadline.after(READ_BACK_SECONDS, self.clock))

    def _usable(self, vector: Vector) -> bool:
        return len(vector) == self.embedder.card.dimension and all(map(math.isfinite, vector))


def _check(told: Memory, kept: Memory | None) -> None:
    if kept is None or kept.revision < told.revision:
        raise StoreUnavailable(f"The store accepted memory {told.id} and did not keep it. Retry later.")
    if kept.revision == told.revision and kept != told:
        raise StoreUnavailable(
            f"The store holds other words for memory {told.id} than the ledger: they were changed there. {REFILL}"
        )


@contextmanager
def _presentable() -> Generator[None]:
    """Pass on what a store's own libraries raise by its class alone: the message may hold a secret."""
    try:
        yield
    except FirmMemoryError:
        raise
    except Exception as error:  # noqa: BLE001 -- whatever a stranger's store raises
        _LOG.warning("the store failed unexpectedly: %s", type(error).__name__)
        raise StoreUnavailable(f"The store failed ({type(error).__name__}). Retry later.") from None
