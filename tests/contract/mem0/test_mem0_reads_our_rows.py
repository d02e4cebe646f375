"""The pool stays mem0's: a plain `mem0.Memory` on our table reads and searches what we put. A firm can leave."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from firm_memory.adapters.mem0_pgvector.memory_store import Mem0Store
from firm_memory.adapters.postgres.database import Database
from firm_memory.domain.memory import Memory
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.features.laws.sample_changes import AWKWARD
from firm_memory.features.laws.sample_memories import FIRM_WIDE, MODEL, OMS, pointing, sample, soon
from tests.contract.mem0.conftest import Plain
from tests.contract.mem0.parts import GivenEmbedder, PlainMemory

OWNER = {"user_id": "firm"}
FIRST = sample(1, content=AWKWARD[0])
OF_OMS = sample(2, content="Odd lots go through netting.", scope=OMS, tier=MemoryTier.INDEX)
OLD = sample(3, content="Odd lots go by post.", scope=MemoryScope(domains=("mcx",)), status=MemoryStatus.SUPERSEDED)


@pytest.fixture
def store(mem0_dir: Path, postgres_dsn: str) -> Iterator[Mem0Store]:
    """Our store with three memories."""
    database = Database(postgres_dsn)
    store = Mem0Store(database, mem0_dir=mem0_dir)
    store.prepare(MODEL)
    for memory, angle in ((FIRST, 0), (OF_OMS, 30), (OLD, 60)):
        store.put(memory, pointing(angle), frozenset({"lot"}))
    yield store
    database.close()


@pytest.fixture
def memory(plain: Plain, postgres_dsn: str, monkeypatch: pytest.MonkeyPatch) -> PlainMemory:
    """A plain mem0 on the same collection; its embedder makes the vector of the first memory of any "first"."""
    monkeypatch.setattr(GivenEmbedder, "vectors", {"first": list(pointing(0))})
    return plain(postgres_dsn)


@pytest.mark.usefixtures("store")
def test_it_lists_every_memory(memory: PlainMemory) -> None:
    """Rule: get_all under the pool's owner gives each memory under its id, with its text and moments."""
    listed = {each["id"]: each for each in memory.get_all(filters=OWNER)["results"]}
    assert listed.keys() == {str(each.id) for each in (FIRST, OF_OMS, OLD)}
    first = listed[str(FIRST.id)]
    assert first["memory"] == FIRST.content
    assert (first["created_at"], first["user_id"]) == ("2026-01-05T09:01:00.123456Z", "firm")
    assert memory.get(str(FIRST.id)) == first | {"score": None}


@pytest.mark.usefixtures("store")
def test_it_searches_by_vector_and_by_words(memory: PlainMemory) -> None:
    """Rule: search finds our rows by our vectors, and its keyword search reads our texts."""
    found = memory.search("first", filters=OWNER, threshold=0.0)["results"]
    assert [each["id"] for each in found] == [str(each.id) for each in (FIRST, OF_OMS, OLD)]
    found_by_words = memory.vector_store.keyword_search("netting", filters=OWNER)
    assert {row.id for row in found_by_words} == {str(FIRST.id), str(OF_OMS.id)}


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"OR": [{"scope_firm": True}, {"repo__oms": True}], "status": ["active", "disputed"]}, [FIRST, OF_OMS]),
        ({"OR": [{"scope_firm": True}, {"repo__oms": True}], "tier": ["durable"]}, [FIRST]),
        ({"OR": [{"dom__mcx": True}], "status": ["superseded"]}, [OLD]),
        ({"OR": [{"repo__gateway": True}]}, []),
    ],
)
def test_its_filters_see_scope_tier_and_status(
    memory: PlainMemory, filters: dict[str, object], expected: list[Memory]
) -> None:
    """Rule: flat booleans for scope, and values for tier and status, stand on every row for mem0 to filter by."""
    found = memory.search("first", filters={**OWNER, **filters}, threshold=0.0)["results"]
    assert [each["id"] for each in found] == [str(each.id) for each in expected]


def test_it_needs_no_change_of_the_table(memory: PlainMemory, store: Mem0Store, postgres_dsn: str) -> None:
    """Rule: what a plain mem0 adds later stands in the same table, and stays out of our recall."""
    added = memory.add("Written by a plain mem0.", user_id="firm", infer=False)["results"][0]["id"]
    assert store.search(pointing(0), frozenset(), FIRM_WIDE, 9, soon()).total == 1
    with psycopg.connect(postgres_dsn) as connection:
        ids = {str(row[0]) for row in connection.execute("SELECT id FROM mem0_firm")}
    assert added in ids
    assert len(ids) == 4
