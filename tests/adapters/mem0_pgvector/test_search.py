"""How a search is run: compared row by row, or walked along the index, and never short."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import psycopg
import pytest

from firm_memory.adapters.mem0_pgvector import candidates
from firm_memory.adapters.mem0_pgvector.candidates import Asked, Way
from firm_memory.adapters.mem0_pgvector.collection import Collection
from firm_memory.adapters.mem0_pgvector.extension import PgVector
from firm_memory.adapters.mem0_pgvector.memory_store import Mem0Store
from firm_memory.adapters.postgres.database import Database
from firm_memory.domain.errors import StoreUnavailable
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.visibility import Visibility
from firm_memory.features.laws import store_oracle as oracle
from firm_memory.features.laws.sample_memories import (
    FIRM_WIDE,
    MODEL,
    NOTHING,
    OMS,
    Row,
    pointing,
    revised,
    sample,
    soon,
)
from tests.adapters.mem0_pgvector.conftest import Opened

FEW, CROWD = 20, 150
# The planner is left no other way, and the index gives up early, as it does at a size that no test has.
HASTY = {"enable_seqscan": "off", "enable_bitmapscan": "off", "enable_sort": "off", "hnsw.ef_search": "5"}


@pytest.fixture
def rows() -> list[Row]:
    """Few rows of one repo, which stand behind the crowd of another."""
    few = [
        Row(memory=sample(each, scope=OMS), vector=pointing(179 - each), terms=frozenset({"lot"}))
        for each in range(FEW)
    ]
    crowd = MemoryScope(repos=("crowd",))
    return [
        *few,
        *(
            Row(memory=sample(100 + each, scope=crowd), vector=pointing(each / 2), terms=NOTHING)
            for each in range(CROWD)
        ),
    ]


@pytest.fixture
def store(postgres_dsn: str, opened: Opened, rows: list[Row]) -> Mem0Store:
    """A store with those rows."""
    store = opened(postgres_dsn)
    store.prepare(MODEL)
    for row in rows:
        store.put(row.memory, row.vector, row.terms)
    return store


@pytest.fixture
def low_limit(store: Mem0Store, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of mem0's subclass, with so few rows compared that every search of these tests is walked."""
    assert isinstance(store, Mem0Store)  # made, and with it the module imported
    module = importlib.import_module("firm_memory.adapters.mem0_pgvector.vectors")
    monkeypatch.setattr(module, "COMPARED_MOST", FEW // 2)
    monkeypatch.setattr(candidates, "COMPARED_MOST", FEW // 2)
    return module


@pytest.mark.usefixtures("low_limit")
def test_a_search_among_many_gives_the_same_answer(store: Mem0Store, rows: list[Row]) -> None:
    """Rule: above the limit the planner chooses the way; candidates, frequencies and total do not depend on it."""
    for atoms in (OMS.atoms, frozenset({"repo:crowd"}), frozenset({"repo:crowd", "repo:oms"})):
        visibility = Visibility(atoms=atoms)
        for vector, terms in ((pointing(0), NOTHING), (pointing(0), frozenset({"lot"})), ((), frozenset({"lot"}))):
            for _ in range(2):
                found = store.search(vector, terms, visibility, 12, soon())
                expected = oracle.candidates(rows, vector, terms, visibility, 12)
                assert {match.memory.id for match in found.matches} == expected
                assert found.total == len(oracle.visible(rows, visibility))


def test_an_index_that_gives_up_early_is_made_good(
    store: Mem0Store, rows: list[Row], low_limit: ModuleType, owner: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: where the walk comes back with fewer than there are, every visible row is compared after all."""
    visibility = Visibility(atoms=OMS.atoms)
    asked = Asked(vector=pointing(0), terms=(), visibility=visibility, owner="firm", k=10)
    collection = Collection(name="mem0_firm", pool_owner="firm")
    walked = asked.statement(collection, PgVector(schema="public"), Way.WALKED)
    with owner.transaction():
        for name, value in HASTY.items():
            owner.execute(f"SET LOCAL {name} = {value}".encode())
        plan = owner.execute(b"EXPLAIN " + walked.text, walked.parameters).fetchall()
        assert any("mem0_firm_hnsw" in line for (line,) in plan)
        assert len(owner.execute(walked.text, walked.parameters).fetchall()) == 1  # the counts, and no candidate
    monkeypatch.setattr(low_limit, "WALKING", HASTY)
    found = store.search(pointing(0), NOTHING, visibility, 10, soon())
    assert {match.memory.id for match in found.matches} == set(oracle.nearest(rows[:FEW], pointing(0), 10))


@pytest.mark.usefixtures("low_limit")
def test_a_visibility_that_shrinks_is_compared_again(store: Mem0Store, rows: list[Row]) -> None:
    """Rule: how many rows are visible is looked at in every search, whatever the last one found."""
    visibility = Visibility(atoms=OMS.atoms)
    assert store.search(pointing(0), NOTHING, visibility, 5, soon()).total == FEW
    for row in rows[: FEW - 2]:
        store.put(revised(row.memory, 2, status=MemoryStatus.ARCHIVED), row.vector, row.terms)
    for _ in range(2):
        found = store.search(pointing(0), NOTHING, visibility, 5, soon())
        assert ({match.memory.id for match in found.matches}, found.total) == (
            {row.id for row in rows[FEW - 2 : FEW]},
            2,
        )


def test_what_is_remembered_of_visibilities_is_bounded(low_limit: ModuleType) -> None:
    """Rule: only so many visibilities are remembered as large; the one not asked for longest is forgotten."""
    learnt = low_limit._Learnt()  # noqa: SLF001 -- it has no other face
    asked = [Visibility(atoms=frozenset({f"repo:{number}"})) for number in range(300)]
    for visibility in asked:
        learnt.note(visibility, large=True)
    assert list(learnt.large) == asked[-256:]
    learnt.note(asked[-1], large=False)
    assert asked[-1] not in learnt.large


def test_settings_end_with_the_search(postgres_dsn: str, tmp_path: Path) -> None:
    """Rule: what a search sets for its plan ends with its transaction: the connection's next user meets none of it."""
    database = Database(postgres_dsn, max_size=1)
    store = Mem0Store(database, mem0_dir=tmp_path)
    store.prepare(MODEL)
    store.search(pointing(0), NOTHING, FIRM_WIDE, 5, soon())
    with database.transaction(unavailable=StoreUnavailable, read_only=True) as connection:
        for name, default in (("hnsw.iterative_scan", "off"), ("hnsw.ef_search", "40"), ("plan_cache_mode", "auto")):
            assert connection.execute(f"SHOW {name}".encode()).fetchone() == (default,)
    database.close()
