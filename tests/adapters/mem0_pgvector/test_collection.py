"""The table: whose it is, what stands in it, and what nobody may do to it."""

from __future__ import annotations

import gc
import json
from pathlib import Path
from typing import cast

import attrs
import psycopg
import pytest

from firm_memory.adapters.mem0_pgvector.memory_store import Mem0Store
from firm_memory.adapters.mem0_pgvector.payload import payload_of
from firm_memory.adapters.postgres.database import Database
from firm_memory.application.wire import memory_from_wire
from firm_memory.domain.errors import (
    ConfigurationError,
    FingerprintMismatch,
    InvalidField,
    NotAllowed,
    StoreUnavailable,
)
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryTier
from firm_memory.features.laws.sample_memories import FIRM_WIDE, MODEL, NOTHING, pointing, revised, sample, soon
from tests.adapters.mem0_pgvector.conftest import Opened

COLUMNS = b"SELECT pool_owner, atoms, tier, status, type, task, revision, created, updated, terms FROM mem0_firm"


def test_the_payload_has_mem0s_keys_and_flat_ones_to_filter_by() -> None:
    """Rule: what mem0 reads, one boolean for each atom, plain values for tier, status and type, and the record."""
    memory = sample(1, content="Odd lots net.", scope=MemoryScope(firm=True, domains=("mcx",), repos=("quant/oms",)))
    payload = payload_of(memory, frozenset({"odd", "lot"}), "firm")
    assert memory_from_wire(json.loads(cast("str", payload.pop("record")))) == memory
    assert payload == {
        "data": "Odd lots net.",
        "hash": "6d80f2cd291566bf33c39b6bf3952a6e",
        "user_id": "firm",
        "created_at": "2026-01-05T09:01:00.123456Z",
        "updated_at": "2026-01-05T09:01:00.123456Z",
        "text_lemmatized": "odd lots net.",
        "scope_firm": True,
        "dom__mcx": True,
        "repo__quant/oms": True,
        "atoms": "domain:mcx\nfirm\nrepo:quant/oms",
        "terms": "lot\nodd",
        "tier": "durable",
        "status": "active",
        "type": "bug_fixes",
        "revision": 1,
    }


def test_the_columns_are_generated_from_the_payload(
    owner: psycopg.Connection, postgres_dsn: str, opened: Opened
) -> None:
    """Rule: typed columns follow the payload whoever writes it; nobody can write them."""
    store = opened(postgres_dsn)
    store.prepare(MODEL)
    note = sample(1, tier=MemoryTier.EPISODIC, task="mr-1", scope=MemoryScope(repos=("oms", "gateway")))
    store.put(note, pointing(0), frozenset({"lot", "odd"}))
    moment = "2026-01-05T09:01:00.123456Z"
    row = (
        "firm",
        ["repo:gateway", "repo:oms"],
        "episodic",
        "active",
        "bug_fixes",
        "mr-1",
        1,
        moment,
        moment,
        ["lot", "odd"],
    )
    assert owner.execute(COLUMNS).fetchone() == row
    with pytest.raises(psycopg.errors.GeneratedAlways):
        owner.execute("UPDATE mem0_firm SET tier = 'durable'")


def test_a_term_with_a_line_break_is_refused(postgres_dsn: str, opened: Opened) -> None:
    """Rule: line breaks stand between terms in the payload, so a term that holds one is not stored as two."""
    store = opened(postgres_dsn)
    store.prepare(MODEL)
    with pytest.raises(InvalidField, match="terms"):
        store.put(sample(1), pointing(0), frozenset({"two\nlines"}))


@pytest.mark.parametrize("name", ["", "1st", "mem0 firm", 'x"; DROP TABLE y; --', "firm.mem0", "ä", "x" * 49])
def test_a_collection_that_names_no_table_is_a_configuration_error(
    name: str, postgres_dsn: str, opened: Opened
) -> None:
    """Rule: a name is letters, digits and underscores; the error names the variable."""
    with pytest.raises(ConfigurationError, match="FIRM_MEM0_COLLECTION"):
        opened(postgres_dsn, collection=name)


