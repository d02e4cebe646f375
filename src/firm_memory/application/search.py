"""Search: the one path of recall, for every surface."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from typing import Final

import attrs

from firm_memory.application.bounded_reads import BoundedReads
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.memory_store import MemoryStore
from firm_memory.application.ports.metrics import Metrics
from firm_memory.application.understanding import Understanding
from firm_memory.domain.anchoring import is_anchored
from firm_memory.domain.answer import Hit, Hits
from firm_memory.domain.budget import within_budget
from firm_memory.domain.errors import FingerprintMismatch
from firm_memory.domain.freshness import STALENESS_DAYS
from firm_memory.domain.label import Label, Mode, Reason
from firm_memory.domain.ranking import FLOOR, Match, Ranked, rank
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.text import encodable, is_blank
from firm_memory.domain.visibility import Visibility

_LOG: Final = logging.getLogger(__name__)
LIMIT_MOST: Final = 50
QUERY_MOST: Final = 2_000
CANDIDATES_LEAST: Final = 40
ANCHOR_BONUS: Final = 0.05


@attrs.frozen(kw_only=True)
class Question:
    """What is asked, and from where. `scope` is the asked scope; `task` asks for that task's notes instead."""

    query: str
    scope: MemoryScope
    limit: int = 5
    types: frozenset[MemoryType] | None = None
    task: str | None = None
    paths: tuple[str, ...] = ()
    components: Mapping[str, str] = attrs.field(factory=dict[str, str])
    max_tokens: int | None = None


@attrs.frozen(kw_only=True)
class Search:
    """Recall: visibility → store → visibility again → rank → floor → token budget. Never raises."""

    store: MemoryStore
    understanding: Understanding
    reads: BoundedReads
    metrics: Metrics
    clock: Clock
    min_score: float = FLOOR
    raw_cosine_floor: float | None = None
    staleness_days: int = STALENESS_DAYS

    def __call__(self, question: Question) -> Hits:
        """The visible memories that answer best, labelled with how they were found."""
        if is_blank(question.query):
            self.metrics.count("empty_query")
            return Hits(label=Label(reasons=(Reason.EMPTY_QUERY,)))
        limit = min(max(question.limit, 1), LIMIT_MOST)
        query, cut = shortened(encodable(question.query))
        outcome = self.reads(
            "search", lambda deadline: self._recall(attrs.evolve(question, query=query), limit, deadline)
        )
        hits = outcome.value
        if hits is None:
            hits = Hits(label=Label(reasons=(outcome.reason or Reason.UNAVAILABLE,)))
        remarks = [(Reason.QUERY_TRUNCATED, cut), (Reason.LIMIT_CLAMPED, limit != question.limit)]
        reasons = (*hits.label.reasons, *(reason for reason, holds in remarks if holds))
        return attrs.evolve(hits, label=attrs.evolve(hits.label, reasons=reasons))

    def _recall(self, question: Question, limit: int, deadline: Deadline) -> Hits:
        understood = self.understanding(question.query, deadline)
        reasons = (understood.reason,) if understood.reason else ()
        if understood.reason is Reason.EMBEDDING_INVALID:
            self.metrics.count("embedding_invalid")
            return Hits(label=Label(reasons=reasons))
        visibility = Visibility.recall(question.scope, types=question.types, task=question.task)
        k = max(CANDIDATES_LEAST, 4 * limit)
        try:
            found = self.store.search(understood.vector, understood.terms, visibility, k, deadline)
        except FingerprintMismatch:  # a new collection took the place of the one that was looked at
            understood = self.understanding.mistrusted(understood)
            reasons = (Reason.FINGERPRINT_MISMATCH,)
            found = self.store.search((), understood.terms, visibility, k, deadline)
        now = self.clock.now()
        ranked = rank(
            self.admitted(found.matches, visibility),
            query_terms=understood.terms,
            frequencies=found.frequencies,
            total=found.total,
            calibration=understood.calibration,
            now=now,
        )
        kept = self._favoured([each for each in ranked if each.score >= self.min_score], question)[:limit]
        hits, withheld = within_budget(kept, question.max_tokens)
        if not kept:
            reasons = (*reasons, Reason.EMPTY_STORE if found.empty else Reason.NO_MATCH)
        return Hits(
            hits=tuple(Hit.of(each.memory, each.score, now, self.staleness_days) for each in hits),
            label=Label(mode=understood.mode if kept else Mode.NONE, reasons=reasons),
            withheld=withheld,
        )

    def admitted(self, matches: tuple[Match, ...], visibility: Visibility) -> list[Match]:
        """The matches that may be shown: a hit outside the asked scope is dropped, counted and logged."""
        admitted = list[Match]()
        for match in {each.memory.id: each for each in matches}.values():  # a store that answers twice counts once
            if not visibility.admits(match.memory):
                self.metrics.count("scope_leak")
                _LOG.error("the store returned memory %s outside the asked visibility; dropped", match.memory.id)
            elif self._near_enough(match):
                admitted.append(match)
        return admitted

    def _near_enough(self, match: Match) -> bool:
        """The legacy floor on the raw cosine, where one is configured."""
        floor = self.raw_cosine_floor
        return floor is None or match.cosine is None or (math.isfinite(match.cosine) and match.cosine >= floor)

    def _favoured(self, ranked: list[Ranked], question: Question) -> list[Ranked]:
        """`ranked` with what is anchored in the asked paths moved up a little; the scores stay."""

        def favour(each: Ranked) -> float:
            anchored = is_anchored(each.memory, question.paths, question.components, question.scope.repos)
            return each.score + ANCHOR_BONUS if anchored else each.score

        return sorted(ranked, key=favour, reverse=True) if question.paths else ranked


def shortened(query: str) -> tuple[str, bool]:
    """A query of at most `QUERY_MOST` characters, and whether it was cut. Both ends are kept."""
    if len(query) <= QUERY_MOST:
        return query, False
    half = QUERY_MOST // 2
    return f"{query[:half]} {query[-half:]}", True
