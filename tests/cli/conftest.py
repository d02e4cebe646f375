"""Desks in a git checkout: records in files, the store in the process, no model; or a real Postgres."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.desk import Desk, bare_environment
from tests.oms import oms_checkout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A git checkout of the repository `quant/oms` of the domain `execution`."""
    folder = oms_checkout(tmp_path)
    (folder / ".firm-memory.toml").write_text('domains = ["execution"]\n')
    return folder


@pytest.fixture
def desk(checkout: Path, tmp_path: Path) -> Desk:
    """A quick desk: nothing outside this process but the files of its home."""
    return Desk(
        place=checkout,
        environment={
            **bare_environment(tmp_path),
            "FIRM_MEMORY_HOME": str(tmp_path / "home"),
            "FIRM_MEMORY_PROVIDER": "memory",
            "FIRM_MEMORY_EMBEDDER": "lexical",
            "FIRM_MEMORY_PRINCIPAL": "mira",
            "FIRM_MEMORY_TIMEOUT_SECONDS": "30",
        },
    )


@pytest.fixture
def decided(desk: Desk) -> Desk:
    """The same desk where no terminal is needed to decide, as in CI."""
    return desk.with_(FIRM_MEMORY_UNATTENDED_APPROVAL="on")


@pytest.fixture
def postgres_desk(desk: Desk, postgres_dsn: str) -> Desk:
    """A desk on a real, empty Postgres; the CI's kind."""
    return desk.with_(FIRM_MEMORY_PROVIDER="mem0", FIRM_MEM0_PG_DSN=postgres_dsn, FIRM_MEMORY_UNATTENDED_APPROVAL="on")
