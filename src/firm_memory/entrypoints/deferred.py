"""Parts that are built on first use, on a background thread: start-up imports nothing heavy.

While a part is being built a read is told `WarmingUp`; a part that cannot be built tells everyone why, and
the next caller tries again.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from firm_memory.application.deadline import Deadline
from firm_memory.application.ports.embedder import Embedder, ModelCard, Vector
from firm_memory.application.ports.memory_store import Fingerprint, Found, MemoryStore, Order, Page
from firm_memory.application.ports.records import ApprovalQueue, Ledger, Records
from firm_memory.domain.errors import WarmingUp
from firm_memory.domain.ledger import Change, Event
from firm_memory.domain.memory import Memory
from firm_memory.domain.visibility import Visibility

_T = TypeVar("_T")
BUILD_SECONDS_MOST: Final = 60.0


class Deferred(Generic[_T]):
    """A part and how to build it. At most one build runs; a failed one is forgotten once reported."""

    def __init__(self, name: str, build: Callable[[], _T]) -> None:
        self._name, self._build = name, build
        self._lock = threading.Lock()
        self._part: _T | None = None
        self._error: BaseException | None = None
        self._done: threading.Event | None = None

    def start(self) -> threading.Event:
        """Begin building, unless that is done or under way; the event is set when it ended."""
        with self._lock:
            if self._done is None:
                self._done = threading.Event()
                threading.Thread(target=self._run, args=(self._done,), daemon=True, name=f"build-{self._name}").start()
            return self._done

    def ready(self) -> bool:
        """Whether the part is there."""
        return self._part is not None

    def part(self, seconds: float = BUILD_SECONDS_MOST) -> _T:
        """The part. Raises `WarmingUp` when it takes longer than `seconds`, or the error of its build."""
        if self._part is not None:
            return self._part
        if not self.start().wait(seconds):
            raise WarmingUp(f"The {self._name} is still loading. Retry in a moment.")
        with self._lock:
            if self._part is not None:
                return self._part
            self._done, error = None, self._error
        raise error or WarmingUp(f"The {self._name} is still loading. Retry in a moment.")

    def built(self) -> _T | None:
        """The part if it is there already."""
        return self._part

    def _run(self, done: threading.Event) -> None:
        try:
            self._part = self._build()
        except BaseException as error:  # whatever it is, the caller on the other thread must get it
            self._error = error
        finally:
            done.set()


class DeferredStore:
    """A `MemoryStore` that is built on first use."""

    def __init__(self, build: Callable[[], MemoryStore]) -> None:
        self.deferred = Deferred("store", build)

    def prepare(self, fingerprint: Fingerprint) -> None:
        self.deferred.part().prepare(fingerprint)

    def put(self, memory: Memory, vector: Vector, terms: frozenset[str]) -> None:
        self.deferred.part().put(memory, vector, terms)

    def get(self, memory: uuid.UUID, deadline: Deadline) -> Memory | None:
        return self.deferred.part(deadline.remaining).get(memory, deadline)

    def search(
        self, vector: Vector, terms: frozenset[str], visibility: Visibility, k: int, deadline: Deadline
    ) -> Found:
        return self.deferred.part(deadline.remaining).search(vector, terms, visibility, k, deadline)

    def list(self, visibility: Visibility, order: Order, limit: int, cursor: str | None, deadline: Deadline) -> Page:
        return self.deferred.part(deadline.remaining).list(visibility, order, limit, cursor, deadline)

    def fingerprint(self, deadline: Deadline) -> Fingerprint | None:
        return self.deferred.part(deadline.remaining).fingerprint(deadline)

    def close(self) -> None:
        built = self.deferred.built()
        if built is not None:
            built.close()


class DeferredRecords:
    """`Records` that are opened on first use."""

    def __init__(self, build: Callable[[], Records]) -> None:
        self.deferred = Deferred("records", build)

    @property
    def queue(self) -> ApprovalQueue:
        return self.deferred.part().queue

    @property
    def ledger(self) -> Ledger:
        return self.deferred.part().ledger

    def commit(self, change: Change) -> Event:
        return self.deferred.part().commit(change)

    def prepare(self) -> None:
        self.deferred.part().prepare()

    def close(self) -> None:
        built = self.deferred.built()
        if built is not None:
            built.close()


class DeferredEmbedder:
    """An `Embedder` that is built on first use; until then it is not ready."""

    def __init__(self, build: Callable[[], Embedder]) -> None:
        self.deferred = Deferred("embedder", build)

    @property
    def card(self) -> ModelCard:
        return self.deferred.part().card

    def ready(self) -> bool:
        built = self.deferred.built()
        return built is not None and built.ready()

    def warm_up(self) -> None:
        self.deferred.part().warm_up()

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        return self.deferred.part().embed(texts)
