"""A long-lived process whose embedded server was stopped or killed meanwhile: it is there again, and nobody hangs."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest

from firm_memory import FirmMemory, MemoryScope, Reason
from firm_memory.adapters.embedded_postgres.layout import Layout
from firm_memory.adapters.embedded_postgres.locks import FileLock
from firm_memory.adapters.embedded_postgres.postmaster import Postmaster
from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres
from firm_memory.adapters.postgres.database import Database
from firm_memory.domain.errors import ConfigurationError, RecordsUnavailable, StoreUnavailable
from firm_memory.entrypoints.postgres_access import PostgresAccess
from tests.fixtures.embedded_home import eventually, survivors

FIRM_WIDE = MemoryScope(firm=True)


@pytest.fixture
def memory(home: Path, tmp_path: Path) -> Iterator[FirmMemory]:
    """A memory on the embedded server of `home`, which this process alone uses."""
    environment = {
        "PATH": os.environ["PATH"],
        "FIRM_MEMORY_HOME": str(home),
        "FIRM_MEM0_PG_DSN": "embedded",
        "FIRM_MEMORY_EMBEDDER": "lexical",
        "FIRM_MEMORY_PRINCIPAL": "mira",
        "FIRM_MEMORY_TIMEOUT_SECONDS": "30",  # nothing here comes near it
    }
    with FirmMemory.from_env(environment, tmp_path) as memory:
        memory.warm()
        yield memory


def stopped(home: Path) -> None:
    """As `firm-memory down` in another process stops it."""
    assert EmbeddedPostgres(home).stop()


def killed(home: Path) -> None:
    """As the system kills it when memory runs out."""
    server = Postmaster.read(home / "postgres" / "data")
    assert server
    os.kill(server.pid, signal.SIGKILL)
    eventually(lambda: survivors(home) == [])


def remembered(memory: FirmMemory) -> str:
    """A fact that the firm knows from now on: its one word that nothing else holds."""
    word = f"w{uuid4().hex}"
    proposal = memory.propose(f"The desk says {word}.", type="terminology", scope=FIRM_WIDE, reference="mr-1")
    memory.approvals.approve(proposal.candidate_id, approver="lead")
    return word


@pytest.mark.parametrize("end", [stopped, killed])
def test_a_server_that_went_away_is_started_again(memory: FirmMemory, home: Path, end: Callable[[Path], None]) -> None:
    """Rule: whoever asks next has the server started; what was committed is there, and writing works again."""
    word = remembered(memory)
    end(home)
    eventually(lambda: [word in hit.content for hit in memory.search(word)] == [True])
    assert remembered(memory)
    memory.close()
    assert not EmbeddedPostgres(home).status().running


def test_while_it_cannot_be_started_reads_are_labelled_and_writes_raise(memory: FirmMemory, home: Path) -> None:
    """Rule: nobody waits for a start longer than for any connection; once it is possible, the next one works."""
    word = remembered(memory)
    stopped(home)
    with FileLock(Layout(home=home).start_lock).take(within=60):
        hits = memory.search(word)
        assert (list(hits), hits.reason, hits.degraded) == ([], Reason.UNAVAILABLE, True)
        with pytest.raises(RecordsUnavailable, match="gave no connection in time"):
            remembered(memory)
    eventually(lambda: [word in hit.content for hit in memory.search(word)] == [True])


def test_why_it_does_not_start_is_told(memory: FirmMemory, home: Path) -> None:
    """Rule: a reader sees by its label that it is a matter of configuration, a writer which; each looks anew."""
    word = remembered(memory)
    stopped(home)
    version = home / "postgres" / "data" / "PG_VERSION"
    written = version.read_text()
    version.write_text("17\n")
    try:
        assert memory.search(word).reason is Reason.CONFIG
        with pytest.raises(ConfigurationError, match="was written by Postgres 17"):
            remembered(memory)
    finally:
        version.write_text(written)
    eventually(lambda: [word in hit.content for hit in memory.search(word)] == [True])


def test_what_was_closed_meanwhile_is_not_started_again(home: Path) -> None:
    """Rule: a start that is under way when its process leaves ends with it, and nobody begins another."""
    access = PostgresAccess(home)
    database = access("embedded")
    stopped(home)
    with ThreadPoolExecutor(3) as threads:
        with FileLock(Layout(home=home).start_lock).take(within=60):
            assert not answers(database)  # which begins a start
            closing = threads.submit(access.close)
            assert not any(threads.map(answers, [database] * 2))  # of whom one would begin another
        closing.result()
    eventually(lambda: not any(each.name == "firm-memory connecting" for each in threading.enumerate()))
    assert not EmbeddedPostgres(home).status().running


def answers(database: Database) -> bool:
    """Whether the database can be read now."""
    try:
        with database.transaction(unavailable=StoreUnavailable, read_only=True):
            return True
    except StoreUnavailable:
        return False
