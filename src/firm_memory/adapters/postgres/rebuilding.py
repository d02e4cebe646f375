"""The table of present states made anew from the ledger, which is the truth: the repair of records in Postgres."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any, Final

import psycopg
from psycopg.rows import TupleRow

from firm_memory.adapters.postgres.adoption import Settle
from firm_memory.domain.ledger import Event

# Nobody reads half of it, nobody appends meanwhile, and the watch over the table is back before anybody sees it.
_LOCK: Final = "LOCK TABLE firm_memory.record IN ACCESS EXCLUSIVE MODE"
_TURN: Final = "SELECT seq FROM firm_memory.take_turn()"
_UNWATCHED: Final = "ALTER TABLE firm_memory.record DISABLE TRIGGER follows_ledger"
_EMPTY: Final = "TRUNCATE firm_memory.record"
_WATCHED: Final = "ALTER TABLE firm_memory.record ENABLE ALWAYS TRIGGER follows_ledger"
_ROWS: Final = "SELECT id, to_jsonb(r) FROM firm_memory.record r"


def rebuild(connection: psycopg.Connection[TupleRow], events: Iterable[Event], settle: Settle) -> list[uuid.UUID]:
    """Let the table say what `events` say, inside the caller's transaction; the records that stood otherwise before.

    The role must own the table.
    """
    connection.execute(_TURN)
    connection.execute(_LOCK)
    connection.execute(_UNWATCHED)
    before = _rows(connection)
    connection.execute(_EMPTY)
    for event in events:
        for place, record in enumerate(event.records):
            settle(record, event.seq, place, event.projects)
    connection.execute(_WATCHED)
    after = _rows(connection)
    return sorted(each for each in before.keys() | after.keys() if before.get(each) != after.get(each))


def _rows(connection: psycopg.Connection[TupleRow]) -> dict[uuid.UUID, Any]:
    return dict(connection.execute(_ROWS).fetchall())
