"""Who read what, in Postgres: a table that the serving role may add to and take old rows from."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final, LiteralString

import attrs

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.postgres.faults import ABSENT
from firm_memory.adapters.postgres.migrations import incomplete
from firm_memory.adapters.postgres.reading import Reading
from firm_memory.application.ports.signals import Access
from firm_memory.domain.errors import RecordsUnavailable
from firm_memory.domain.moment import utc

_KEEP: Final = """
INSERT INTO firm_memory.access_log (memory, read_by, accessed_at) VALUES (%(memory)s, %(by)s, %(at)s)
"""
_READ: Final = """
SELECT memory, read_by, accessed_at FROM firm_memory.access_log WHERE memory = %(memory)s ORDER BY accessed_at, id
"""
_EXPIRE: Final = "DELETE FROM firm_memory.access_log WHERE accessed_at < %(before)s"


@attrs.frozen(kw_only=True)
class PostgresSignals:
    """`Signals` in `database`. `prepare` makes the schema, where that is missing and permitted."""

    database: Database
    reading: Reading
    prepare: Callable[[], None]

    def accessed(self, access: Access) -> None:
        """Keep one access."""
        self._written(_KEEP, {"memory": access.memory, "by": access.by, "at": access.at})

    def accesses(self, memory: uuid.UUID) -> Sequence[Access]:
        """Who read that record, oldest first."""
        rows = self.reading.rows(_READ, memory=memory)
        return [Access(memory=read, by=by, at=at) for read, by, at in rows]

    def expire(self, before: datetime) -> int:
        """Forget every access earlier than `before`; how many those were."""
        return self._written(_EXPIRE, {"before": utc(before)})

    def _written(self, statement: LiteralString, parameters: Mapping[str, object]) -> int:
        for _ in range(2):
            try:
                with self.database.transaction(unavailable=RecordsUnavailable) as connection:
                    return connection.execute(statement, parameters).rowcount
            except ABSENT:
                self.prepare()
        raise incomplete()
