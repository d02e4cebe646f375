"""Several processes and one embedded server: sharing, leaving, dying, keeping up, adopting."""

from __future__ import annotations

import os
from pathlib import Path

from firm_memory.adapters.embedded_postgres.layout import Layout
from firm_memory.adapters.embedded_postgres.locks import is_taken
from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres
from tests.fixtures.embedded_home import Joining, eventually, rows


def test_three_processes_share_one_server_and_the_last_to_leave_stops_it(
    server: EmbeddedPostgres, home: Path, join: Joining
) -> None:
    """Leaving early, by `release` or by the end of the program, takes nothing from the others."""
    first, second, third = (join(home) for _ in range(3))
    assert first.does("start") == second.does("start") == third.does("start")
    shared = server.status().pid
    first.does("release")
    second.leave()
    assert server.status().pid == shared
    third.leave()
    assert not server.status().running


def test_a_killed_process_leaves_the_server_to_the_others(server: EmbeddedPostgres, home: Path, join: Joining) -> None:
    """A kill -9 of one user neither stops the server nor keeps it from stopping with the last one."""
    killed, other = join(home), join(home)
    killed.does("start")
    dsn = other.does("start")
    killed.kill()
    assert rows(dsn, "SELECT 1") == [(1,)]
    assert not server.status().orphan
    other.leave()
    assert not server.status().running


def test_a_server_whose_users_were_all_killed_is_an_orphan_and_is_adopted(
    server: EmbeddedPostgres, home: Path, join: Joining
) -> None:
    """`doctor` reports an orphan; the next start takes it over as it is and stops it in the end."""
    only = join(home)
    only.does("start")
    only.kill()
    orphan = server.status()
    assert (orphan.running, orphan.orphan) == (True, True)
    server.start()
    adopted = server.status()
    assert (adopted.pid, adopted.orphan) == (orphan.pid, False)
    server.release()
    assert not server.status().running


def test_an_orphan_can_be_stopped_without_being_used(server: EmbeddedPostgres, home: Path, join: Joining) -> None:
    """`down` mends what `doctor` reports."""
    only = join(home)
    only.does("start")
    only.kill()
    assert server.stop() is True
    assert not server.status().running


def test_a_server_kept_up_outlives_its_users_until_it_is_stopped(
    server: EmbeddedPostgres, home: Path, join: Joining
) -> None:
    """`firm-memory up` ends at once and the server stays; passing users do not stop it, `down` does."""
    up, passing = join(home), join(home)
    up.does("start keep")
    up.leave()
    kept = server.status()
    assert (kept.running, kept.kept_up, kept.orphan) == (True, True, False)
    passing.does("start")
    passing.leave()
    assert server.status().pid == kept.pid
    assert server.stop() is True
    after = server.status()
    assert (after.running, after.kept_up) == (False, False)


def test_after_a_stop_the_last_to_leave_stops_it_again(server: EmbeddedPostgres, home: Path, join: Joining) -> None:
    """`down` takes back `up` for good: a later user does not find it kept up."""
    server.start(keep=True)
    server.stop()
    user = join(home)
    user.does("start")
    user.leave()
    assert not server.status().running


def test_stop_ends_the_server_under_its_users_and_their_next_start_brings_it_back(
    server: EmbeddedPostgres, home: Path, join: Joining
) -> None:
    """`down` does not ask for leases; a user that goes on working is served again."""
    user = join(home)
    dsn = user.does("start")
    assert server.stop() is True
    assert user.does("start") == dsn
    assert rows(dsn, "SELECT 1") == [(1,)]
    user.leave()
    assert not server.status().running


def test_two_processes_starting_for_the_first_time_make_one_server(fresh_home: Path, join: Joining) -> None:
    """The first start is serialised: one creates the data, the other waits and joins."""
    first, second = join(fresh_home), join(fresh_home)
    first.ask("start")
    second.ask("start")
    assert first.answer() == second.answer()
    first.kill()
    assert rows(second.does("start"), "SELECT 1") == [(1,)]
    second.leave()
    assert not EmbeddedPostgres(fresh_home).status().running


def test_a_first_start_killed_half_way_is_finished_by_the_next(fresh_home: Path, join: Joining) -> None:
    """Whatever a kill -9 leaves, even an initdb that still runs, the next start ends with a whole database."""
    layout = Layout(home=fresh_home)
    killed = join(fresh_home)
    killed.ask("start")
    eventually((layout.unfinished / "PG_VERSION").exists)
    killed.kill()
    assert is_taken(layout.start_lock)  # by the initdb that goes on
    assert not layout.data_directory.exists()
    survivor = join(fresh_home)
    assert rows(survivor.does("start"), "SELECT '[1]'::vector::text") == [("[1]",)]
    assert not layout.unfinished.exists()
    survivor.leave()


def test_a_forked_child_that_leaves_does_not_take_the_server_with_it(
    server: EmbeddedPostgres, home: Path, join: Joining
) -> None:
    """A fork inherits its parent's lease; letting go of it must not let go for the parent."""
    parent, other = join(home), join(home)
    dsn = parent.does("start")
    assert parent.does("release in a fork") == "0"
    other.does("start")
    other.leave()
    assert rows(dsn, "SELECT 1") == [(1,)]
    assert not server.status().orphan


def test_a_stale_pid_file_that_names_a_stranger_hurts_nobody(
    server: EmbeddedPostgres, home: Path, join: Joining
) -> None:
    """After a crash the number of the server may belong to anyone: it is neither signalled nor waited for."""
    owner = (home / "postgres" / "data").stat().st_uid
    stranger = join(home / "elsewhere", *(["--uid", str(owner)] if owner != os.geteuid() else []))
    stranger.finds()  # it has become that user by now, whom the server may signal
    place = home / "postgres" / "run"
    facts = (stranger.pid, home / "postgres" / "data", 1, 5432, place, "", "0 0", "ready")
    (home / "postgres" / "data" / "postmaster.pid").write_text("".join(f"{fact}\n" for fact in facts))
    assert server.stop() is False
    assert rows(server.start(), "SELECT 1") == [(1,)]
    assert stranger.finds()["running"] == "False"
