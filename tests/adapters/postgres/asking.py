"""What the tests of the Postgres adapter ask of a database, and how."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from firm_memory.adapters.postgres.database import Database
from firm_memory.domain.errors import StoreUnavailable

Opening = Callable[..., Database]


class Asking(Protocol):
    """Runs SQL past every part of ours, and gives its rows."""

    def __call__(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        """The rows that `statement` gives; none where it gives no rows."""
        ...


def answer(database: Database, statement: str, seconds: float | None = None) -> object:
    """The single value that `statement` gives in a read of its own."""
    with database.transaction(unavailable=StoreUnavailable, read_only=True, seconds=seconds) as connection:
        return next(connection.execute(statement.encode()))[0]


@contextmanager
def another_process(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """`another_process.py`, ready to be let loose; killed at the end if it still runs."""
    program = str(Path(__file__).with_name("another_process.py"))
    command = [sys.executable, program, *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        yield process
        process.kill()


def let_loose(processes: Sequence[subprocess.Popen[str]]) -> list[str]:
    """What each of `processes` printed, all let loose at once."""
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    return [process.communicate()[0].strip() for process in processes]
