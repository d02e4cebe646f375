"""Reading the records' tables: bounded, without DDL, and empty while there is no schema."""

from __future__ import annotations

from typing import Final, LiteralString

import attrs
from psycopg.rows import TupleRow

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.postgres.faults import ABSENT
from firm_memory.adapters.postgres.migrations import incomplete, status
from firm_memory.domain.errors import RecordsUnavailable

_LOOKS: Final = 2  # what was absent may have come by the time that the migrations are counted


@attrs.frozen(kw_only=True)
class Reading:
    """Short read-only transactions on one database."""

    database: Database

    def rows(self, query: LiteralString, **parameters: object) -> list[TupleRow]:
        """What `query` gives; nothing where no migration has been applied yet. Raises `RecordsUnavailable`."""
        for _ in range(_LOOKS):
            try:
                with self.database.transaction(unavailable=RecordsUnavailable, read_only=True) as connection:
                    return connection.execute(query, parameters).fetchall()
            except ABSENT:
                if not status(self.database).applied:
                    return []
        raise incomplete()
