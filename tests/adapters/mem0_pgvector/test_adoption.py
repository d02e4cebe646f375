"""An earlier pool is laid out as ours where it stands, at one stroke, and no row of it is lost."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from pathlib import Path

import attrs
import psycopg
import pytest

from firm_memory.adapters.mem0_pgvector.adoption import Mem0Pool
from firm_memory.adapters.mem0_pgvector.collection import Collection
from firm_memory.adapters.postgres.database import Database
from firm_memory.application.ports.pool import Placed
from firm_memory.domain.errors import ConfigurationError, StoreReadOnly, WriteFailed
from firm_memory.domain.memory import Memory
from firm_memory.features.earlier_pool import EarlierPool
from firm_memory.features.laws.sample_memories import MODEL, pointing, sample, soon
from tests.adapters.mem0_pgvector.conftest import Opened

_LAYOUT = """
SELECT attname::text, format_type(atttypid, atttypmod), coalesce(pg_get_expr(adbin, adrelid), '')
FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE attrelid = 'public.{name}'::regclass AND attnum > 0 ORDER BY attname
"""
_INDEXES = (
    "SELECT indexdef FROM pg_indexes WHERE tablename = '{name}' AND indexname !~ '_lemmatized_' ORDER BY indexname"
)


@pytest.fixture
def earlier(postgres_dsn: str, tmp_path: Path) -> EarlierPool:
    """The pool, still empty; of another dimension than the model's."""
    return EarlierPool(dsn=postgres_dsn, mem0_dir=tmp_path)


@pytest.fixture
def pool(postgres_dsn: str, databases: list[Database]) -> Mem0Pool:
    """The same pool, to be adopted."""
    databases.append(Database(postgres_dsn))
    return Mem0Pool(connections=databases[-1], collection=Collection(name="mem0_firm", pool_owner="firm"))


def _known(id_: uuid.UUID) -> Memory:
    """A memory in the place of that row."""
    return attrs.evolve(sample(1), id=id_)


def _placed(memory: Memory, angle: float = 0) -> Placed:
    return Placed(memory=memory, vector=pointing(angle), terms=frozenset({"lot"}))


def _rows(owner: psycopg.Connection) -> Mapping[str, tuple[object, ...]]:
    return {str(row[0]): row[1:] for row in owner.execute("SELECT id, payload, vector::text FROM mem0_firm")}


def test_it_reads_every_row(earlier: EarlierPool, pool: Mem0Pool) -> None:
    """Adopt: rows are read as mem0 keeps them, with their vectors where somebody asks for those."""
    ids = sorted(earlier.add_all([("Odd lots are netted.", {}), ("Netting runs at six.", {"tier": "index"})]))
    rows = pool.rows()
    assert rows is not None
    assert [each.id for each in rows] == ids
    assert {each.payload["data"] for each in rows} == {"Odd lots are netted.", "Netting runs at six."}
    assert {each.vector for each in rows} == {()}
    with_vectors = pool.rows(vectors=True)
    assert with_vectors is not None
    assert {len(each.vector) for each in with_vectors} == {earlier.dimension}


def test_the_table_becomes_one_of_ours(
    earlier: EarlierPool, pool: Mem0Pool, opened: Opened, postgres_dsn: str, owner: psycopg.Connection
) -> None:
    """Adopt: columns, indexes and fingerprint are those of a collection that was made here."""
    ids = earlier.add_all([("Odd lots are netted.", {}), ("Netting runs at six.", {})])
    rows = pool.rows()
    assert rows is not None
    memory, other = _known(ids[0]), ids[1]
    before = _rows(owner)[str(other)]
    pool.take_over(MODEL, [_placed(memory)], {other: pointing(90)}, rows)
    assert pool.rows() is None
    store, fresh = opened(postgres_dsn), opened(postgres_dsn, collection="fresh")
    store.prepare(MODEL)
    fresh.prepare(MODEL)
    assert store.get(memory.id, soon()) == memory
    assert store.get(other, soon()) is None
    layouts = [owner.execute(_LAYOUT.format(name=name).encode()).fetchall() for name in ("mem0_firm", "fresh")]
    assert layouts[0] == layouts[1]
    adopted, made = (
        [row[0].replace(name, "x") for row in owner.execute(_INDEXES.format(name=name).encode())]
        for name in ("mem0_firm", "fresh")
    )
    assert adopted == made
    payload, vector = _rows(owner)[str(other)]
    assert payload == before[0]
    assert vector is not None


