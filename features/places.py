"""Where a firm keeps its memory: the pairs of storage and records that the features run against."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

Environment = dict[str, str]


def _common(home: Path) -> Environment:
    return {"FIRM_MEMORY_HOME": str(home), "FIRM_MEMORY_TIMEOUT_SECONDS": "5"}


def memory_in_process(home: Path, _: Callable[[], str]) -> Environment:
    """The in-process store with in-process records."""
    return _common(home) | {"FIRM_MEMORY_PROVIDER": "memory", "FIRM_MEMORY_CANDIDATES_PATH": ":memory:"}


def memory_files(home: Path, _: Callable[[], str]) -> Environment:
    """The in-process store with records in files."""
    return _common(home) | {"FIRM_MEMORY_PROVIDER": "memory"}


def mem0_postgres(home: Path, dsn: Callable[[], str]) -> Environment:
    """mem0's pgvector collection with records in the same Postgres."""
    return _common(home) | {"FIRM_MEMORY_PROVIDER": "mem0", "FIRM_MEM0_PG_DSN": dsn()}


def memory_postgres(home: Path, dsn: Callable[[], str]) -> Environment:
    """The in-process store with records in Postgres."""
    return _common(home) | {"FIRM_MEMORY_PROVIDER": "memory", "FIRM_MEMORY_CANDIDATES_PATH": dsn()}


def mem0_in_process(home: Path, dsn: Callable[[], str]) -> Environment:
    """mem0's pgvector collection with in-process records."""
    return mem0_postgres(home, dsn) | {"FIRM_MEMORY_CANDIDATES_PATH": ":memory:"}


def mem0_files(home: Path, dsn: Callable[[], str]) -> Environment:
    """mem0's pgvector collection with records in files."""
    return mem0_postgres(home, dsn) | {"FIRM_MEMORY_CANDIDATES_PATH": str(home / "records")}


PLACES: Final = {
    "memory-on-in-process": memory_in_process,
    "memory-on-files": memory_files,
    "mem0-on-postgres": mem0_postgres,
}

# With those above, every storage with every records. They run with the long trials: a fault of a pair alone is rare.
FURTHER_PLACES: Final = {
    "memory-on-postgres": memory_postgres,
    "mem0-on-in-process": mem0_in_process,
    "mem0-on-files": mem0_files,
}

EVERY_PLACE: Final = PLACES | FURTHER_PLACES
