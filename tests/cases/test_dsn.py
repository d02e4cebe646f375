"""Connection strings: understood where they are right, explained where they are wrong, and never shown."""

from __future__ import annotations

import logging
import socket
from contextlib import closing
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict
from typer.testing import CliRunner

from firm_memory import MemoryType, Reason
from firm_memory.adapters.postgres.dsn import check_dsn, masked
from firm_memory.domain.errors import ConfigurationError
from firm_memory.entrypoints.cli.app import app
from firm_memory.entrypoints.environment.reading import read_settings
from tests.cases.firms import OMS, opened
from tests.cases.notation import expected, given


def _everything_said(environment: dict[str, str], home: Path, caplog: pytest.LogCaptureFixture) -> str:
    """All that a process with an unusable DSN says: on reads, on writes, in its log, its metrics and its commands.

    Reads are empty and labelled, writes raise, and the command line refuses to start.
    """
    environment = {**environment, "FIRM_MEMORY_HOME": str(home), "FIRM_MEMORY_EMBEDDER": "lexical"}
    with opened(environment, home) as memory, caplog.at_level(logging.DEBUG):
        hits = memory.search("odd lots")
        assert (list(hits), hits.reason, hits.degraded) == ([], Reason.CONFIG, True)
        with pytest.raises(ConfigurationError) as refusal:
            memory.propose("A fact.", type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1")
        metrics = memory.container.metrics()
        assert metrics.value("read_failed", operation="search", reason="config") == 1
        seen = f"{hits!r} {refusal.value!r} {metrics.snapshot()!r} {read_settings(environment).problems!r}"
    for command in (["search", "odd lots"], ["pending", "--json"]):
        ran = CliRunner().invoke(app, command, env=environment)
        assert ran.exit_code == 2
        assert str(refusal.value) in ran.stderr
        seen += ran.output
    return f"{seen} {caplog.text}"


def test_bug_dsn_01_unescaped_at_in_the_password(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """An @ in a password has to be percent-encoded; the error says so and shows no part of it."""
    said = _everything_said(given("bug-dsn-01")["env"], tmp_path, caplog)
    assert "FIRM_MEM0_PG_DSN (***) holds more than one @; percent-encode the password" in said
    assert "p@ss" not in said
    assert "ss@db" not in said


def test_bug_dsn_03_correctly_encoded_specials_work() -> None:
    """Percent-encoding is honoured: the driver gets the exact password."""
    dsn = f"postgresql://mem0:{given('bug-dsn-03')['encoded']}@db.internal:5432/mem0"
    read = read_settings({"FIRM_MEM0_PG_DSN": dsn})
    assert not read.problems
    assert conninfo_to_dict(read.settings.pg_dsn or "")["password"] == expected("bug-dsn-03")


@pytest.mark.parametrize("dsn", given("bug-dsn-05")["dsns"])
@pytest.mark.parametrize("variable", ["FIRM_MEM0_PG_DSN", "REMEMBER_DATABASE_URL", "FIRM_MEMORY_MIGRATE_DSN"])
def test_bug_dsn_05_malformed_dsn_leaks_no_password(
    dsn: str, variable: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The message names the variable that is wrong and what was expected, never what was given."""
    said = _everything_said({variable: dsn}, tmp_path, caplog)
    assert f"{variable} (***) holds no Postgres URI" in said
    assert "hunter-two" not in said


def test_bug_dsn_05_malformed_dsn_of_the_records_leaks_no_password(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The records' place may be a DSN as well, and is told apart by its name."""
    unescaped = {"FIRM_MEMORY_PROVIDER": "memory", "FIRM_MEMORY_CANDIDATES_PATH": "postgresql://svc:hunter-two@x@db/x"}
    said = _everything_said(unescaped, tmp_path, caplog)
    assert "FIRM_MEMORY_CANDIDATES_PATH (***) holds more than one @" in said
    assert "hunter-two" not in said


def test_bug_dsn_07_empty_dsn_is_not_the_local_default(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Empty is an error, and nothing connects to whatever libpq's own variables name."""
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        other.settimeout(0)
        for name, value in {**given("bug-dsn-07")["env"], "PGPORT": str(other.getsockname()[1])}.items():
            monkeypatch.setenv(name, value)
        said = _everything_said({"FIRM_MEM0_PG_DSN": ""}, tmp_path, caplog)
        with pytest.raises(BlockingIOError):
            other.accept()
    assert "FIRM_MEM0_PG_DSN required" in said


@pytest.mark.parametrize("dsn", given("bug-dsn-08")["dsns"])
def test_bug_dsn_08_foreign_driver_prefix(dsn: str, postgres_dsn: str, tmp_path: Path) -> None:
    """A driver's name in the scheme is understood, and so is the short scheme; neither form shows its password."""
    assert conninfo_to_dict(check_dsn(dsn))["password"] == "pw9"
    assert "pw9" not in masked(dsn)
    scheme = dsn.partition("://")[0]
    here = f"{scheme}://{postgres_dsn.partition('://')[2]}"
    environment = {"FIRM_MEM0_PG_DSN": here, "FIRM_MEMORY_HOME": str(tmp_path), "FIRM_MEMORY_EMBEDDER": "lexical"}
    with opened({**environment, "FIRM_MEMORY_TIMEOUT_SECONDS": "60"}, tmp_path) as memory:
        assert memory.search("odd lots").reason is Reason.EMPTY_STORE


def test_bug_dsn_09_several_hosts() -> None:
    """A list of hosts for failover goes to libpq as it is; shown, it lacks the password and nothing else."""
    dsn = given("bug-dsn-09")["env"]["FIRM_MEM0_PG_DSN"]
    read = read_settings(given("bug-dsn-09")["env"])
    assert not read.problems
    assert read.settings.pg_dsn == dsn
    assert conninfo_to_dict(dsn)["host"] == "db1,db2"
    assert masked(dsn) == dsn.replace(":pw@", ":***@")
