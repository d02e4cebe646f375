"""Embedders for the cases: small, deterministic, and broken on demand."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence

from firm_memory.application.ports.embedder import ModelCard, Vector
from firm_memory.domain.ranking import Calibration


class Model:
    """A model of that name and dimension; texts that share words get near vectors. `broken` replaces its answers."""

    def __init__(self, name: str, dimension: int) -> None:
        weights = hashlib.sha256(name.encode()).hexdigest()
        calibration = Calibration(floor=0.2, ceiling=1.0)
        self.card = ModelCard(name=name, dimension=dimension, weights=weights, calibration=calibration)
        self.broken: Callable[[], list[Vector]] | None = None

    def ready(self) -> bool:
        """Always."""
        return True

    def warm_up(self) -> None:
        """Nothing to load."""

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A unit vector a text."""
        return self.broken() if self.broken else [self._embedded(text) for text in texts]

    def _embedded(self, text: str) -> Vector:
        numbers = [0.0] * self.card.dimension
        for word in text.casefold().split():
            digest = hashlib.sha256(f"{self.card.name} {word}".encode()).digest()
            numbers[int.from_bytes(digest[:4], "big") % len(numbers)] += 1.0
        length = math.sqrt(sum(each * each for each in numbers)) or 1.0
        return tuple(each / length for each in numbers)
