"""A nursery of processes that die, the places in which they keep the firm's memory, and the observer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import attrs
import psycopg
import pytest

from firm_memory import FirmMemory
from firm_memory.domain.chain import verify_chain
from tests.trials.nursery import Deed

ROOT = Path(__file__).parents[2]
End = dict[str, Any]
ROWS = "SELECT id::text, payload ->> 'revision' FROM mem0_firm ORDER BY id"


class Nursery:
    """The program of that name, running."""

    def __init__(self, home: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.trials.nursery", str(home)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def let(self, *deeds: Deed, meanwhile: Callable[[], None] = lambda: None) -> list[End]:
        """Let as many processes do these deeds at once, and see how they end; `meanwhile` runs as they begin."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([attrs.asdict(deed) for deed in deeds]) + "\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "begun\n"
        meanwhile()
        ends: list[End] = json.loads(self._process.stdout.readline())
        return ends

    def close(self) -> None:
        """Let it end."""
        self._process.communicate()


@attrs.frozen(kw_only=True)
class Place:
    """Where a firm keeps its memory: mem0's table in a database, and records there or in files."""

    dsn: str
    environment: dict[str, str]

    def observed(self) -> Observed:
        """The place as a fresh process finds it."""
        return Observed(memory=FirmMemory.from_env(self.environment, Path("/")), dsn=self.dsn)


class Observed:
    """A look at a place: records, ledger and rows, through a memory that knows nothing of what went before."""

    def __init__(self, memory: FirmMemory, dsn: str) -> None:
        self.memory, self._dsn = memory, dsn

    def __enter__(self) -> Self:
        self.memory.warm()
        return self

    def __exit__(self, *_: object) -> None:
        self.memory.close()

    def kinds(self, record: str) -> list[str]:
        """The kinds of the events that changed a record. The whole chain must hold."""
        ledger = self.memory.container.records().ledger
        assert verify_chain(ledger.sealed()).ok
        return [event.kind.value for event in ledger.events() if record in {str(each.id) for each in event.records}]

    def status(self, record: str) -> str:
        """The status of a record, or `absent`."""
        return {str(each.id): each.status.value for each in self.memory.container.records().queue.every()}.get(
            record, "absent"
        )

    def rows(self, record: str) -> list[str]:
        """The revisions of the rows that mem0's table holds for a memory."""
        with psycopg.connect(self._dsn, autocommit=True) as connection:
            if connection.execute("SELECT to_regclass('mem0_firm') IS NULL").fetchone() == (True,):
                return []
            return [revision for row, revision in connection.execute(ROWS) if row == record]


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """The nursery, once for all trials of a module: what is heavy is imported once."""
    nursery = Nursery(tmp_path_factory.mktemp("nursery"))
    yield nursery
    nursery.close()


def place_in(kind: str, home: Path, dsn: str) -> Place:
    """That kind of place, with its Postgres at `dsn`."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "FIRM_MEMORY_HOME": str(home),
        "FIRM_MEMORY_EMBEDDER": "lexical",
        "FIRM_MEMORY_PRINCIPAL": "mira",
        "FIRM_MEMORY_TIMEOUT_SECONDS": "30",
        "FIRM_MEM0_PG_DSN": dsn,
    }
    if kind == "files":
        environment["FIRM_MEMORY_CANDIDATES_PATH"] = str(home / "records")
    return Place(dsn=dsn, environment=environment)


@pytest.fixture(params=["postgres", "files"])
def place(request: pytest.FixtureRequest, postgres_dsn: str, tmp_path: Path) -> Place:
    """mem0's table with records in the same Postgres, and with records in files."""
    return place_in(request.param, tmp_path, postgres_dsn)
