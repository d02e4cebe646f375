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


PLACES: Final = {
    "memory-on-in-process": memory_in_process,
    "memory-on-files": memory_files,
    "mem0-on-postgres": mem0_postgres,
}
