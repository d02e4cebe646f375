"""Browsing the records of a `LedgerFold`, page by page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime

from firm_memory.application.ledger_fold import LedgerFold
from firm_memory.application.ports.shelf import Bookmark, Shelf
from firm_memory.application.sealing import unseal
from firm_memory.domain.browsing import Filters
from firm_memory.domain.candidate import Record


def shelved(fold: LedgerFold, filters: Filters, limit: int, cursor: str | None) -> Shelf:
    """Up to `limit` records that `filters` admits, latest change first, ties by id, behind `cursor`.

    Raises `InvalidField` on a bad cursor.
    """
    after = None if cursor is None else Bookmark.read(cursor)
    seq = fold.seq if after is None else after.seq
    admitted = [record for record in fold.every() if filters.admits(record)]
    placed = [(moment, record) for record in admitted if (moment := _place(fold, record, seq)) is not None]
    behind = [each for each in placed if after is None or after.is_before(each[0], each[1].id)]
    behind.sort(key=lambda each: each[1].id)
    behind.sort(key=lambda each: each[0], reverse=True)  # which leaves equal ones in their order
    shown = behind[:limit]
    if len(behind) <= limit:
        return Shelf(records=tuple(record for _, record in shown))
    moment, last = shown[-1]
    bookmark = Bookmark(seq=seq, moment=moment, id=last.id)
    return Shelf(records=tuple(record for _, record in shown), cursor=bookmark.written())


def tag_counts(fold: LedgerFold, filters: Filters) -> Mapping[str, int]:
    """How many of the records that `filters` admits bear each tag."""
    return Counter(tag for record in fold.every() if filters.admits(record) for tag in record.memory.tags)


def _place(fold: LedgerFold, record: Record, seq: int) -> datetime | None:
    """The moment by which `record` stood in order as of entry `seq`; None for one that came later."""
    touching = fold.touching(record.id)
    if touching[-1].seq <= seq:
        return record.memory.updated_at
    earlier = [entry for entry in touching if entry.seq <= seq]
    if not earlier:
        return None
    event = unseal(earlier[-1], stored=True)
    return [each.memory.updated_at for each in event.records if each.id == record.id][-1]
