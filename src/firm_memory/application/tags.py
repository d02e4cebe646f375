"""Tags: which ones the memories in a scope bear, and how often."""

from __future__ import annotations

import attrs

from firm_memory.application.bounded_reads import BoundedReads
from firm_memory.application.ports.records import Records
from firm_memory.domain.browsing import Filters
from firm_memory.domain.label import Label, Mode, Reason
from firm_memory.domain.listing import TagCounts
from firm_memory.domain.scope import MemoryScope


@attrs.frozen(kw_only=True)
class Tags:
    """Counts tags over what is in force within the asked scope. Never raises."""

    records: Records
    reads: BoundedReads

    def __call__(self, scope: MemoryScope) -> TagCounts:
        """Tag → count, most used first; empty and labelled when there are none or memory is down."""
        outcome = self.reads("tags", lambda _: self.records.queue.tags(Filters(atoms=scope.atoms)))
        if outcome.value is None:
            return TagCounts(label=Label(reasons=(outcome.reason or Reason.UNAVAILABLE,)))
        if not outcome.value:
            return TagCounts(label=Label(reasons=(Reason.NO_MATCH,)))
        counts = dict(sorted(outcome.value.items(), key=lambda each: (-each[1], each[0])))
        return TagCounts(counts=counts, label=Label(mode=Mode.LEXICAL))
