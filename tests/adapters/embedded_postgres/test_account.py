"""Under which user the server runs: ordinary users as themselves, root never."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from firm_memory.adapters.embedded_postgres.account import ServerAccount, account_for, require_supported
from firm_memory.adapters.embedded_postgres.binaries import PostgresBinaries, find_binaries, installed
from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres
from firm_memory.domain.errors import ConfigurationError
from tests.fixtures.embedded_home import QUICK, Joining, rows

NOBODY = 65534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root: shows what root's server runs as")


@pytest.fixture
def programs() -> PostgresBinaries:
    """The installed binaries."""
    if not installed():
        pytest.skip("no Postgres binaries: install embedded-postgres")
    return find_binaries()


def need_namespaces(programs: PostgresBinaries, place: Path) -> None:
    """Skip where user namespaces are not allowed, as in many containers."""
    unshare = (shutil.which("unshare") or "/nonexistent", "-U", f"--map-user={NOBODY}", f"--map-group={NOBODY}")
    if not ServerAccount(uid=0, gid=0, prefix=unshare).reaches(programs, place):
        pytest.skip("user namespaces are not allowed here")


def need_reachable(programs: PostgresBinaries, place: Path) -> None:
    """Skip where the binaries lie in a directory that nobody can traverse, such as /root."""
    if not ServerAccount(uid=NOBODY, gid=NOBODY, switch=True).reaches(programs, place):
        pytest.skip("the virtual environment is not reachable for another user")


@as_root
def test_root_drops_to_nobody_where_nobody_can_reach_everything(
    fresh_home: Path, open_place: Path, programs: PostgresBinaries
) -> None:
    """The server then has no right on root's files; data and socket directory are nobody's."""
    need_reachable(programs, open_place)
    with EmbeddedPostgres(fresh_home, settings=QUICK) as server:
        assert rows(server.start(), "SELECT 1") == [(1,)]
        assert Path(f"/proc/{server.status().pid}").stat().st_uid == NOBODY
        assert {(fresh_home / "postgres" / name).stat().st_uid for name in ("data", "run")} == {NOBODY}
    assert fresh_home.stat().st_uid == 0


@as_root
def test_root_uses_a_user_namespace_where_the_home_is_closed_to_others(
    tmp_path: Path, programs: PostgresBinaries
) -> None:
    """No parent is chmod-ed to let another user in: the data stays root's."""
    need_namespaces(programs, tmp_path)
    mode = tmp_path.stat().st_mode
    home = tmp_path / "home"
    with EmbeddedPostgres(home, settings=QUICK) as server:
        assert rows(server.start(), "CREATE TABLE kept AS SELECT 42 AS answer") == []
        assert (home / "postgres" / "data").stat().st_uid == 0
    with EmbeddedPostgres(home, settings=QUICK) as server:
        assert rows(server.start(), "SELECT answer FROM kept") == [(42,)]
    assert tmp_path.stat().st_mode == mode


@as_root
def test_root_uses_a_user_namespace_where_the_binaries_are_closed_to_others(
    tmp_path: Path, open_place: Path, programs: PostgresBinaries
) -> None:
    """A virtual environment under /root is as closed as a home there."""
    need_namespaces(programs, open_place)
    (tmp_path / "bin").symlink_to(programs.directory)
    closed = PostgresBinaries(wheel="closed", directory=tmp_path / "bin")
    account = account_for(closed, root=open_place, data_directory=open_place / "data")
    assert (account.uid, account.switch, bool(account.prefix)) == (0, False, True)


