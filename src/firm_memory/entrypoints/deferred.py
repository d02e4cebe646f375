"""Parts that are built on first use, on a background thread: start-up imports nothing heavy.

While a part is being built a read is told `WarmingUp`; a part that cannot be built tells everyone why, and
the next caller tries again.
"""

from __future__ import annotations

import copy
import threading
import uuid
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from firm_memory.application.background import run_in_background
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.embedder import Embedder, ModelCard, Vector
from firm_memory.application.ports.memory_store import Fingerprint, Found, MemoryStore, Order, Page
from firm_memory.application.ports.records import ApprovalQueue, Ledger, Records
from firm_memory.application.ports.replacement import Replacement
from firm_memory.application.ports.signals import Signals
from firm_memory.application.reindex import replacement_of
from firm_memory.domain.errors import StoreUnavailable, WarmingUp
from firm_memory.domain.ledger import Change, Event, Sealed
from firm_memory.domain.memory import Memory
from firm_memory.domain.visibility import Visibility

_T = TypeVar("_T")
BUILD_SECONDS_MOST: Final = 60.0
CARD_SECONDS: Final = 0.25
BUILD_SHARE: Final = 0.75  # of a read's deadline


class Deferred(Generic[_T]):
    """A part and how to build it. At most one build runs; a failed one is forgotten once reported."""

    def __init__(self, name: str, build: Callable[[], _T], close: Callable[[_T], None] | None = None) -> None:
        """`close` gives a built part back."""
        self._name, self._build, self._give_back = name, build, close
        self._lock = threading.Lock()
        self._part: _T | None = None
        self._error: BaseException | None = None
        self._done: threading.Event | None = None
        self._closed = False

    def start(self) -> threading.Event:
        """Begin building, unless that is done or under way; the event is set when it ended."""
        with self._lock:
            if self._closed:
                raise StoreUnavailable(f"The {self._name} is closed. Open the memory anew.")
            if self._done is None:
                done = threading.Event()
                run_in_background(lambda: self._run(done), f"build-{self._name}")
                self._done = done
            return self._done

    def ready(self) -> bool:
        """Whether the part is there."""
        return self._part is not None

    def part(self, seconds: float = BUILD_SECONDS_MOST) -> _T:
        """The part. Raises `WarmingUp` when it takes longer than `seconds`, or the error of its build."""
        if self._part is not None:
            return self._part
        done = self.start()
        if not done.wait(seconds):
            raise WarmingUp(f"The {self._name} is still loading. Retry in a moment.")
        with self._lock:
            if self._part is not None:
                return self._part
            error = self._error
            if self._done is done:  # else somebody who waited too has begun the next build already
                self._done = None
        raise error or WarmingUp(f"The {self._name} is still loading. Retry in a moment.")

    def built(self) -> _T | None:
        """The part if it is there already."""
        return self._part

    def close(self) -> None:
        """Give the part back, as soon as it is built where that is under way; idempotent. None is built afterwards."""
        with self._lock:
            self._closed, part = True, self._part
        if part is not None and self._give_back is not None:
            self._give_back(part)

    def _run(self, done: threading.Event) -> None:
        try:
            part = self._build()
            with self._lock:
                self._part, closed = part, self._closed
            if closed and self._give_back is not None:
                self._give_back(part)
        except BaseException as error:  # noqa: BLE001 -- whatever it is, the caller on the other thread must get it
            self._error = error
        finally:
            done.set()


class DeferredStore:
    """A `MemoryStore` that is built on first use."""

    def __init__(self, build: Callable[[], MemoryStore]) -> None:
        self.deferred = Deferred("store", build, lambda store: store.close())

    def prepare(self, fingerprint: Fingerprint) -> None:
        self.deferred.part().prepare(fingerprint)

    def put(self, memory: Memory, vector: Vector, terms: frozenset[str]) -> None:
        self.deferred.part().put(memory, vector, terms)

    def get(self, memory: uuid.UUID, deadline: Deadline) -> Memory | None:
        return self._within(deadline).get(memory, deadline)

    def search(
        self, vector: Vector, terms: frozenset[str], visibility: Visibility, k: int, deadline: Deadline
    ) -> Found:
        return self._within(deadline).search(vector, terms, visibility, k, deadline)

    def list(self, visibility: Visibility, order: Order, limit: int, cursor: str | None, deadline: Deadline) -> Page:
        return self._within(deadline).list(visibility, order, limit, cursor, deadline)

    def fingerprint(self, deadline: Deadline) -> Fingerprint | None:
        return self._within(deadline).fingerprint(deadline)

    def replacement(self, fingerprint: Fingerprint) -> Replacement:
        return replacement_of(self.deferred.part(), fingerprint)

    def _within(self, deadline: Deadline) -> MemoryStore:
        """The store, as long as there is time left to ask it: who runs into the deadline learns nothing."""
        return self.deferred.part(deadline.remaining * BUILD_SHARE)

    def close(self) -> None:
        self.deferred.close()


class DeferredRecords:
    """`Records` that are opened on first use; whoever uses them waits for that as long as a write may."""

    def __init__(self, build: Callable[[], Records]) -> None:
        self.deferred = Deferred("records", build, lambda records: records.close())
        self._seconds = BUILD_SECONDS_MOST

    def within(self, seconds: float) -> DeferredRecords:
        """The same records for whoever waits at most `seconds` for them to open, and then is told `WarmingUp`."""
        hurried = copy.copy(self)
        hurried._seconds = seconds  # noqa: SLF001 -- a copy of itself
        return hurried

    @property
    def queue(self) -> ApprovalQueue:
        return self.deferred.part(self._seconds).queue

    @property
    def ledger(self) -> Ledger:
        return self.deferred.part(self._seconds).ledger

    @property
    def signals(self) -> Signals:
        return self.deferred.part(self._seconds).signals

    def commit(self, change: Change) -> Event:
        return self.deferred.part().commit(change)

    def adopt_chain(self, entries: Sequence[Sealed]) -> None:
        self.deferred.part().adopt_chain(entries)

    def prepare(self) -> None:
        self.deferred.part().prepare()

    def close(self) -> None:
        self.deferred.close()


class DeferredEmbedder:
    """An `Embedder` that is built on first use; until then it is not ready."""

    def __init__(self, build: Callable[[], Embedder]) -> None:
        self.deferred = Deferred("embedder", build)

    @property
    def card(self) -> ModelCard:
        """The card, or `WarmingUp` where building takes longer than a moment: a read has its words to go on with."""
        return self.deferred.part(CARD_SECONDS).card

    def ready(self) -> bool:
        built = self.deferred.built()
        return built is not None and built.ready()

    def warm_up(self) -> None:
        self.deferred.part().warm_up()

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        return self.deferred.part().embed(texts)
