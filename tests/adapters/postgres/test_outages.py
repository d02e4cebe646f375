"""Connections: few, shared, and replaced when they die; what is wrong with a server is told at once."""

from __future__ import annotations

import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from firm_memory.adapters.postgres.connections import Connections, NoneFree
from firm_memory.adapters.postgres.database import Database
from firm_memory.domain.errors import StoreUnavailable
from firm_memory.features.postgres import PostgresServer
from tests.adapters.postgres.asking import Asking, Opening, answer
from tests.adapters.postgres.wire import Wire
from tests.fixtures.embedded_home import eventually

FULL = "connection slots|too many clients"  # the second while a session that was refused is still ending


def test_a_frozen_server_costs_no_more_than_the_deadline(open_database: Opening, wire: Wire) -> None:
    """Rule: a server that keeps the connection and says nothing is given up; the next call after it is back works."""
    database = open_database(wire.dsn, max_size=1)
    assert answer(database, "SELECT 1") == 1
    wire.freeze()
    with pytest.raises(StoreUnavailable, match="did not answer before the deadline"):
        answer(database, "SELECT 1", seconds=0.1)
    with pytest.raises(StoreUnavailable, match="gave no connection in time"):
        answer(database, "SELECT 1", seconds=0.1)
    wire.thaw()
    assert answer(database, "SELECT 1") == 1


def test_a_commit_without_an_answer_is_told_as_what_it_is(open_database: Opening, wire: Wire, ask: Asking) -> None:
    """Rule: a lost answer to COMMIT is an outcome nobody knows, and the message says so."""
    ask("CREATE TABLE kept (n int)")
    database = open_database(wire.dsn)

    def write() -> None:
        with database.transaction(unavailable=StoreUnavailable) as connection:
            connection.execute("INSERT INTO kept VALUES (1)")

    wire.cut_after(b"COMMIT\0")
    with pytest.raises(StoreUnavailable, match="nobody knows whether it took effect"):
        write()
    write()
    eventually(lambda: answer(database, "SELECT count(*) FROM kept") == 2)  # it had taken effect this time


def test_a_connection_lost_while_it_is_made_is_an_outage_that_passes(open_database: Opening, wire: Wire) -> None:
    """Rule: a server that goes away in the middle of connecting is told as an outage; the next call connects anew."""
    database = open_database(wire.dsn)
    wire.cut_after(b"pg_settings")
    with pytest.raises(StoreUnavailable, match="the connection to it was lost"):
        answer(database, "SELECT 1", seconds=60)
    assert answer(database, "SELECT 1") == 1


def test_the_first_call_after_a_restart_works(own_postgres: PostgresServer) -> None:
    """Rule: connections that died while idle are replaced without a word; during the outage reads say so at once."""
    with closing(Database(own_postgres.dsn, max_size=3)) as database, ExitStack() as several:
        for _ in range(3):
            several.enter_context(database.transaction(unavailable=StoreUnavailable))
        several.close()
        own_postgres.restart()
        assert [answer(database, "SELECT 1") for _ in range(3)] == [1, 1, 1]
        own_postgres.stop()
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="nothing answers"):
                answer(database, "SELECT 1", seconds=60)
        own_postgres.start()
        assert answer(database, "SELECT 1") == 1


def test_an_exhausted_pool_says_so_and_recovers(open_database: Opening) -> None:
    """Rule: a caller waits for a connection no longer than it said, and then learns what was missing."""
    database = open_database(max_size=2)
    with ExitStack() as held:
        for _ in range(2):
            held.enter_context(database.transaction(unavailable=StoreUnavailable))
        with pytest.raises(StoreUnavailable, match="gave no connection in time"):
            answer(database, "SELECT 1", seconds=0.05)
    assert answer(database, "SELECT 1") == 1


def test_a_connection_that_comes_free_goes_to_who_waited(open_database: Opening) -> None:
    """Rule: of many callers over few connections every one is served."""
    database = open_database(max_size=2, connect_timeout=60)
    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(lambda n: answer(database, f"SELECT {n}", seconds=60), range(120)))
    assert answers == list(range(120))
    assert answer(database, "SELECT count(*) <= 2 FROM pg_stat_activity WHERE datname = current_database()") is True


def test_who_waits_for_others_waits_to_the_end(postgres_dsn: str) -> None:
    """Rule: the bound of making a connection is not that of waiting for one in use: its server is there."""
    with closing(Connections(postgres_dsn, max_size=1)) as connections, ThreadPoolExecutor(1) as thread:
        first = connections.take(60)
        patient = thread.submit(connections.take, 60, connecting=0)
        with pytest.raises(NoneFree):
            connections.take(0.1)
        connections.give_back(first)
        second = patient.result()
        assert second is first
        connections.give_back(second)


