"""From a store's candidates to an ordered, calibrated list: pure arithmetic, the same for every store.

Fusion is dense similarity plus 0.6 times the square of coverage, the idf-weighted share of the query's terms
that a memory holds. Squared, because a few words are shared by accident and nearly all of them are not: on
FirmBench it lifts recall@5 from .908 to .922 and the AUROC of abstention from .661 to .679 (benchmarks/recall.py).
(Reciprocal-rank fusion with equal weights was measured to hurt paraphrases, and is not used.)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

import attrs

from firm_memory.domain.errors import InvalidField
from firm_memory.domain.memory import Memory
from firm_memory.domain.moment import age
from firm_memory.domain.status import MemoryStatus, MemoryTier

COVERAGE_WEIGHT: Final = 0.6
FLOOR: Final = 0.3
DISPUTED_FACTOR: Final = 0.7


@attrs.frozen(kw_only=True)
class Calibration:
    """How one embedder's raw fused score becomes relevance in [0, 1].

    `floor` is the raw score that means 0.3 ("this embedder's own floor"), `ceiling` the one that means 1.
    """

    floor: float
    ceiling: float

    def __attrs_post_init__(self) -> None:
        if not 0 < self.floor < self.ceiling < math.inf:
            raise InvalidField("calibration", f"{self.floor:g} to {self.ceiling:g}", "Give 0 < floor < ceiling")

    def relevance(self, raw: float) -> float:
        """Piecewise linear, monotone: 0 → 0, `floor` → 0.3, `ceiling` and above → 1."""
        if raw <= 0 or not math.isfinite(raw):
            return 0.0
        if raw <= self.floor:
            return FLOOR * raw / self.floor
        return min(1.0, FLOOR + (1 - FLOOR) * (raw - self.floor) / (self.ceiling - self.floor))


# What 0.6 · coverage² alone is worth: the scale of every answer that was found by words. The floor is a
# coverage of about .06, so one telling word: below it, FirmBench has hardly a right answer (benchmarks/recall.py).
LEXICAL: Final = Calibration(floor=0.002, ceiling=0.6)


@attrs.frozen(kw_only=True)
class Match:
    """A stored memory as a candidate answer: raw cosine (None where no model ran) and matched query terms."""

    memory: Memory
    cosine: float | None
    terms: frozenset[str]


@attrs.frozen(kw_only=True)
class Ranked:
    """An answer with its calibrated relevance in [0, 1]."""

    memory: Memory
    score: float


def idf(frequency: int, total: int) -> float:
    """How telling a term is that `frequency` of `total` visible memories hold (BM25's form, never negative)."""
    return (
        math.log1p((total - frequency + 0.5) / (frequency + 0.5))
        if frequency < total
        else math.log1p(0.5 / (total + 0.5))
    )


def coverage(matched: Iterable[str], query: frozenset[str], frequencies: Mapping[str, int], total: int) -> float:
    """The idf-weighted share, in [0, 1], of the query's terms that a memory holds."""
    weights = {term: idf(frequencies.get(term, 0), total) for term in query}
    whole = sum(weights.values())
    return sum(weights[term] for term in matched if term in weights) / whole if whole > 0 else 0.0


def rank(
    matches: Iterable[Match],
    *,
    query_terms: frozenset[str],
    frequencies: Mapping[str, int],
    total: int,
    calibration: Calibration,
    now: datetime | None = None,
) -> list[Ranked]:
    """Score and order: best first, disputed penalised, DURABLE before INDEX; ties: verified, newer, id.

    A moment from the future of `now` wins no tie: how recent it is, nobody knows.
    """
    ranked = [
        Ranked(
            memory=match.memory,
            score=_score(match, coverage(match.terms, query_terms, frequencies, total), calibration),
        )
        for match in matches
    ]
    return sorted(ranked, key=lambda each: _order(each, now))


def _score(match: Match, covered: float, calibration: Calibration) -> float:
    dense = match.cosine if match.cosine is not None and math.isfinite(match.cosine) else 0.0
    score = calibration.relevance(dense + COVERAGE_WEIGHT * covered**2)
    return score * DISPUTED_FACTOR if match.memory.status is MemoryStatus.DISPUTED else score


def _order(ranked: Ranked, now: datetime | None) -> tuple[float, int, int, float, float, str]:
    memory = ranked.memory
    return (
        -round(ranked.score, 6),
        int(memory.status is MemoryStatus.DISPUTED),
        int(memory.tier is MemoryTier.INDEX),
        -_recency(memory.verified_at, now),
        -_recency(memory.created_at, now),
        str(memory.id),
    )


def _recency(moment: datetime | None, now: datetime | None) -> float:
    if moment is None or (now is not None and age(moment, now) is None):
        return -math.inf
    return moment.timestamp()
