"""A store that is gone, slow or busy: bounded, worded for anybody, and over as soon as it is back."""

from __future__ import annotations

import threading

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from firm_memory.adapters.mem0_pgvector import collection as collections
from firm_memory.adapters.mem0_pgvector.collection import Collection
from firm_memory.adapters.system.clock import SystemClock
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.memory_store import Order
from firm_memory.domain.errors import StoreUnavailable
from firm_memory.features.laws.sample_memories import FIRM_WIDE, MODEL, NOTHING, pointing, revised, sample, soon
from firm_memory.features.postgres import PostgresServer
from tests.adapters.mem0_pgvector.conftest import Opened

WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
BUSY = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'firm-memory' AND state <> 'idle'"


def test_a_stopped_server_is_an_outage_and_its_return_ends_it(own_postgres: PostgresServer, opened: Opened) -> None:
    """Rule: while it is down every call raises `StoreUnavailable` well within its deadline; the first call after works.

    Nothing that failed is there afterwards, and no message holds a part of the DSN.
    """
    store = opened(make_conninfo(own_postgres.dsn, password="hunter2"))
    store.prepare(MODEL)
    store.put(sample(1), pointing(0), frozenset({"fee"}))
    own_postgres.stop()
    deadline = soon()
    calls = (
        lambda: store.get(sample(1).id, deadline),
        lambda: store.search(pointing(0), NOTHING, FIRM_WIDE, 5, deadline),
        lambda: store.list(FIRM_WIDE, Order.CREATED, 5, None, deadline),
        lambda: store.fingerprint(deadline),
        lambda: store.prepare(MODEL),
        lambda: store.put(revised(sample(1), 2), pointing(0), NOTHING),
        lambda: store.put(sample(2), pointing(0), NOTHING),
    )
    for call in calls:
        with pytest.raises(StoreUnavailable) as outage:
            call()
        assert "hunter2" not in str(outage.value)
        assert outage.value.__cause__ is None
    assert deadline.remaining
    own_postgres.start()
    found = store.search(pointing(0), frozenset({"fee"}), FIRM_WIDE, 5, soon())
    assert [match.memory for match in found.matches] == [sample(1)]


def test_a_restart_between_two_calls_goes_unnoticed(own_postgres: PostgresServer, opened: Opened) -> None:
    """Rule: connections that died while idle cost nobody an error."""
    store = opened(own_postgres.dsn)
    store.prepare(MODEL)
    store.put(sample(1), pointing(0), NOTHING)
    own_postgres.restart()
    assert store.get(sample(1).id, soon()) == sample(1)
    store.put(sample(2), pointing(0), NOTHING)


def test_the_deadline_cancels_the_query_on_the_server(
    owner: psycopg.Connection, postgres_dsn: str, opened: Opened
) -> None:
    """Rule: a read that would overrun ends as `StoreUnavailable`, and leaves no query behind it on the server."""
    store = opened(postgres_dsn)
    store.prepare(MODEL)
    store.put(sample(1), pointing(0), NOTHING)
    with owner.transaction():
        owner.execute("LOCK TABLE mem0_firm IN ACCESS EXCLUSIVE MODE")
        for read in (
            lambda deadline: store.search(pointing(0), NOTHING, FIRM_WIDE, 5, deadline),
            lambda deadline: store.list(FIRM_WIDE, Order.CREATED, 5, None, deadline),
            lambda deadline: store.get(sample(1).id, deadline),
        ):
            with pytest.raises(StoreUnavailable, match="deadline"):
                read(Deadline.after(0.3, SystemClock()))
        assert owner.execute(BUSY).fetchone() == (0,)
    assert store.search(pointing(0), NOTHING, FIRM_WIDE, 5, soon()).total == 1


def test_who_comes_second_finds_the_collection_made(
    owner: psycopg.Connection, postgres_dsn: str, opened: Opened
) -> None:
    """Rule: first use is serialised by a lock: while one process makes the collection, another waits, then writes.

    The first one's transaction is held open until the second waits for it. (bug-concurrency-05, for pgvector.)
    """
    failed: list[Exception] = []

    def second() -> None:
        try:
            opened(postgres_dsn).prepare(MODEL)
            opened(postgres_dsn).put(sample(1), pointing(0), NOTHING)
        except StoreUnavailable as error:
            failed.append(error)

    with psycopg.connect(postgres_dsn) as first:
        collections.require(first, Collection(name="mem0_firm", pool_owner="firm"), MODEL)
        thread = threading.Thread(target=second)
        thread.start()
        while owner.execute(WAITING).fetchone() == (0,):
            assert thread.is_alive()
        first.commit()
        thread.join()
    assert failed == []
    assert opened(postgres_dsn).get(sample(1).id, soon()) == sample(1)