def test_vectors_of_the_same_dimension_stay_with_rows_out_of_recall(
    postgres_dsn: str, tmp_path: Path, pool: Mem0Pool, owner: psycopg.Connection
) -> None:
    """Adopt: nothing is taken from a row that is left out; where its vector fits, it keeps even that."""
    earlier = EarlierPool(dsn=postgres_dsn, mem0_dir=tmp_path, dimension=MODEL.dimension)
    [other] = earlier.add_all([("Odd lots are netted.", {})])
    before, rows = _rows(owner), pool.rows()
    assert rows is not None
    pool.take_over(MODEL, [], {other: pointing(90)}, rows)
    assert _rows(owner) == before


@pytest.mark.parametrize(
    "meanwhile",
    [
        lambda earlier, _: earlier.add("Written meanwhile."),
        lambda _, owner: owner.execute("""UPDATE mem0_firm SET payload = payload || '{"data": "other"}'"""),
    ],
    ids=["a row more", "a row changed"],
)
def test_a_table_that_changed_meanwhile_is_left_alone(
    earlier: EarlierPool,
    pool: Mem0Pool,
    owner: psycopg.Connection,
    meanwhile: Callable[[EarlierPool, psycopg.Connection], object],
) -> None:
    """Adopt, all or nothing: rows that nobody checked would vanish from recall, so the run stops before any change."""
    memory = _known(earlier.add("Odd lots are netted."))
    rows = pool.rows()
    assert rows is not None
    meanwhile(earlier, owner)
    before = _rows(owner)
    with pytest.raises(WriteFailed, match="run firm-memory adopt again"):
        pool.take_over(MODEL, [_placed(memory)], {}, rows)
    assert _rows(owner) == before
    assert pool.rows() is not None


def test_it_is_taken_over_once(earlier: EarlierPool, pool: Mem0Pool) -> None:
    """Adopt: whoever comes second finds it done and changes nothing."""
    memory = _known(earlier.add("Odd lots are netted."))
    rows = pool.rows()
    assert rows is not None
    pool.take_over(MODEL, [_placed(memory)], {}, rows)
    with pytest.raises(WriteFailed, match="changed while"):
        pool.take_over(MODEL, [_placed(memory)], {}, rows)


def test_a_table_that_mem0_did_not_make_is_refused(pool: Mem0Pool, owner: psycopg.Connection) -> None:
    """Adopt: somebody else's table of that name is not touched; a missing one is told so."""
    with pytest.raises(ConfigurationError, match="no table"):
        pool.rows()
    owner.execute("CREATE TABLE mem0_firm (id uuid PRIMARY KEY, vector vector(4), payload jsonb, status text)")
    with pytest.raises(ConfigurationError, match="not laid out as mem0"):
        pool.rows()


def test_a_role_that_may_not_alter_it_is_told_so(
    earlier: EarlierPool, pool: Mem0Pool, plain_role: str, owner: psycopg.Connection, databases: list[Database]
) -> None:
    """Rights: only the owner of the table lays it out anew; the other role reads who could."""
    memory = _known(earlier.add("Odd lots are netted."))
    rows = pool.rows()
    assert rows is not None
    owner.execute("GRANT SELECT, INSERT, UPDATE ON mem0_firm TO plain_role")
    databases.append(Database(plain_role))
    other = Mem0Pool(connections=databases[-1], collection=pool.collection)
    before = _rows(owner)
    with pytest.raises(StoreReadOnly):
        other.take_over(MODEL, [_placed(memory)], {}, rows)
    assert _rows(owner) == before


def test_the_serving_role_gets_its_rights(
    earlier: EarlierPool, pool: Mem0Pool, plain_role: str, opened: Opened, databases: list[Database]
) -> None:
    """Rights: where an owner adopts, the role that serves requests may read and write afterwards."""
    memory = _known(earlier.add("Odd lots are netted."))
    adopting = Mem0Pool(connections=databases[-1], collection=pool.collection, role="plain_role")
    rows = adopting.rows()
    assert rows is not None
    adopting.take_over(MODEL, [_placed(memory)], {}, rows)
    store = opened(plain_role)
    store.prepare(MODEL)
    assert store.get(memory.id, soon()) == memory
