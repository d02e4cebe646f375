"""Everything that records in files are used for."""

from __future__ import annotations

from collections.abc import Callable

from firm_memory.adapters.files.records import FileRecords
from firm_memory.domain.ledger import EventKind
from firm_memory.features.laws.sample_changes import Scribe


def propose(records: FileRecords) -> None:
    """Commit something."""
    scribe = Scribe()
    records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("one")))


def every_use(records: FileRecords) -> list[Callable[[], object]]:
    """A read, a write, a mark, a preparation."""
    return [records.queue.waiting, lambda: propose(records), lambda: records.ledger.mark_stored(1), records.prepare]
