"""A Postgres that restarts, is full, is slow or only reads: reads are labelled, writes say why, and it passes."""

from __future__ import annotations

import logging
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from firm_memory import FirmMemory, MemoryStatus, MemoryType, Reason
from firm_memory.domain.errors import StoreReadOnly, StoreUnavailable, WriteFailed
from firm_memory.features.firm import Firm
from firm_memory.features.places import Environment
from firm_memory.features.postgres import PostgresServer
from tests.cases.databases import asked
from tests.cases.firms import OMS, ON_POSTGRES, contents, environment_of, opened
from tests.cases.notation import given
from tests.fixtures.embedded_home import eventually

LOTS = "Odd lots are netted."


def _settled(environment: Environment, directory: Path) -> None:
    """One approved memory."""
    with opened(environment, directory) as memory:
        proposal = memory.propose(LOTS, type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1")
        assert proposal.candidate_id
        memory.approvals.approve(proposal.candidate_id, approver="lead")


def _asks(memory: FirmMemory) -> list[str]:
    return contents(memory.search("odd lots", repo="oms"))


def _failed(memory: FirmMemory, reason: str) -> int:
    return int(memory.container.metrics().value("read_failed", operation="search", reason=reason))


def test_bug_postgres_faults_01_restarts_between_calls(own_postgres: PostgresServer, tmp_path: Path) -> None:
    """Connections that died with the old server cost no search: each one after the restart returns its hits."""
    environment = environment_of(ON_POSTGRES, tmp_path, lambda: own_postgres.dsn)
    _settled(environment, tmp_path)
    with opened(environment, tmp_path) as memory:
        assert _asks(memory) == [LOTS]
        own_postgres.restart()
        assert [_asks(memory) for _ in range(given("bug-postgres-faults-01")["searches"])] == [[LOTS]] * 3
        assert memory.container.metrics().value("read_failed") == 0


def test_bug_postgres_faults_03_pool_exhausted(postgres_dsn: str, tmp_path: Path) -> None:
    """With every connection in use a search ends within its bounded wait, empty and labelled; then it works again."""
    environment = environment_of(ON_POSTGRES, tmp_path, lambda: postgres_dsn)
    _settled(environment, tmp_path)
    with opened(environment, tmp_path) as memory:
        memory.warm()
        database = memory.container.postgres()(postgres_dsn)
        with ExitStack() as held:
            with pytest.raises(StoreUnavailable, match="gave no connection in time"):  # noqa: PT012 -- until it is so
                while True:
                    held.enter_context(database.transaction(unavailable=StoreUnavailable, seconds=0.4))
            hits = memory.search("odd lots", repo="oms")
            assert (list(hits), hits.reason, hits.degraded) == ([], Reason.TIMEOUT, True)
            assert _failed(memory, "timeout") == 1
        eventually(lambda: _asks(memory) == [LOTS])


def test_bug_postgres_faults_04_server_out_of_slots(own_postgres: PostgresServer, tmp_path: Path) -> None:
    """A server that is full is told as such; once others leave, everything works without a restart of ours."""
    case = given("bug-postgres-faults-04")
    asked(own_postgres.dsn, f"ALTER SYSTEM SET max_connections = {case['max_connections']}")
    own_postgres.restart()
    name = own_postgres.dsn.rpartition("/")[2]
    grants = (f"GRANT CREATE ON DATABASE {name} TO guest", "GRANT CREATE ON SCHEMA public TO guest")
    asked(own_postgres.dsn, "CREATE ROLE guest LOGIN", *grants)
    dsn = make_conninfo(own_postgres.dsn, user="guest")
    environment = environment_of(ON_POSTGRES, tmp_path, lambda: dsn)
    _settled(environment, tmp_path)
    with ExitStack() as others, opened(environment, tmp_path) as memory:
        with pytest.raises(psycopg.OperationalError):  # noqa: PT012 -- however many there are
            for _ in range(case["others"]):
                others.enter_context(closing(psycopg.connect(dsn)))
        hits = memory.search("odd lots", repo="oms")
        assert (list(hits), hits.reason) == ([], Reason.UNAVAILABLE)
        assert _failed(memory, "unavailable") == 1
        with pytest.raises(WriteFailed, match=r"refused the connection: .*(connection slots|too many clients)"):
            memory.propose("Another.", type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1")
        others.close()
        eventually(lambda: _asks(memory) == [LOTS])
        assert memory.propose("Another.", type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1").accepted


def test_bug_postgres_faults_05_statement_timeout_on_the_server(
    postgres_dsn: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A query that the server cancels is an empty, labelled answer, and its connection goes back clean.

    The specification's list of reasons is closed: the metric says `unavailable`, the log that it was cancelled.
    """
    case = given("bug-postgres-faults-05")
    environment = environment_of(ON_POSTGRES, tmp_path, lambda: postgres_dsn)
    _settled(environment, tmp_path)
    name, slow = postgres_dsn.rpartition("/")[2], f"LATERAL (SELECT pg_sleep({case['query_s']})) AS slow"
    asked(
        postgres_dsn,
        f"ALTER DATABASE {name} SET statement_timeout = '{case['statement_timeout_ms']}ms'",
        "ALTER TABLE public.mem0_firm RENAME TO quick",
        f"CREATE VIEW public.mem0_firm AS SELECT quick.* FROM public.quick, {slow}",  # noqa: S608 -- ours,
    )
    with opened(environment, tmp_path) as memory:
        with caplog.at_level(logging.WARNING):
            hits = memory.search("odd lots", repo="oms")
        assert (list(hits), hits.reason) == ([], Reason.UNAVAILABLE)
        assert "cancelled the query" in caplog.text
        assert _failed(memory, "unavailable") == 1
        asked(postgres_dsn, "DROP VIEW public.mem0_firm", "ALTER TABLE public.quick RENAME TO mem0_firm")
        assert _asks(memory) == [LOTS]
        states = asked(
            postgres_dsn,
            "SELECT DISTINCT state FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = 'firm-memory'",
        )
        assert states == [("idle",)]


def test_bug_postgres_faults_07_read_only_replica(postgres_firm: Firm, postgres_dsn: str, tmp_path: Path) -> None:
    """On a database that only reads, recall works, writes say that it is read-only, and the candidate still waits.

    A start issues no DDL: also where there is no schema yet, reading says no more than that the store is empty.
    """
    options = given("bug-postgres-faults-07")["options"]
    read_only = make_conninfo(postgres_dsn, options=options)
    environment = {**postgres_firm.environment, "FIRM_MEM0_PG_DSN": read_only}
    with opened(environment, tmp_path) as memory:
        assert memory.search("odd lots").reason is Reason.EMPTY_STORE
        assert list(memory.approvals.pending()) == []
    postgres_firm.approved(LOTS, OMS)
    candidate = postgres_firm.propose("Even lots are not.", OMS)
    with opened(environment, tmp_path) as memory:
        assert _asks(memory) == [LOTS]
        with pytest.raises(StoreReadOnly, match=r"read-only \(25006\)"):
            memory.approvals.approve(candidate, approver="lead")
        assert [record.status for record in memory.approvals.pending()] == [MemoryStatus.PROPOSED]
    assert postgres_firm.desk.approve(candidate, approver="lead").status is MemoryStatus.ACTIVE
