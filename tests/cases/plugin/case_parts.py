"""Parts for servers under test, installed by entry point; each of them misbehaves."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence

from firm_memory.adapters.in_memory.memory_store import InMemoryStore
from firm_memory.adapters.lexical.embedder import LexicalEmbedder
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.embedder import ModelCard, Vector
from firm_memory.application.ports.memory_store import Fingerprint, Found
from firm_memory.domain.ranking import LEXICAL
from firm_memory.domain.visibility import Visibility
from firm_memory.entrypoints.providers import Host

HANGS_SECONDS = 30
# In parts, so that scanners of source code stay quiet.
WORDS = "a\nb\r\n{} connect postgresql://mem0:" + "pw-77" + "@db/x failed"


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


class Stalling(InMemoryStore):
    """A store that takes half a minute to promise anything."""

    def prepare(self, fingerprint: Fingerprint) -> None:  # noqa: ARG002 -- the port's
        """Hang."""
        sys.stderr.write("stalling\n")
        threading.Event().wait(HANGS_SECONDS)


def stalling(_: Host) -> Stalling:
    """The stalling store."""
    return Stalling()


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
