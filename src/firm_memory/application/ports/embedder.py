"""Port: text to vectors, with a card that says what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import attrs

from firm_memory.domain.ranking import Calibration

Vector = tuple[float, ...]


@attrs.frozen(kw_only=True)
class ModelCard:
    """What an embedder is. `dimension` 0 means: no model, lexical recall only.

    `weights` is the sha256 of the weights (empty without a model); `calibration` maps the fused raw
    score (cosine + 0.6 · coverage²) to relevance.
    """

    name: str
    dimension: int
    weights: str
    calibration: Calibration


class Embedder(Protocol):
    """Makes unit vectors. Laws: batch-independent, deterministic, every vector of `card.dimension` numbers."""

    @property
    def card(self) -> ModelCard:
        """The model card; reading it loads no model."""
        ...

    def ready(self) -> bool:
        """Whether a call to `embed` would answer without loading anything first."""
        ...

    def warm_up(self) -> None:
        """Load what `embed` needs. Raises `ConfigurationError` when it cannot be had."""
        ...

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A vector a text, in order; loads the model on first use.

        Long texts are read as far as the model reaches. An embedder without a model returns empty vectors.
        """
        ...
