"""The store on mem0's collection keeps the laws of the port, in a real Postgres."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import psycopg
import pytest

from firm_memory.adapters.mem0_pgvector.extension import literal
from firm_memory.adapters.mem0_pgvector.memory_store import Mem0Store
from firm_memory.adapters.mem0_pgvector.payload import payload_of
from firm_memory.adapters.postgres.database import Database
from firm_memory.application.ports.memory_store import MemoryStore
from firm_memory.features.laws.sample_memories import MODEL, Row
from firm_memory.features.laws.store_filter_laws import BulkPut
from firm_memory.features.laws.store_laws import StoreLaws


class TestMem0Store(StoreLaws):
    """Each opening has connections of its own, as each process has."""

    @pytest.fixture
    def open_store(self, postgres_dsn: str, tmp_path: Path) -> Iterator[Callable[[], MemoryStore]]:
        """A store on the test's database."""
        databases: list[Database] = []

        def opened() -> MemoryStore:
            databases.append(Database(postgres_dsn, max_size=4))
            return Mem0Store(databases[-1], mem0_dir=tmp_path)

        yield opened
        for database in databases:
            database.close()

    @pytest.fixture
    def bulk_put(self, open_store: Callable[[], MemoryStore], postgres_dsn: str) -> BulkPut:
        """Copies rows in; the HNSW index is built once they are there. The planner is told of them."""

        def put(rows: Iterable[Row]) -> None:
            open_store().prepare(MODEL)
            with psycopg.connect(postgres_dsn) as connection, connection.cursor() as cursor:
                cursor.execute("DROP INDEX mem0_firm_hnsw")
                with cursor.copy("COPY mem0_firm (id, vector, payload) FROM STDIN") as copy:
                    for row in rows:
                        payload = json.dumps(payload_of(row.memory, row.terms, "firm"))
                        copy.write_row((row.id, literal(row.vector), payload))
                cursor.execute("CREATE INDEX mem0_firm_hnsw ON mem0_firm USING hnsw (vector vector_cosine_ops)")
                cursor.execute("ANALYZE mem0_firm")

        return put
