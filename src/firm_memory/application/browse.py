"""Browse: the shared pool by filters, page by page; what has gone stale is one of them."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

import attrs

from firm_memory.application.bounded_reads import BoundedReads
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.metrics import Metrics
from firm_memory.application.ports.records import Records
from firm_memory.application.ports.shelf import Bookmark
from firm_memory.domain.browsing import Filters, Staleness
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.freshness import STALENESS_DAYS, is_stale
from firm_memory.domain.label import Label, Mode, Reason
from firm_memory.domain.listing import Listed, Listing
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.visibility import RECALLED

_LOG: Final = logging.getLogger(__name__)
PAGE: Final = 20
PAGE_MOST: Final = 50
STALE_DAYS_MOST: Final = 36_500


@attrs.frozen(kw_only=True)
class Browsing:
    """What is asked for, and from where. No `status` means what is in force, disputed or not.

    `stale_days` asks for what nobody changed or verified for so many days; `documents` (reference → present
    hash) adds what was taken from a document that reads otherwise by now, and asks for the configured days alone.
    """

    scope: MemoryScope
    kind: MemoryType | None = None
    tag: str | None = None
    status: MemoryStatus | None = None
    steward: str | None = None
    updated_since: datetime | None = None
    stale_days: int | None = None
    documents: Mapping[str, str] = attrs.field(factory=dict[str, str])
    limit: int = PAGE
    cursor: str | None = None

    def __attrs_post_init__(self) -> None:
        if self.stale_days is not None and not 0 <= self.stale_days <= STALE_DAYS_MOST:
            raise InvalidField("stale_days", "is out of range", f"Give 0 to {STALE_DAYS_MOST} days")
        if self.cursor is not None:
            Bookmark.read(self.cursor)


@attrs.frozen(kw_only=True)
class Browse:
    """Lists records under the visibility that search has. Never raises."""

    records: Records
    reads: BoundedReads
    metrics: Metrics
    clock: Clock
    staleness_days: int = STALENESS_DAYS

    def __call__(self, asked: Browsing) -> Listing:
        """A page, latest change first; empty and labelled when nothing fits or memory is down."""
        limit = min(max(asked.limit, 1), PAGE_MOST)
        outcome = self.reads("browse", lambda _: self._page(asked, limit))
        listing = outcome.value
        if listing is None:
            listing = Listing(label=Label(reasons=(outcome.reason or Reason.UNAVAILABLE,)))
        if limit == asked.limit:
            return listing
        reasons = (*listing.label.reasons, Reason.LIMIT_CLAMPED)
        return attrs.evolve(listing, label=attrs.evolve(listing.label, reasons=reasons))

    def _page(self, asked: Browsing, limit: int) -> Listing:
        now = self.clock.now()
        filters = self._filters(asked, now)
        shelf = self.records.queue.browse(filters, limit, asked.cursor)
        shown = tuple(record for record in shelf.records if self._admitted(record, filters))
        return Listing(
            listed=tuple(Listed.of(each, now, stale=self._is_stale(each, asked, now)) for each in shown),
            cursor=shelf.cursor,
            label=Label(mode=Mode.LEXICAL) if shown else Label(reasons=(Reason.NO_MATCH,)),
        )

    def _filters(self, asked: Browsing, now: datetime) -> Filters:
        stale = None
        if asked.stale_days is not None or asked.documents:
            before = now - timedelta(days=self._days(asked))
            stale = Staleness(before=before, documents=asked.documents)
        return Filters(
            atoms=asked.scope.atoms,
            statuses=RECALLED if asked.status is None else frozenset({asked.status}),
            kind=asked.kind,
            tag=asked.tag,
            steward=asked.steward,
            updated_since=asked.updated_since,
            stale=stale,
        )

    def _admitted(self, record: Record, filters: Filters) -> bool:
        """Whether the domain, too, finds `record` among what is asked for; else it is dropped, counted and logged."""
        admitted = filters.admits(record)
        if not admitted:
            self.metrics.count("scope_leak")
            _LOG.error("the records listed %s, which was not asked for; dropped", record.id)
        return admitted

    def _is_stale(self, record: Record, asked: Browsing, now: datetime) -> bool:
        memory = record.memory
        present = asked.documents.get(memory.provenance.reference)
        return is_stale(memory, now, self._days(asked), present)

    def _days(self, asked: Browsing) -> int:
        return self.staleness_days if asked.stale_days is None else asked.stale_days
