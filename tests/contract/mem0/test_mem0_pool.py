"""Fact: a pool that silently empties. mem0's `PGVector` and our store ask the same rows over one connection."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import psycopg
import pytest

from firm_memory.adapters.mem0_pgvector import quiet
from firm_memory.adapters.mem0_pgvector.extension import literal
from firm_memory.adapters.mem0_pgvector.memory_store import Mem0Store
from firm_memory.adapters.mem0_pgvector.payload import payload_of
from firm_memory.adapters.postgres.database import Database
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.visibility import Visibility
from firm_memory.features.laws.sample_memories import MODEL, NOTHING, OMS, pointing, sample, soon

CROWD = 20_000
FEW = 12
ASKED = 60  # as many as mem0's Memory.search asks of its vector store for a limit of 5
PREPARED_AFTER = 5  # what psycopg does unless told otherwise: from then on the server may keep a plan


@pytest.fixture
def store(mem0_dir: Path, postgres_dsn: str) -> Iterator[Mem0Store]:
    """Our store with few rows of one repo, which stand behind a crowd of another one; one connection, prepared."""
    database = Database(postgres_dsn, max_size=1, prepare_threshold=PREPARED_AFTER)
    store = Mem0Store(database, mem0_dir=mem0_dir)
    store.prepare(MODEL)
    crowd = sample(1, scope=MemoryScope(repos=("crowd",)))
    with psycopg.connect(postgres_dsn) as connection, connection.cursor() as cursor:
        cursor.execute("DROP INDEX mem0_firm_hnsw")
        with cursor.copy("COPY mem0_firm (id, vector, payload) FROM STDIN") as copy:
            payload = json.dumps(payload_of(crowd, NOTHING, "firm"))
            for number in range(CROWD):
                copy.write_row((sample(number).id, literal(pointing(number * 90 / CROWD)), payload))
            for number in range(FEW):
                memory = sample(CROWD + number, scope=OMS)
                payload = json.dumps(payload_of(memory, NOTHING, "firm"))
                copy.write_row((memory.id, literal(pointing(180 - number)), payload))
        cursor.execute("CREATE INDEX mem0_firm_hnsw ON mem0_firm USING hnsw (vector vector_cosine_ops)")
    yield store
    database.close()


def test_the_stock_pool_empties_and_ours_does_not(mem0: ModuleType, store: Mem0Store, postgres_dsn: str) -> None:
    """Rule: over one connection the stock store finds the few ten times, then never again; ours finds them always.

    After ten executions Postgres keeps a plan for any parameters: it walks the HNSW index and filters what
    it met, which is the crowd.
    """
    stock = quiet.part(f"{mem0.__name__}.vector_stores.pgvector").PGVector(
        None,
        "mem0_firm",
        4,
        None,
        None,
        None,
        None,
        diskann=False,
        hnsw=True,
        connection_string=postgres_dsn,
        maxconn=1,
    )
    asked = {"repo__oms": True}
    found = [len(stock.search("any", list(pointing(0)), top_k=ASKED, filters=asked)) for _ in range(25)]
    stock.connection_pool.close()
    assert found == [FEW] * 10 + [0] * 15
    visibility = Visibility(atoms=OMS.atoms)
    ours = [len(store.search(pointing(0), NOTHING, visibility, ASKED, soon()).matches) for _ in range(25)]
    assert ours == [FEW] * 25
