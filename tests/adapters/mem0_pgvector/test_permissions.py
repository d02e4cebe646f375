"""What a role may not do is refused in words, and what it need not do is not asked of it."""

from __future__ import annotations

import psycopg
import pytest
from psycopg import errors

from firm_memory.application.ports.memory_store import Order
from firm_memory.domain.errors import StoreReadOnly, StoreUnavailable
from firm_memory.features.laws.sample_memories import FIRM_WIDE, MODEL, NOTHING, pointing, revised, sample, soon
from tests.adapters.mem0_pgvector.conftest import Opened


def test_bug_permissions_01_an_extension_that_is_there_is_not_created(
    owner: psycopg.Connection, plain_role: str, opened: Opened
) -> None:
    """Rule: its presence is looked up first; a role that may make tables, and no extension, makes the collection."""
    owner.execute("GRANT CREATE ON SCHEMA public TO plain_role")
    store = opened(plain_role)
    store.prepare(MODEL)
    store.put(sample(1), pointing(0), NOTHING)
    assert store.get(sample(1).id, soon()) == sample(1)


def test_a_missing_extension_is_created_where_the_role_may(
    owner: psycopg.Connection, postgres_dsn: str, plain_role: str, opened: Opened
) -> None:
    """Rule: an owner installs it on first use; for any other role the error says what the owner has to run."""
    owner.execute("DROP EXTENSION vector; GRANT CREATE ON SCHEMA public TO plain_role")
    assert opened(plain_role).search(pointing(0), NOTHING, FIRM_WIDE, 5, soon()).total == 0
    with pytest.raises(StoreReadOnly, match="CREATE EXTENSION vector"):
        opened(plain_role).prepare(MODEL)
    opened(postgres_dsn).prepare(MODEL)
    with pytest.raises(StoreReadOnly):
        opened(plain_role).prepare(MODEL)


def test_a_server_without_pgvector_is_named(owner: psycopg.Connection, postgres_dsn: str, opened: Opened) -> None:
    """Rule: where the server has no such extension to install, the error says so, and reads are empty."""
    owner.execute("DROP EXTENSION vector")
    owner.execute(f"ALTER DATABASE {owner.info.dbname} SET extension_control_path = '/nowhere'".encode())
    store = opened(postgres_dsn)
    with pytest.raises(StoreUnavailable, match="has no pgvector"):
        store.prepare(MODEL)
    with pytest.raises(StoreUnavailable, match="does not exist"):
        store.put(sample(1), pointing(0), NOTHING)
    assert store.search(pointing(0), NOTHING, FIRM_WIDE, 5, soon()).total == 0


def test_an_extension_that_is_too_old_is_named(owner: psycopg.Connection, postgres_dsn: str, opened: Opened) -> None:
    """Rule: pgvector before 0.8 cannot walk an index within a filter; the error gives the statement that helps."""
    owner.execute("UPDATE pg_extension SET extversion = '0.7.4' WHERE extname = 'vector'")
    with pytest.raises(StoreUnavailable, match=r"0\.7\.4.*ALTER EXTENSION vector UPDATE"):
        opened(postgres_dsn).prepare(MODEL)


def test_bug_permissions_03_the_extension_may_live_in_another_schema(
    owner: psycopg.Connection, postgres_dsn: str, plain_role: str, opened: Opened
) -> None:
    """Rule: type, operator and operator class are written with their schema: no search path has to hold it."""
    owner.execute("CREATE SCHEMA ext; ALTER EXTENSION vector SET SCHEMA ext; CREATE SCHEMA firm")
    owner.execute("ALTER ROLE plain_role SET search_path = firm")
    opened(postgres_dsn).prepare(MODEL)
    opened(postgres_dsn).grant("plain_role")
    store = opened(plain_role)
    store.prepare(MODEL)
    store.put(sample(1), pointing(0), frozenset({"fee"}))
    found = store.search(pointing(0), frozenset({"fee"}), FIRM_WIDE, 5, soon())
    assert [match.memory for match in found.matches] == [sample(1)]
    assert found.matches[0].cosine == pytest.approx(1)
    assert store.list(FIRM_WIDE, Order.CREATED, 5, None, soon()).memories == (sample(1),)


