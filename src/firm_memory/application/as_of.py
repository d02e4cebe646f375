"""As-of recall: what a search would have answered at a moment in the past."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import datetime

import attrs

from firm_memory.application.bounded_reads import BoundedReads
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.records import Records
from firm_memory.application.projection import Projection
from firm_memory.application.search import Question, Search
from firm_memory.application.understanding import Understanding
from firm_memory.domain.answer import Hits
from firm_memory.domain.candidate import Record
from firm_memory.domain.label import Label, Reason
from firm_memory.domain.text import is_blank


@attrs.frozen(kw_only=True)
class Then:
    """A clock on which it is that moment still; it measures durations as `clock` does."""

    moment: datetime
    clock: Clock

    def now(self) -> datetime:
        """The moment."""
        return self.moment

    def monotonic(self) -> float:
        """Seconds that pass really."""
        return self.clock.monotonic()


@attrs.frozen(kw_only=True)
class AsOf:
    """Folds the ledger's events up to a moment, inclusive, into a store of its own, and asks that. Never raises.

    By words alone: `by_words` opens an empty in-process projection without a model. Memories appear as they
    stood, also those that were superseded or archived later; what was redacted since stays redacted. An entry
    counts by its own time, in the order of the chain. `reads` is patient: folding takes as long as the ledger is.
    """

    records: Records
    search: Search
    by_words: Callable[[], Projection]
    reads: BoundedReads
    clock: Clock

    def __call__(self, question: Question, moment: datetime) -> Hits:
        """The answer of that moment, in lexical mode; it says `as_of`."""
        if is_blank(question.query):
            return attrs.evolve(self.search(question), as_of=moment)
        filled = self.reads("as_of", lambda _: self._filled(moment))
        if filled.value is None:
            return Hits(label=Label(reasons=(filled.reason or Reason.UNAVAILABLE,)), as_of=moment)
        return attrs.evolve(self._on(filled.value, moment)(question), as_of=moment)

    def _filled(self, moment: datetime) -> Projection:
        latest = dict[uuid.UUID, Record]()
        for event in self.records.ledger.events():
            if event.occurred_at <= moment:
                latest |= {record.id: record for record in event.records}
        projection = self.by_words()
        projection.apply(projection.prepare(latest.values()))
        return projection

    def _on(self, past: Projection, moment: datetime) -> Search:
        understanding = Understanding(store=past.store, embedder=past.embedder, analyzer=past.analyzer)
        clock = Then(moment=moment, clock=self.clock)
        return attrs.evolve(self.search, store=past.store, understanding=understanding, reads=self.reads, clock=clock)
