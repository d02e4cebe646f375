"""Parts for servers under test, installed by entry point: a store that is full, and others that misbehave."""

from __future__ import annotations

import sys
import threading
import uuid
from collections.abc import Sequence

from firm_memory.adapters.in_memory.memory_store import InMemoryStore
from firm_memory.adapters.lexical.embedder import LexicalEmbedder
from firm_memory.adapters.snowball.text_analyzer import SnowballAnalyzer
from firm_memory.application.deadline import Deadline
from firm_memory.application.ports.embedder import ModelCard, Vector
from firm_memory.application.ports.memory_store import Fingerprint, Found, MemoryStore, Order, Page
from firm_memory.application.understanding import fingerprint_of
from firm_memory.domain.memory import Memory
from firm_memory.domain.ranking import LEXICAL
from firm_memory.domain.status import STORED
from firm_memory.domain.visibility import Visibility
from firm_memory.entrypoints.providers import Host, mem0, records

HANGS_SECONDS = 30
# In parts, so that scanners of source code stay quiet.
WORDS = "a\nb\r\n{} connect postgresql://mem0:" + "pw-77" + "@db/x failed"


def filled(host: Host) -> InMemoryStore:
    """A store in the process that holds what the records say, from the start."""
    store, analyzer = InMemoryStore(), SnowballAnalyzer()
    store.prepare(fingerprint_of(LexicalEmbedder(), analyzer))
    for record in records(host).queue.every():
        if record.memory.status in STORED:
            store.put(record.memory, (), analyzer.terms(record.memory.embedded_text))
    return store


class Broken(InMemoryStore):
    """A store whose errors hold line breaks, braces and a connection string."""

    def prepare(self, fingerprint: Fingerprint) -> None:  # noqa: ARG002 -- the port's
        """Fail in words that nobody may see."""
        raise ValueError(WORDS)

    def search(
        self,
        vector: Vector,  # noqa: ARG002 -- the port's
        terms: frozenset[str],  # noqa: ARG002 -- the port's
        visibility: Visibility,  # noqa: ARG002 -- the port's
        k: int,  # noqa: ARG002 -- the port's
        deadline: Deadline,  # noqa: ARG002 -- the port's
    ) -> Found:
        """Fail in words that nobody may see."""
        raise ValueError(WORDS)


def broken(_: Host) -> Broken:
    """The broken store."""
    return Broken()


class Stalling:
    """mem0's collection, except that a promise to write hangs for half a minute once it has connected."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store

    def prepare(self, fingerprint: Fingerprint) -> None:
        """Connect, then hang."""
        self.store.prepare(fingerprint)
        sys.stderr.write("stalling\n")
        threading.Event().wait(HANGS_SECONDS)

    def put(self, memory: Memory, vector: Vector, terms: frozenset[str]) -> None:
        """As the store does."""
        self.store.put(memory, vector, terms)

    def get(self, memory: uuid.UUID, deadline: Deadline) -> Memory | None:
        """As the store does."""
        return self.store.get(memory, deadline)

    def search(
        self, vector: Vector, terms: frozenset[str], visibility: Visibility, k: int, deadline: Deadline
    ) -> Found:
        """As the store does."""
        return self.store.search(vector, terms, visibility, k, deadline)

    def list(self, visibility: Visibility, order: Order, limit: int, cursor: str | None, deadline: Deadline) -> Page:
        """As the store does."""
        return self.store.list(visibility, order, limit, cursor, deadline)

    def fingerprint(self, deadline: Deadline) -> Fingerprint | None:
        """As the store does."""
        return self.store.fingerprint(deadline)

    def close(self) -> None:
        """As the store does."""
        self.store.close()


def stalling(host: Host) -> Stalling:
    """The stalling store."""
    return Stalling(mem0(host))


class Slow:
    """An embedder whose model takes a minute to load."""

    card = ModelCard(name="slow", dimension=3, weights="0" * 64, calibration=LEXICAL)

    def ready(self) -> bool:
        """Never within a test."""
        return False

    def warm_up(self) -> None:
        """Load for a minute."""
        sys.stderr.write("loading\n")
        threading.Event().wait(60)

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A vector a text."""
        return [(1.0, 0.0, 0.0) for _ in texts]


def slow(_: Host) -> Slow:
    """The slow embedder."""
    return Slow()


class Chatty(LexicalEmbedder):
    """A loader that draws its progress wherever it can."""

    def warm_up(self) -> None:
        """Load, visibly."""
        for stream in (sys.stdout, sys.stderr):
            stream.write("\r100%|####| 3/3 风控")
            stream.flush()


def chatty(_: Host) -> Chatty:
    """The chatty loader."""
    return Chatty()
