"""From a question's text to what a store can look for: terms, and a vector where a model is ready."""

from __future__ import annotations

import logging
import math
import threading
from typing import Final

import attrs

from firm_memory.application.background import run_in_background
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.embedder import Embedder, Vector
from firm_memory.application.ports.memory_store import Fingerprint, MemoryStore
from firm_memory.application.ports.text_analyzer import TextAnalyzer
from firm_memory.domain.errors import ConfigurationError, FirmMemoryError, WarmingUp
from firm_memory.domain.label import Mode, Reason
from firm_memory.domain.ranking import LEXICAL, Calibration

_LOG: Final = logging.getLogger(__name__)
FINGERPRINT_TRUSTED_SECONDS: Final = 30.0


@attrs.frozen(kw_only=True)
class Understood:
    """A query as the store sees it. `vector` is empty in lexical mode; `reason` says why it is."""

    terms: frozenset[str]
    vector: Vector = ()
    mode: Mode = Mode.LEXICAL
    reason: Reason | None = None
    calibration: Calibration = LEXICAL


def fingerprint_of(embedder: Embedder, analyzer: TextAnalyzer) -> Fingerprint:
    """What a collection filled with this model and analyser is marked with."""
    card = embedder.card
    return Fingerprint(model=card.name, dimension=card.dimension, weights=card.weights, analyzer=analyzer.version)


@attrs.define
class _Trust:
    until: float = -math.inf


@attrs.define
class _Model:
    """What loading the model came to, last time: whether it cannot be had."""

    missing: bool = False


@attrs.frozen(kw_only=True)
class Understanding:
    """Analyses and embeds queries. A model that is missing, cold or foreign to the store means lexical mode."""

    store: MemoryStore
    embedder: Embedder
    analyzer: TextAnalyzer
    _trust: _Trust = attrs.field(factory=_Trust, init=False)
    _model: _Model = attrs.field(factory=_Model, init=False)
    warming: threading.Lock = attrs.field(factory=threading.Lock, init=False)

    def __call__(self, query: str, deadline: Deadline) -> Understood:
        """The query's terms and, where possible, its vector."""
        terms = self.analyzer.terms(query)
        try:
            card = self.embedder.card
        except ConfigurationError as error:
            _LOG.warning("no embedder, recall is lexical: %s", error)
            return Understood(terms=terms, reason=Reason.CONFIG)
        except WarmingUp:
            return Understood(terms=terms, reason=Reason.WARMING_UP)
        if card.dimension == 0:
            return Understood(terms=terms, calibration=card.calibration)
        if not self.embedder.ready():
            reason = Reason.CONFIG if self._model.missing else Reason.WARMING_UP
            self.warm_up()  # also where it could not be had: it may have been put there since
            return Understood(terms=terms, reason=reason)
        if not self._same_model(deadline):
            return Understood(terms=terms, reason=Reason.FINGERPRINT_MISMATCH)
        vector = next(iter(self.embedder.embed([query])), ())
        if len(vector) != card.dimension or not all(map(math.isfinite, vector)):
            return Understood(terms=terms, reason=Reason.EMBEDDING_INVALID)
        return Understood(terms=terms, vector=vector, mode=Mode.HYBRID, calibration=card.calibration)

    def mistrusted(self, understood: Understood) -> Understood:
        """The same query by words alone, after the store turned out to be another model's by now."""
        self._trust.until = -math.inf
        return Understood(terms=understood.terms, reason=Reason.FINGERPRINT_MISMATCH)

    def warm_up(self) -> None:
        """Load the model on a background thread, unless that is under way already."""
        if self.warming.acquire(blocking=False):
            run_in_background(self._load, "warm-up")

    def load(self) -> None:
        """Load the model here and now, or wait for whoever does. A model that cannot be had is for reads to tell."""
        self.warming.acquire()
        self._load()

    def _load(self) -> None:
        try:
            self.embedder.warm_up()
            self._model.missing = False
        except FirmMemoryError as error:
            missing = isinstance(error, ConfigurationError)
            self._failed(f"is not available, recall stays lexical: {error}", missing=missing)
        except Exception as error:  # noqa: BLE001 -- a broken model must not break recall; its message may hold paths
            self._failed(f"failed to load, recall stays lexical: {type(error).__name__}", missing=True)
        finally:
            self.warming.release()

    def _failed(self, how: str, *, missing: bool) -> None:
        if not self._model.missing:  # else it was told already; every read asks again
            _LOG.warning("the embedder %s", how)
        self._model.missing = missing

    def _same_model(self, deadline: Deadline) -> bool:
        """Whether the collection was filled by this model. A yes is trusted for half a minute."""
        now = deadline.clock.monotonic()
        if now < self._trust.until:
            return True
        present = self.store.fingerprint(deadline)
        if present is not None and present != fingerprint_of(self.embedder, self.analyzer):
            return False
        if present is not None:
            self._trust.until = now + FINGERPRINT_TRUSTED_SECONDS
        return True
