"""Transactions: whole or not at all, bounded, and without a trace."""

from __future__ import annotations

from contextlib import ExitStack

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.system.clock import SystemClock
from firm_memory.application.ports.deadline import Deadline
from firm_memory.domain.errors import RecordsUnavailable, StoreReadOnly, StoreUnavailable
from tests.adapters.postgres.asking import Asking, Opening, answer


def test_nothing_connects_before_it_is_needed(open_database: Opening, ask: Asking) -> None:
    """Rule: constructing a database opens no connection; one transaction opens one."""
    database = open_database(application_name="lazy")
    count = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'lazy'"
    assert ask(count) == [(0,)]
    assert answer(database, count) == 1


def test_a_block_that_raises_leaves_nothing(database: Database, ask: Asking) -> None:
    """Rule: a transaction is committed when its block ends, and rolled back when the block raises."""
    ask("CREATE TABLE kept (n int)")

    def write(*numbers: int) -> None:
        with database.transaction(unavailable=StoreUnavailable) as connection:
            for number in numbers:
                connection.execute("INSERT INTO kept VALUES (1 / %s)", (number,))

    write(1)
    with pytest.raises(StoreUnavailable, match="22012"):
        write(1, 0)
    assert ask("SELECT n FROM kept") == [(1,)]


def test_an_error_swallowed_inside_is_not_taken_for_success(database: Database, ask: Asking) -> None:
    """Rule: writes raise; COMMIT of an aborted transaction would roll back in silence."""
    ask("CREATE TABLE kept (n int)")

    def write() -> None:
        with database.transaction(unavailable=StoreUnavailable) as connection:
            connection.execute("INSERT INTO kept VALUES (1)")
            with pytest.raises(psycopg.errors.DivisionByZero):
                connection.execute("SELECT 1 / 0")

    with pytest.raises(StoreUnavailable, match="nothing was written"):
        write()
    assert ask("SELECT n FROM kept") == []


def test_no_state_outlives_a_transaction(open_database: Opening) -> None:
    """Rule: settings are local and nothing is prepared, so a transaction pooler may stand in between."""
    database = open_database(max_size=1)
    before = answer(database, "SHOW work_mem")
    settings = {"hnsw.iterative_scan": "strict_order", "work_mem": "77MB"}
    with database.transaction(unavailable=StoreUnavailable, settings=settings) as connection:
        assert next(connection.execute("SHOW hnsw.iterative_scan")) == ("strict_order",)
        assert next(connection.execute("SHOW work_mem")) == ("77MB",)
    for _ in range(20):
        answer(database, "SELECT 1")
    assert answer(database, "SHOW work_mem") == before
    assert answer(database, "SELECT count(*) FROM pg_prepared_statements") == 0


def test_a_slow_query_is_cancelled_on_the_server(open_database: Opening, ask: Asking) -> None:
    """Rule: the deadline holds on the server too, and the connection goes back clean."""
    database = open_database(max_size=1, application_name="slow")
    pid = answer(database, "SELECT pg_backend_pid()")
    deadline = Deadline.after(0.3, SystemClock())
    with pytest.raises(RecordsUnavailable, match="cancelled"):  # noqa: SIM117 -- the order is the point
        with database.transaction(unavailable=RecordsUnavailable, deadline=deadline) as connection:
            connection.execute("SELECT pg_sleep(60)")
    assert ask("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'slow' AND state <> 'idle'") == [(0,)]
    assert answer(database, "SELECT pg_backend_pid()") == pid


def test_the_server_s_own_statement_timeout_is_kept(open_database: Opening, postgres_dsn: str, ask: Asking) -> None:
    """Rule: an operator's limit is never raised by ours, and ours may be lower."""
    limit = f"ALTER DATABASE {conninfo_to_dict(postgres_dsn)['dbname']} SET statement_timeout = "
    ask(f"{limit} '50s'")
    database = open_database()
    assert answer(database, "SHOW statement_timeout", seconds=60) == "50s"
    assert answer(database, "SHOW statement_timeout", seconds=40) != "50s"
    ask(f"{limit} '50ms'")
    with pytest.raises(StoreUnavailable, match="cancelled"):
        answer(open_database(), "SELECT pg_sleep(60)", seconds=60)