def test_collections_of_one_database_are_apart(postgres_dsn: str, opened: Opened) -> None:
    """Rule: each name is a table of its own, with its own model; capitals count."""
    one, other = opened(postgres_dsn, collection="pool"), opened(postgres_dsn, collection="Pool")
    one.prepare(MODEL)
    other.prepare(attrs.evolve(MODEL, dimension=0, model="none"))
    one.put(sample(1), pointing(0), NOTHING)
    assert other.get(sample(1).id, soon()) is None


def test_a_table_of_somebody_else_is_left_alone(owner: psycopg.Connection, postgres_dsn: str, opened: Opened) -> None:
    """Rule: a table that firm-memory did not make is neither filled nor searched; the error names the ways out."""
    owner.execute("CREATE TABLE mem0_firm (id uuid PRIMARY KEY, vector vector(4), payload jsonb)")
    store = opened(postgres_dsn)
    assert store.fingerprint(soon()) is None
    for call in (
        lambda: store.prepare(MODEL),
        lambda: store.put(sample(1), pointing(0), NOTHING),
        lambda: store.search(pointing(0), NOTHING, FIRM_WIDE, 5, soon()),
    ):
        with pytest.raises(ConfigurationError, match="FIRM_MEM0_COLLECTION another name"):
            call()
    assert owner.execute("SELECT count(*) FROM mem0_firm").fetchone() == (0,)


def test_a_collection_belongs_to_one_pool(postgres_dsn: str, opened: Opened) -> None:
    """Rule: another pool owner may not prepare it, and sees nothing of it, whatever it asks."""
    ours = opened(postgres_dsn)
    ours.prepare(MODEL)
    ours.put(sample(1), pointing(0), frozenset({"fee"}))
    rival = opened(postgres_dsn, pool_owner="rival")
    with pytest.raises(ConfigurationError, match="FIRM_MEM0_POOL_OWNER"):
        rival.prepare(MODEL)
    assert rival.get(sample(1).id, soon()) is None
    assert rival.search(pointing(0), frozenset({"fee"}), FIRM_WIDE, 5, soon()).total == 0


@pytest.mark.parametrize(
    "comment", ["", "a table", "{}", "[]", '{"firm-memory": 1}', '{"firm-memory": {"pool_owner": "firm"}}']
)
def test_a_comment_that_is_not_ours_is_no_fingerprint(
    comment: str, owner: psycopg.Connection, postgres_dsn: str, opened: Opened
) -> None:
    """Rule: the fingerprint stands in the table's comment; where somebody overwrote it, nothing is written."""
    store = opened(postgres_dsn)
    store.prepare(MODEL)
    owner.execute(f"COMMENT ON TABLE mem0_firm IS '{comment}'".encode())
    assert store.fingerprint(soon()) is None
    with pytest.raises(ConfigurationError):
        store.prepare(MODEL)


def test_a_row_of_plain_mem0_can_be_taken_over(owner: psycopg.Connection, postgres_dsn: str, opened: Opened) -> None:
    """Rule: a row without a revision is older than any, and invisible until it is put."""
    store = opened(postgres_dsn)
    store.prepare(MODEL)
    payload = json.dumps({"data": "old", "user_id": "firm"})
    owner.execute("INSERT INTO mem0_firm VALUES (%s, '[1,0,0,0]', %s)", (sample(1).id, payload))
    assert store.get(sample(1).id, soon()) is None
    store.put(sample(1), pointing(0), NOTHING)
    assert store.get(sample(1).id, soon()) == sample(1)


