"""The approval queue in Postgres: a table of present states, each kept beside what is asked about it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs
from psycopg.rows import TupleRow

from firm_memory.adapters.postgres.browsing import page, tagged
from firm_memory.adapters.postgres.reading import Reading
from firm_memory.application.ports.shelf import Bookmark, Shelf
from firm_memory.application.wire import record_from_wire
from firm_memory.domain.browsing import Filters
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import RecordsDamaged
from firm_memory.domain.status import MemoryStatus

_WAITING: Final = frozenset({MemoryStatus.PROPOSED, MemoryStatus.APPROVING})

_ONE: Final = "SELECT id, body, stored FROM firm_memory.present WHERE id = %(id)s"
_WAIT: Final = """
SELECT id, body, stored FROM firm_memory.present WHERE status = 'proposed'
UNION ALL
SELECT id, body, stored FROM firm_memory.present
WHERE status IN ('active', 'disputed')
    AND projected_seq IN (SELECT seq FROM firm_memory.store_mark WHERE marked_at IS NULL)
"""
_NOTES: Final = """
SELECT id, body, stored FROM firm_memory.present WHERE task = %(task)s ORDER BY first_seq, first_place
"""
_PAGE: Final = """
SELECT id, body, stored, first_seq, first_place FROM firm_memory.present
WHERE (first_seq, first_place) > (%(seq)s, %(place)s) ORDER BY first_seq, first_place LIMIT 500
"""
_ATOMS: Final = "SELECT DISTINCT unnest(atoms) FROM firm_memory.record"


@attrs.frozen(kw_only=True)
class PostgresQueue:
    """The present state of every record. Reads raise `RecordsUnavailable`, and `RecordsDamaged` by name."""

    reading: Reading

    def get(self, record: uuid.UUID) -> Record | None:
        """The record of that id as it stands now; None when there is none."""
        return next(map(_record, self.reading.rows(_ONE, id=record)), None)

    def waiting(self) -> Sequence[Record]:
        """Candidates that are PROPOSED or APPROVING, oldest first, ties by id."""
        found = (record for record in map(_record, self.reading.rows(_WAIT)) if record.status in _WAITING)
        return sorted(found, key=lambda record: (record.memory.created_at, str(record.id)))

    def notes(self, task: str) -> Sequence[Record]:
        """The working notes of a task, in the order they were written."""
        return [_record(row) for row in self.reading.rows(_NOTES, task=task)]

    def every(self) -> Iterator[Record]:
        """All records, in the order in which they first entered the ledger; read page by page."""
        seq, place = 0, 0
        while rows := self.reading.rows(_PAGE, seq=seq, place=place):
            yield from map(_record, rows)
            *_, seq, place = rows[-1]

    def atoms(self) -> frozenset[str]:
        """Every scope atom that some record uses."""
        return frozenset(atom for (atom,) in self.reading.rows(_ATOMS))

    def browse(self, filters: Filters, limit: int, cursor: str | None) -> Shelf:
        """A page of the records, latest change first. Raises `InvalidField` on a bad cursor."""
        after = None if cursor is None else Bookmark.read(cursor)
        query, parameters = page(filters, limit + 1, after)
        rows = self.reading.rows(query, **parameters)
        records = tuple(map(_record, rows[:limit]))
        if len(rows) <= limit:
            return Shelf(records=records)
        *_, moment, head = rows[limit - 1]
        bookmark = Bookmark(seq=head if after is None else after.seq, moment=moment, id=records[-1].id)
        return Shelf(records=records, cursor=bookmark.written())

    def tags(self, filters: Filters) -> Mapping[str, int]:
        """How many of the records that `filters` admits bear each tag."""
        query, parameters = tagged(filters)
        return {str(tag): int(count) for tag, count in self.reading.rows(query, **parameters)}


def _record(row: TupleRow) -> Record:
    record, body, stored, *_ = row
    try:
        return record_from_wire(body, stored=stored)
    except Exception as error:  # noqa: BLE001 -- whatever a damaged body makes the reader say
        raise RecordsDamaged(
            f"Record {record} in firm_memory.record does not read back ({type(error).__name__}). "
            "The ledger still holds it: see `firm-memory ledger verify`."
        ) from None