def test_a_lock_that_stays_taken_is_given_up(database: Database, ask: Asking) -> None:
    """Rule: waiting for somebody else's lock is bounded as everything is."""
    ask("CREATE TABLE held (n int)")
    with ExitStack() as holding:
        other = holding.enter_context(database.transaction(unavailable=StoreUnavailable))
        other.execute("LOCK TABLE held")
        with pytest.raises(StoreUnavailable, match="kept a lock for longer than the deadline allows"):
            answer(database, "SELECT count(*) FROM held", seconds=0.3)
    assert answer(database, "SELECT count(*) FROM held") == 0


def test_a_commit_that_the_server_refuses_is_told_apart_from_a_lost_one(database: Database, ask: Asking) -> None:
    """Rule: where the server itself says that it rolled back, the outcome is known and its reason is given."""
    ask("""
        CREATE TABLE kept (n int);
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
            $$BEGIN RAISE EXCEPTION 'late' USING ERRCODE = 'serialization_failure'; END$$;
        CREATE CONSTRAINT TRIGGER late AFTER INSERT ON kept DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION refuse();
    """)

    def write() -> None:
        with database.transaction(unavailable=StoreUnavailable) as connection:
            connection.execute("INSERT INTO kept VALUES (1)")

    with pytest.raises(StoreUnavailable, match="40001"):
        write()
    assert ask("SELECT n FROM kept") == []


def test_a_library_gets_connections_it_cannot_take_away(database: Database, ask: Asking) -> None:
    """Rule: a library that wants a pool works on transactions of ours, and closing its pool closes nothing."""
    ask("CREATE TABLE kept (n int)")
    pool = database.pool
    with pool.connection() as connection:
        connection.execute("INSERT INTO kept VALUES (1)")
    with pool.connection() as connection:
        connection.execute("INSERT INTO kept VALUES (2)")
        connection.commit()
    with pytest.raises(StoreUnavailable), pool.connection() as connection:
        connection.execute("INSERT INTO kept VALUES (3), (1 / 0)")
    pool.close()
    assert answer(database, "SELECT array_agg(n ORDER BY n) FROM kept") == [1, 2]


def test_other_faults_show_neither_sql_nor_values(database: Database) -> None:
    """Rule: a message is fit for an agent to see: a code, and nothing that was asked or stored."""
    with pytest.raises(StoreUnavailable) as refusal:
        answer(database, "SELECT 'hunter-two'::int")
    assert "22P02" in str(refusal.value)
    assert "hunter" not in str(refusal.value)


def test_a_read_only_database_is_told_from_an_outage(open_database: Opening, postgres_dsn: str) -> None:
    """Rule: what answers but accepts no writes raises `StoreReadOnly`; reads work."""
    database = open_database(make_conninfo(postgres_dsn, options="-c default_transaction_read_only=on"))
    assert answer(database, "SELECT 1") == 1
    with pytest.raises(StoreReadOnly, match="read-only"):  # noqa: SIM117 -- the order is the point
        with database.transaction(unavailable=StoreUnavailable) as connection:
            connection.execute("CREATE TABLE t ()")


def test_a_missing_right_is_named(open_database: Opening, role_dsn: str, ask: Asking) -> None:
    """Rule: a role that lacks a right is told which; a write that lacks it finds the store read-only."""
    ask("CREATE TABLE guarded (n int)")
    database = open_database(role_dsn)
    with pytest.raises(StoreUnavailable, match="permission denied for table guarded"):
        answer(database, "SELECT n FROM guarded")
    with pytest.raises(StoreReadOnly, match="permission denied for table guarded"):  # noqa: SIM117 -- see above
        with database.transaction(unavailable=StoreUnavailable) as connection:
            connection.execute("INSERT INTO guarded VALUES (1)")
