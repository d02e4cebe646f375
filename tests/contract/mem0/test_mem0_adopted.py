"""A pool that was adopted is still mem0's: a plain `mem0.Memory` reads and searches every row of it."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from firm_memory.adapters.mem0_pgvector.adoption import Mem0Pool
from firm_memory.adapters.mem0_pgvector.collection import Collection
from firm_memory.adapters.postgres.database import Database
from firm_memory.application.pooled import record_of
from firm_memory.application.ports.pool import Placed
from firm_memory.features.earlier_pool import EarlierPool
from firm_memory.features.laws.sample_memories import MODEL, pointing
from tests.contract.mem0.conftest import Plain
from tests.contract.mem0.parts import GivenEmbedder

OWNER = {"user_id": "firm"}
LOTS, DIARY = "Odd lots are netted.", "Dear diary."


@pytest.fixture
def adopted(postgres_dsn: str, mem0_dir: Path) -> list[str]:
    """The ids of two rows: a memory, and one that no memory could be made of."""
    earlier = EarlierPool(dsn=postgres_dsn, mem0_dir=mem0_dir)
    memory, other = earlier.add_all([(LOTS, {}), (DIARY, {"memory_type": "diary"})])
    with closing(Database(postgres_dsn)) as database:
        pool = Mem0Pool(connections=database, collection=Collection(name="mem0_firm", pool_owner="firm"))
        rows = pool.rows()
        assert rows is not None
        [row] = [each for each in rows if each.id == memory]
        record = record_of(row, owner="firm", by="olga", now=datetime(2026, 12, 1, tzinfo=UTC), repos={})
        placed = Placed(memory=record.memory, vector=pointing(0), terms=frozenset({"lot"}))
        pool.take_over(MODEL, [placed], {other: pointing(90)}, rows)
    return [str(memory), str(other)]


def test_it_lists_and_searches_every_row(
    adopted: list[str], plain: Plain, postgres_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: the pool stays mem0's. What was left out of our recall is not lost to whoever reads it as before."""
    monkeypatch.setattr(GivenEmbedder, "vectors", {"lots": list(pointing(0)), "diary": list(pointing(90))})
    memory = plain(postgres_dsn)
    listed = {each["id"]: each["memory"] for each in memory.get_all(filters=OWNER)["results"]}
    assert listed == dict(zip(adopted, (LOTS, DIARY), strict=True))
    for query, first in (("lots", adopted[0]), ("diary", adopted[1])):
        found = memory.search(query, filters=OWNER, threshold=0.0)["results"]
        assert {each["id"] for each in found} <= set(adopted)
        assert found[0]["id"] == first