def test_a_model_too_large_for_an_index_is_compared(
    owner: psycopg.Connection, postgres_dsn: str, opened: Opened
) -> None:
    """Rule: above 2,000 dimensions there is no HNSW index, and search is exact."""
    store = opened(postgres_dsn)
    store.prepare(attrs.evolve(MODEL, dimension=3_072))
    store.put(sample(1), (1.0, *[0.0] * 3_071), NOTHING)
    assert store.search((1.0, *[0.0] * 3_071), NOTHING, FIRM_WIDE, 5, soon()).matches[0].cosine == pytest.approx(1)
    assert owner.execute("SELECT count(*) FROM pg_indexes WHERE indexdef LIKE '%hnsw%'").fetchone() == (0,)


def test_a_number_that_the_column_cannot_hold_is_not_stored(postgres_dsn: str, opened: Opened) -> None:
    """Rule: pgvector keeps single precision; what is too large for it is refused, and nothing is stored."""
    store = opened(postgres_dsn)
    store.prepare(MODEL)
    with pytest.raises(StoreUnavailable, match="22003"):
        store.put(sample(1), (1e39, 0.0, 0.0, 0.0), NOTHING)
    assert store.get(sample(1).id, soon()) is None


def test_the_null_vector_points_nowhere(postgres_dsn: str, opened: Opened) -> None:
    """Rule: a vector of zeros has no cosine: it is kept as none, and asks for none."""
    store = opened(postgres_dsn)
    store.prepare(MODEL)
    store.put(sample(1), (0.0,) * 4, frozenset({"fee"}))
    assert store.search(pointing(0), NOTHING, FIRM_WIDE, 5, soon()).matches == ()
    assert store.search((0.0,) * 4, frozenset({"fee"}), FIRM_WIDE, 5, soon()).matches[0].cosine is None


def _vectors(store: Mem0Store) -> object:
    return store._vectors  # noqa: SLF001 -- mem0's interface, which the store keeps to itself


@pytest.mark.parametrize(
    "method", ["create_col", "update", "delete", "delete_col", "reset", "keyword_search", "search", "list"]
)
def test_mem0s_interface_is_closed_where_it_harms(method: str, postgres_dsn: str, opened: Opened) -> None:
    """Rule: what deletes, overwrites, or reads without a visibility is refused, table or no table."""
    arguments = {"search": (["fee"], pointing(0))}.get(method, ())
    with pytest.raises(NotAllowed):
        getattr(_vectors(opened(postgres_dsn)), method)(*arguments)


def test_it_is_mem0s_own_pgvector(postgres_dsn: str, opened: Opened) -> None:
    """Rule: the store stands on a subclass of mem0's `PGVector` that mem0's factory made; `get` is mem0's own."""
    vectors = type(_vectors(opened(postgres_dsn)))
    stock = vectors.__mro__[1]
    assert f"{stock.__module__}.{stock.__name__}" == "mem0.vector_stores.pgvector.PGVector"
    assert "get" not in vars(vectors)


def test_dropping_the_store_leaves_the_connections(postgres_dsn: str, tmp_path: Path) -> None:
    """Rule: mem0 closes a pool when its store is collected; ours belongs to whoever made it."""
    closed: list[str] = []

    class Pool:
        def close(self) -> None:
            closed.append("closed")

    class Lent(Database):
        @property
        def pool(self) -> Pool:  # type: ignore[override]  # all that mem0 does with it here
            return Pool()

    store = Mem0Store(Lent(postgres_dsn), mem0_dir=tmp_path)
    del store
    gc.collect()
    assert closed == []


def test_another_dimension_is_a_mismatch(postgres_dsn: str, opened: Opened) -> None:
    """Rule: a vector of another model names both dimensions and the remedy, in put and in search."""
    store = opened(postgres_dsn)
    store.prepare(MODEL)
    store.put(sample(1), pointing(0), NOTHING)
    for call in (
        lambda: store.put(revised(sample(1), 2), (1.0,) * 8, NOTHING),
        lambda: store.search((1.0,) * 8, NOTHING, FIRM_WIDE, 5, soon()),
    ):
        with pytest.raises(FingerprintMismatch, match=r"\b4\b.*\b8\b.*new collection"):
            call()
