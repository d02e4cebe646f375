"""The store on mem0's collection can be given a new one in its place, in a real Postgres."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firm_memory.adapters.mem0_pgvector.memory_store import Mem0Store
from firm_memory.adapters.postgres.database import Database
from firm_memory.application.ports.memory_store import MemoryStore
from firm_memory.features.laws.store_replacement_laws import ReplacementLaws


class TestMem0Replacement(ReplacementLaws):
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
