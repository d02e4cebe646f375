"""Recall without a model: no vectors, and a calibration for words alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from firm_memory.application.ports.embedder import ModelCard, Vector
from firm_memory.domain.ranking import LEXICAL

CARD: Final = ModelCard(name="lexical", dimension=0, weights="", calibration=LEXICAL)


class LexicalEmbedder:
    """An embedder that embeds nothing (port: `Embedder`): every vector is empty, recall is lexical."""

    @property
    def card(self) -> ModelCard:
        """Dimension 0, no weights, and the calibration of words alone."""
        return CARD

    def ready(self) -> bool:
        """True: there is nothing to load."""
        return True

    def warm_up(self) -> None:
        """Nothing to do."""

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """An empty vector a text."""
        return [()] * len(texts)