@as_root
def test_root_without_either_way_is_told_what_to_do(
    tmp_path: Path, programs: PostgresBinaries, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither uid nor namespace: the error names FIRM_MEMORY_HOME and both ways out."""
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(
        ConfigurationError, match=r"FIRM_MEMORY_HOME: .*Set FIRM_MEMORY_HOME .* or run .* ordinary user"
    ):
        account_for(programs, root=tmp_path, data_directory=tmp_path / "data")


@as_root
def test_data_that_is_roots_needs_a_namespace(
    open_place: Path, programs: PostgresBinaries, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Existing data decides who runs the server; ownership is never changed behind the operator's back."""
    (open_place / "data").mkdir()
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(ConfigurationError, match=r"belongs to root.*chown -R nobody"):
        account_for(programs, root=open_place, data_directory=open_place / "data")


@as_root
def test_root_serves_a_users_home_as_that_user(
    fresh_home: Path, open_place: Path, programs: PostgresBinaries, join: Joining
) -> None:
    """What root started in a user's home, under sudo say, the user finds, uses and stops."""
    need_reachable(programs, open_place)
    fresh_home.mkdir(mode=0o700)
    os.chown(fresh_home, NOBODY, NOBODY)
    user = join(fresh_home, "--uid", str(NOBODY))
    with EmbeddedPostgres(fresh_home, settings=QUICK) as server:
        dsn = server.start()
        assert user.does("start") == dsn
    assert user.finds()["running"] == "True"
    user.does("release")
    assert user.finds()["running"] == "False"
    assert user.does("start") == dsn
    user.leave()
    mine = {path.stat().st_uid for path in (fresh_home / "postgres").iterdir()}
    assert mine == {NOBODY}


def test_an_ordinary_user_runs_the_server_as_itself(
    fresh_home: Path, join: Joining, programs: PostgresBinaries
) -> None:
    """No other user, no namespace, no right beyond the home."""
    options: list[str] = []
    if os.geteuid() == 0:
        need_reachable(programs, fresh_home.parent)
        fresh_home.mkdir(mode=0o700)
        os.chown(fresh_home, NOBODY, NOBODY)
        options = ["--uid", str(NOBODY)]
    user = join(fresh_home, *options)
    assert rows(user.does("start"), "SELECT '[1]'::vector::text") == [("[1]",)]
    owner = fresh_home.stat().st_uid
    assert {path.stat().st_uid for path in (fresh_home / "postgres").iterdir()} == {owner}
    user.leave()
    assert not EmbeddedPostgres(fresh_home).status().running


def test_an_ordinary_user_is_told_that_a_home_is_not_writable(open_place: Path, join: Joining) -> None:
    """The error names the variable; nothing is tried elsewhere."""
    options = ["--uid", str(NOBODY)] if os.geteuid() == 0 else []
    open_place.chmod(0o555)
    user = join(open_place / "home", *options)
    user.ask("start")
    said = user.answer()
    open_place.chmod(0o755)
    assert said["error"] == "ConfigurationError"
    assert said["message"].startswith(f"FIRM_MEMORY_HOME: {open_place / 'home'}")


@as_root
def test_an_ordinary_user_is_told_that_the_data_is_somebody_elses(
    fresh_home: Path, open_place: Path, programs: PostgresBinaries, join: Joining
) -> None:
    """Two users do not share one data directory; the message names both."""
    need_reachable(programs, open_place)
    fresh_home.mkdir(mode=0o755)
    (fresh_home / "postgres" / "data").mkdir(parents=True)
    os.chown(fresh_home / "postgres", NOBODY, NOBODY)
    user = join(fresh_home, "--uid", str(NOBODY))
    user.ask("start")
    said = user.answer()
    assert said["error"] == "ConfigurationError"
    assert "belongs to user 0, and this is user 65534" in said["message"]


@as_root
def test_a_user_without_a_name_runs_the_server_in_a_namespace(
    fresh_home: Path, open_place: Path, programs: PostgresBinaries, join: Joining
) -> None:
    """Some container platforms give out uids that no user database knows; initdb wants a name."""
    need_reachable(programs, open_place)
    need_namespaces(programs, open_place)
    nameless = 1_234_567
    fresh_home.mkdir(mode=0o700)
    os.chown(fresh_home, nameless, nameless)
    user = join(fresh_home, "--uid", str(nameless))
    assert rows(user.does("start"), "SELECT 1") == [(1,)]
    assert (fresh_home / "postgres" / "data").stat().st_uid == nameless
    user.leave()
    assert not EmbeddedPostgres(fresh_home).status().running


@pytest.mark.parametrize("platform", ["win32", "cygwin"])
def test_windows_is_refused_with_the_way_out(platform: str) -> None:
    """There is neither flock nor a wheel's Unix socket to rely on; the error says what to do instead."""
    with pytest.raises(ConfigurationError, match=r"FIRM_MEM0_PG_DSN=embedded: .*not on Windows.*or use WSL"):
        require_supported(platform)


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_linux_and_macos_are_supported(platform: str) -> None:
    """Both have wheels, `flock` and Unix sockets."""
    require_supported(platform)
