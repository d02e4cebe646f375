"""One process and its embedded server: starting, finding it again, keeping its data, stopping it."""

from __future__ import annotations

import os
import signal
import stat
from pathlib import Path

import psycopg
import pytest

from firm_memory.adapters.embedded_postgres.layout import Layout, dsn_for
from firm_memory.adapters.embedded_postgres.postmaster import Postmaster
from firm_memory.adapters.embedded_postgres.status import ServerStatus
from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres
from firm_memory.domain.errors import ConfigurationError
from tests.fixtures.embedded_home import QUICK, eventually, rows, survivors


def test_the_first_start_makes_a_durable_utf8_database_with_vectors(fresh_home: Path) -> None:
    """`embedded` means Postgres 18 with pgvector, fsync on, UTC, UTF-8, and no TCP port."""
    with EmbeddedPostgres(fresh_home) as server:
        dsn = server.start()
        assert rows(dsn, "SELECT '[1,2,3]'::vector <-> '[1,2,5]'::vector") == [(2.0,)]
        names = ("fsync", "full_page_writes", "listen_addresses", "TimeZone", "server_encoding")
        shown = [rows(dsn, f"SHOW {name}")[0][0] for name in names]
        assert shown == ["on", "on", "", "UTC", "UTF8"]
        assert rows(dsn, "SHOW server_version_num")[0][0].startswith("18")
        assert rows(dsn, "SELECT current_database()::text, current_user::text") == [("firm_memory", "firm_memory")]
    assert not server.status().running
    assert survivors(fresh_home) == []


def test_every_database_made_on_the_server_has_the_extension(server: EmbeddedPostgres) -> None:
    """The extension stands in the template, so that tests and tools need no rights to create it."""
    dsn = server.start()
    rows(dsn, "CREATE DATABASE another")
    assert rows(dsn.removesuffix("firm_memory") + "another", "SELECT '[1]'::vector::text") == [("[1]",)]


def test_starting_again_answers_the_same_server(server: EmbeddedPostgres) -> None:
    """`start` is idempotent."""
    first = server.start()
    pid = server.status().pid
    assert server.start() == first
    assert server.status().pid == pid


def test_one_release_undoes_any_number_of_starts(server: EmbeddedPostgres) -> None:
    """A process is one user of the server, however often it asked for it; leaving twice is leaving once."""
    server.start()
    server.start()
    server.release()
    assert not server.status().running
    server.release()


def test_data_survives_stop_and_start(server: EmbeddedPostgres) -> None:
    """The last to leave stops the server, and the next start finds everything."""
    rows(server.start(), "DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 42 AS answer")
    server.release()
    assert rows(server.start(), "SELECT answer FROM kept") == [(42,)]


def test_a_crashed_server_is_started_again_with_what_was_committed(server: EmbeddedPostgres, home: Path) -> None:
    """A kill -9 of the server itself costs nothing that was committed; its stale pid file is in nobody's way."""
    dsn = server.start()
    rows(dsn, "DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 42 AS answer")
    crashed = Postmaster.read(home / "postgres" / "data")
    assert crashed
    assert crashed.is_ours()
    os.kill(crashed.pid, signal.SIGKILL)
    eventually(lambda: not crashed.answers())
    assert rows(server.start(), "SELECT answer FROM kept") == [(42,)]
    assert server.status().pid != crashed.pid


def test_a_server_that_lost_its_socket_is_started_again(server: EmbeddedPostgres) -> None:
    """A cleaned-up socket directory leaves a server that nobody can call: it is replaced, not waited for."""
    server.start()
    before = server.status()
    assert before.socket_directory
    (before.socket_directory / ".s.PGSQL.5432").unlink()
    assert rows(server.start(), "SELECT 1") == [(1,)]
    assert server.status().pid != before.pid


def test_stop_answers_whether_anything_ran(server: EmbeddedPostgres) -> None:
    """`down` is idempotent and says what it did."""
    assert server.stop() is False
    server.start()
    assert server.stop() is True
    assert server.stop() is False


def test_status_of_a_home_that_never_was_creates_nothing(tmp_path: Path) -> None:
    """Looking is not touching: `doctor` and `down` on a fresh machine leave no trace."""
    server = EmbeddedPostgres(tmp_path / "home")
    assert server.status() == ServerStatus(data_directory=tmp_path / "home" / "postgres" / "data")
    assert server.stop() is False
    server.release()
    assert list(tmp_path.iterdir()) == []


def test_status_names_the_running_server(server: EmbeddedPostgres, home: Path) -> None:
    """`doctor` shows pid, place, socket and version."""
    dsn = server.start()
    found = server.status()
    assert (found.running, found.kept_up, found.orphan) == (True, False, False)
    assert found.data_directory == home / "postgres" / "data"
    assert found.socket_directory
    assert dsn == dsn_for(found.socket_directory)
    assert found.version == rows(dsn, "SHOW server_version")[0][0]
    assert rows(dsn, "SELECT pg_postmaster_start_time() IS NOT NULL") == [(True,)]
    assert (found.data_directory / "postmaster.pid").read_text().startswith(f"{found.pid}\n")