def test_a_server_that_says_nothing_is_given_up_before_the_deadline() -> None:
    """Rule: who waits for a connection in the making learns soon that nobody answers, however much time is left."""
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        dsn = f"postgresql://u@127.0.0.1:{silent.getsockname()[1]}/x"
        with closing(Connections(dsn, max_size=1)) as connections, pytest.raises(NoneFree, match=r"within 0\.\d s"):
            connections.take(86_400, connecting=0.1)


def test_a_connection_idle_for_long_is_not_lent_again(postgres_dsn: str) -> None:
    """Rule: what may have been dropped in silence on the way is replaced before it costs somebody a deadline."""
    with closing(Connections(postgres_dsn, max_size=1, idle_seconds=0)) as connections:
        first = connections.take(60)
        connections.give_back(first)
        second = connections.take(60)
        assert first.closed
        assert not second.closed
        connections.give_back(second)


def test_a_server_without_free_slots_is_told_and_recovers(tmp_path: Path) -> None:
    """Rule: a server that is full is an outage with a readable reason; it passes when slots come free."""
    server = PostgresServer(tmp_path / "full", settings={"max_connections": "5", "superuser_reserved_connections": "1"})
    try:
        with psycopg.connect(server.dsn, autocommit=True) as connection:
            connection.execute("CREATE ROLE guest LOGIN")
        dsn = make_conninfo(server.dsn, user="guest")
        with closing(Database(dsn)) as database, closing(Database(dsn)) as busy, ExitStack() as others:
            assert answer(busy, "SELECT 1") == 1
            with pytest.raises(psycopg.OperationalError):  # noqa: PT012 -- however many there are
                while True:
                    others.enter_context(closing(psycopg.connect(dsn)))
            with pytest.raises(StoreUnavailable, match=FULL):
                answer(database, "SELECT 1", seconds=60)
            with (
                busy.transaction(unavailable=StoreUnavailable),
                pytest.raises(StoreUnavailable, match=FULL),
            ):
                answer(busy, "SELECT 1", seconds=0.3)
            assert answer(busy, "SELECT 1") == 1
            others.close()
            eventually(lambda: _answers(database))  # sessions end a moment after they were closed
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("dsn", "reason"),
    [
        ("postgresql://mem0:hunter-two@127.0.0.1:1/mem0", "nothing answers at the configured address"),
        ("postgresql://mem0:hunter-two@nowhere.invalid/mem0", "its host name does not resolve"),
        ("postgresql:///mem0?host=/nowhere/at/all&password=hunter-two", "nothing answers at the configured address"),
        ("postgresql://mem0:hunter-two@127.0.0.1:1/mem0?hunter-two=1", "libpq does not know"),
        ("{dsn}_gone?password=hunter-two", 'refused the connection: database "{name}_gone" does not exist'),
    ],
)
def test_what_is_wrong_with_a_connection_is_told_without_secrets(
    open_database: Opening, postgres_dsn: str, dsn: str, reason: str
) -> None:
    """Rule: the reason is told at once, is readable, and holds no password, no address and no path."""
    name = str(conninfo_to_dict(postgres_dsn)["dbname"])
    database = open_database(dsn.format(dsn=postgres_dsn), connect_timeout=86_400)
    with pytest.raises(StoreUnavailable) as refusal:
        answer(database, "SELECT 1", seconds=86_400)
    assert reason.format(name=name) in str(refusal.value)
    assert not [part for part in ("hunter", "127.0.0.1", "/nowhere") if part in str(refusal.value)]
    assert refusal.value.__cause__ is None


def test_a_closed_database_refuses(database: Database) -> None:
    """Rule: closing is idempotent, and whoever asks afterwards is told, also who was waiting then."""
    answer(database, "SELECT 1")
    database.close()
    database.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        answer(database, "SELECT 1")


def test_a_dead_server_neither_keeps_a_process_alive_nor_makes_it_talk() -> None:
    """Rule: an attempt to connect that never ends does not outlive the program, and prints nothing."""
    program = """
import sys
from firm_memory.adapters.postgres.database import Database
from firm_memory.domain.errors import StoreUnavailable
try:
    with Database(sys.argv[1]).transaction(unavailable=StoreUnavailable, seconds=0.2):
        pass
except StoreUnavailable as error:
    print(error)
"""
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        dsn = f"postgresql://u:hunter-two@127.0.0.1:{silent.getsockname()[1]}/x?connect_timeout=86400"
        ended = subprocess.run([sys.executable, "-c", program, dsn], capture_output=True, timeout=60, check=True)
    assert (ended.stderr, ended.stdout.count(b"\n")) == (b"", 1)
    assert b"gave no connection in time" in ended.stdout


def _answers(database: Database) -> bool:
    try:
        return answer(database, "SELECT 1") == 1
    except StoreUnavailable:
        return False
