"""The records in Postgres keep the laws of the port."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.postgres.records import PostgresRecords
from firm_memory.application.ports.records import Records
from firm_memory.features.laws.records_laws import RecordsLaws


class TestPostgresRecords(RecordsLaws):
    """One database is one place; whoever opens it brings connections of its own."""

    @pytest.fixture
    def open_records(self, postgres_dsn: str) -> Iterator[Callable[[], Records]]:
        """The same database over new connections every time, without a schema at first."""
        with ExitStack() as opened:
            yield lambda: PostgresRecords(opened.enter_context(closing(Database(postgres_dsn, max_size=3))))
