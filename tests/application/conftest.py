"""A firm in one process: the real use cases over the in-process adapters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import attrs
import pytest
from dependency_injector import providers

from firm_memory.adapters.in_memory.clock import FixedClock
from firm_memory.application.ports.embedder import ModelCard, Vector
from firm_memory.domain.ranking import Calibration
from firm_memory.domain.scope import MemoryScope
from firm_memory.features.firm import Firm

NOW = datetime(2026, 12, 1, tzinfo=UTC)
OMS = MemoryScope(repos=("oms",))


@attrs.define
class SwitchedEmbedder:
    """A tiny real embedder (letter counts) whose readiness and answers a test may switch."""

    is_ready: bool = True
    broken: Callable[[], list[Vector]] | None = None
    warm: Callable[[], None] = lambda: None
    dimension: int = 26

    @property
    def card(self) -> ModelCard:
        """Its card: one dimension a letter."""
        return ModelCard(
            name="letters", dimension=self.dimension, weights="", calibration=Calibration(floor=0.2, ceiling=1.0)
        )

    def ready(self) -> bool:
        """As switched."""
        return self.is_ready

    def warm_up(self) -> None:
        """As switched."""
        self.warm()

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """How often each letter occurs, as a unit vector; or what a test put in its place."""
        if self.broken:
            return self.broken()
        vectors = list[Vector]()
        for text in texts:
            counts = [float(text.casefold().count(chr(letter))) for letter in range(97, 123)]
            length = sum(count * count for count in counts) ** 0.5 or 1.0
            vectors.append(tuple(count / length for count in counts))
        return vectors


@pytest.fixture
def embedder() -> SwitchedEmbedder:
    """The embedder of the firm."""
    return SwitchedEmbedder()


@pytest.fixture
def clock() -> FixedClock:
    """The clock of the firm."""
    return FixedClock(NOW)


@pytest.fixture
def firm(tmp_path: Path, embedder: SwitchedEmbedder) -> Iterator[Firm]:
    """A firm that nothing is known of yet, with the repository `oms` of the domain `execution`."""
    environment = {
        "FIRM_MEMORY_HOME": str(tmp_path),
        "FIRM_MEMORY_PROVIDER": "memory",
        "FIRM_MEMORY_CANDIDATES_PATH": ":memory:",
        "FIRM_MEMORY_TIMEOUT_SECONDS": "2",
    }
    firm = Firm(environment, embedder)
    firm.domains["oms"] = ("execution",)
    yield firm
    firm.close()


@pytest.fixture
def dated(firm: Firm, clock: FixedClock) -> Firm:
    """The same firm on a clock that a test may move."""
    firm.container.clock.override(providers.Object(clock))
    return firm


@pytest.fixture
def other(tmp_path: Path, embedder: SwitchedEmbedder) -> Iterator[Firm]:
    """Another firm, which knows nothing."""
    environment = {
        "FIRM_MEMORY_HOME": str(tmp_path / "other"),
        "FIRM_MEMORY_PROVIDER": "memory",
        "FIRM_MEMORY_CANDIDATES_PATH": ":memory:",
    }
    firm = Firm(environment, embedder)
    yield firm
    firm.close()