def test_only_the_owner_can_reach_data_and_socket(server: EmbeddedPostgres, home: Path) -> None:
    """The server trusts whoever reaches its socket: the directory around it is the access control."""
    server.start()
    for name in ("data", "run"):
        assert stat.S_IMODE((home / "postgres" / name).stat().st_mode) == 0o700


def test_a_home_with_a_long_and_awkward_name_gets_its_socket_elsewhere(
    fresh_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket path has 103 bytes at most; the short directory is private and goes away with the server."""
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    long_home = fresh_home / ("a long name, with 'quotes' and $HOME " + "é" * 40) / "home"
    long_home.parent.mkdir(parents=True)
    for directory in (fresh_home, long_home.parent):
        directory.chmod(0o711)
    with EmbeddedPostgres(long_home, settings=QUICK) as server:
        assert rows(server.start(), "SELECT 1") == [(1,)]
        place = server.status().socket_directory
        assert place
        assert place.parent == Path("/tmp")  # noqa: S108 - the expected place
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert not place.exists()


def test_two_ways_to_one_home_meet_the_same_server(server: EmbeddedPostgres, home: Path) -> None:
    """A symbolic link to the home does not make another home of it."""
    dsn = server.start()
    link = home.parent / "link"
    link.symlink_to(home)
    assert Layout(home=link) == Layout(home=home)
    with EmbeddedPostgres(link) as other:
        assert other.start() == dsn


def test_the_callers_environment_neither_moves_the_server_nor_lives_on_in_it(
    server: EmbeddedPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PG* variables mean another server, and a secret of ours must not stay in a process that outlives us."""
    for name, value in {"PGPORT": "6000", "PGUSER": "stranger", "PGDATA": "/nowhere", "PGHOST": "127.0.0.1"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("FIRM_MEMORY_API_KEY", "of-no-use-to-a-database")
    dsn = server.start()
    assert rows(dsn, "SELECT current_user::text") == [("firm_memory",)]
    environment = Path(f"/proc/{server.status().pid}/environ")
    if not environment.exists():
        pytest.skip("no /proc here: the environment of a process cannot be read")
    assert b"of-no-use" not in environment.read_bytes()


def test_the_log_does_not_quote_what_is_stored(server: EmbeddedPostgres, home: Path) -> None:
    """What a firm remembers belongs into tables, not into a log file: no statements, no values of violated keys."""
    dsn = server.start()
    with pytest.raises(psycopg.errors.UniqueViolation, match="15:20"):
        rows(
            dsn,
            "CREATE TEMP TABLE said AS SELECT '15:20' AS t FROM generate_series(1, 2); CREATE UNIQUE INDEX ON said (t)",
        )
    log = (home / "postgres" / "server.log").read_text()
    assert "could not create unique index" in log
    assert "15:20" not in log


def test_a_log_that_grew_large_is_set_aside(server: EmbeddedPostgres, home: Path) -> None:
    """A server kept up for a year does not fill the disk with what it said at its starts."""
    log = home / "postgres" / "server.log"
    log.write_bytes(b"x" * 4_000_001)
    server.start()
    assert log.stat().st_size < 10_000
    assert log.with_name("server.log.1").stat().st_size == 4_000_001


def test_leaving_a_home_that_is_gone_is_no_error(server: EmbeddedPostgres, home: Path) -> None:
    """A program's exit is not spoilt by a directory that somebody removed under it."""
    server.start()
    aside = home.rename(home.with_name("aside"))
    server.release()
    aside.rename(home)
    assert server.status().orphan


def test_a_server_that_cannot_be_stopped_at_exit_is_left_running_and_logged(
    server: EmbeddedPostgres, home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """`release` never raises: what it could not do is in the log, and in `status`."""
    server.start()
    lock = Layout(home=home).start_lock
    lock.unlink()
    lock.mkdir()
    server.release()
    assert "embedded Postgres was left running" in caplog.text
    lock.rmdir()
    lock.touch()
    assert server.status().orphan


@pytest.mark.parametrize("verb", ["start", "stop", "status"])
def test_a_damaged_home_is_a_matter_of_configuration(fresh_home: Path, verb: str) -> None:
    """Whatever the operating system objects to is told with the name of the variable."""
    lock = Layout(home=fresh_home).start_lock
    lock.mkdir(parents=True)
    with pytest.raises(ConfigurationError, match=r"FIRM_MEMORY_HOME: .*/postgres cannot be used \("):
        getattr(EmbeddedPostgres(fresh_home), verb)()
    lock.rmdir()
