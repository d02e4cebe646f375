"""Parts that a stranger might plug in, most of them badly behaved: for servers under test, by entry point."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import warnings
from collections.abc import Sequence

from firm_memory.adapters.in_memory.memory_store import InMemoryStore
from firm_memory.adapters.lexical.embedder import LexicalEmbedder
from firm_memory.adapters.snowball.text_analyzer import SnowballAnalyzer
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.embedder import ModelCard, Vector
from firm_memory.application.ports.memory_store import Fingerprint, Found
from firm_memory.application.understanding import fingerprint_of
from firm_memory.domain.ranking import LEXICAL
from firm_memory.domain.status import STORED
from firm_memory.domain.visibility import Visibility
from firm_memory.entrypoints.providers import Host, records

HANGS_SECONDS = 30
# In parts, so that scanners of source code stay quiet.
LEAK = "a\nb\r\n{} connect postgresql://mem0:" + "pw-77" + "@db/x failed"


def filled(host: Host) -> InMemoryStore:
    """A store in the process that holds what the records say, from the start."""
    store, analyzer = InMemoryStore(), SnowballAnalyzer()
    store.prepare(fingerprint_of(LexicalEmbedder(), analyzer))
    for record in records(host).queue.every():
        if record.memory.status in STORED:
            store.put(record.memory, (), analyzer.terms(record.memory.embedded_text))
    return store


def noisy(host: Host) -> InMemoryStore:
    """A store whose library talks on every channel that reaches standard output."""
    print("Loading 100%|##########| 风控 ✅")  # noqa: T201 -- it is what is tested
    sys.stdout.write("no line break")
    sys.stdout.flush()
    os.write(1, b"from C code\n")
    child = "import sys; print('from a child', len(sys.stdin.read()))"
    subprocess.run([sys.executable, "-c", child], check=True)
    warnings.warn("a warning", stacklevel=1)
    sys.stderr.write("progress ✅\n")
    return filled(host)


class Leaking(InMemoryStore):
    """A store whose errors quote its connection string, with line breaks and braces."""

    def prepare(self, fingerprint: Fingerprint) -> None:  # noqa: ARG002 -- the port's
        """Fail in words that nobody may see."""
        raise RuntimeError(LEAK)

    def search(
        self,
        vector: Vector,  # noqa: ARG002 -- the port's
        terms: frozenset[str],  # noqa: ARG002 -- the port's
        visibility: Visibility,  # noqa: ARG002 -- the port's
        k: int,  # noqa: ARG002 -- the port's
        deadline: Deadline,  # noqa: ARG002 -- the port's
    ) -> Found:
        """Fail in words that nobody may see."""
        raise RuntimeError(LEAK)

    def close(self) -> None:
        """Fail in words that nobody may see."""
        raise RuntimeError(LEAK)


def leaking(_: Host) -> Leaking:
    """The leaking store."""
    return Leaking()


class Hanging(InMemoryStore):
    """A store that takes for ever to promise anything."""

    def prepare(self, fingerprint: Fingerprint) -> None:  # noqa: ARG002 -- the port's
        """Hang, as a provider does whose network went away."""
        sys.stderr.write("hanging\n")
        threading.Event().wait(HANGS_SECONDS)


def hanging(_: Host) -> Hanging:
    """The hanging store."""
    return Hanging()


class Cold:
    """An embedder whose model takes a minute to load."""

    card = ModelCard(name="cold", dimension=3, weights="0" * 64, calibration=LEXICAL)

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


def cold(_: Host) -> Cold:
    """The cold embedder."""
    return Cold()


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