def test_an_extension_that_moves_is_found_again(owner: psycopg.Connection, postgres_dsn: str, opened: Opened) -> None:
    """Rule: the call that meets the move fails as an outage, and the next one works."""
    store = opened(postgres_dsn)
    store.prepare(MODEL)
    store.put(sample(1), pointing(0), NOTHING)
    owner.execute("CREATE SCHEMA ext; ALTER EXTENSION vector SET SCHEMA ext")
    with pytest.raises(StoreUnavailable):
        store.search(pointing(0), NOTHING, FIRM_WIDE, 5, soon())
    assert store.search(pointing(0), NOTHING, FIRM_WIDE, 5, soon()).total == 1


def test_bug_permissions_05_a_reader_reads(
    owner: psycopg.Connection, postgres_dsn: str, plain_role: str, opened: Opened
) -> None:
    """Rule: SELECT is all that reads need, they issue no DDL, and a write names the right that is missing."""
    written = opened(postgres_dsn)
    written.prepare(MODEL)
    written.put(sample(1), pointing(0), frozenset({"fee"}))
    owner.execute("GRANT SELECT ON mem0_firm TO plain_role")
    store = opened(plain_role)
    assert store.fingerprint(soon()) == MODEL
    assert store.get(sample(1).id, soon()) == sample(1)
    assert store.search(pointing(0), frozenset({"fee"}), FIRM_WIDE, 5, soon()).total == 1
    assert store.list(FIRM_WIDE, Order.CREATED, 5, None, soon()).memories == (sample(1),)
    with pytest.raises(StoreReadOnly, match="INSERT and UPDATE"):
        store.prepare(MODEL)
    with pytest.raises(StoreReadOnly, match="42501"):
        store.put(sample(2), pointing(0), NOTHING)
    assert written.get(sample(2).id, soon()) is None


def test_a_role_without_any_right_is_an_outage_of_reads(plain_role: str, postgres_dsn: str, opened: Opened) -> None:
    """Rule: a read that is forbidden raises `StoreUnavailable` naming the right; an absent collection reads empty."""
    assert opened(plain_role).search(pointing(0), NOTHING, FIRM_WIDE, 5, soon()).total == 0
    opened(postgres_dsn).prepare(MODEL)
    with pytest.raises(StoreUnavailable, match="42501"):
        opened(plain_role).get(sample(1).id, soon())


def test_an_absent_collection_needs_a_role_that_may_make_it(plain_role: str, opened: Opened) -> None:
    """Rule: where the role may not, the error says which command the owner role has to run."""
    with pytest.raises(StoreReadOnly, match="firm-memory migrate"):
        opened(plain_role).prepare(MODEL)


def test_the_app_role_writes_and_cannot_delete(postgres_dsn: str, plain_role: str, opened: Opened) -> None:
    """Rule: what is granted to the role that serves requests is enough for every call, and is no DELETE and no DDL."""
    opened(postgres_dsn).prepare(MODEL)
    opened(postgres_dsn).grant("plain_role")
    store = opened(plain_role)
    store.prepare(MODEL)
    store.put(sample(1), pointing(0), NOTHING)
    store.put(revised(sample(1), 2), pointing(0), NOTHING)
    assert store.search(pointing(0), NOTHING, FIRM_WIDE, 5, soon()).total == 1
    for forbidden in ("DELETE FROM mem0_firm", "TRUNCATE mem0_firm", "DROP TABLE mem0_firm", "CREATE TABLE x ()"):
        with psycopg.connect(plain_role) as connection, pytest.raises(errors.InsufficientPrivilege):
            connection.execute(forbidden)


def test_a_read_only_database_reads(owner: psycopg.Connection, postgres_dsn: str, opened: Opened) -> None:
    """Rule: a standby, or a database that takes no writes, answers reads; preparing and putting say what it is."""
    opened(postgres_dsn).prepare(MODEL)
    opened(postgres_dsn).put(sample(1), pointing(0), NOTHING)
    owner.execute(f"ALTER DATABASE {owner.info.dbname} SET default_transaction_read_only = on".encode())
    store = opened(postgres_dsn)
    assert store.search(pointing(0), NOTHING, FIRM_WIDE, 5, soon()).total == 1
    with pytest.raises(StoreReadOnly, match="read-only"):
        store.prepare(MODEL)
    with pytest.raises(StoreReadOnly, match="read-only"):
        store.put(sample(2), pointing(0), NOTHING)
