"""The kernel locks that carry the promises of the embedded server."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from firm_memory.adapters.embedded_postgres.locks import FileLock, is_taken
from firm_memory.domain.errors import StoreUnavailable


def test_an_exclusive_lock_excludes_and_shared_ones_do_not(tmp_path: Path) -> None:
    """What leases and turns are made of."""
    path = tmp_path / "lock"
    first, second, third = FileLock(path), FileLock(path), FileLock(path)
    assert first.try_take(shared=True)
    assert second.try_take(shared=True)
    assert not third.try_take()
    first.release()
    second.release()
    assert third.try_take()
    assert is_taken(path)
    third.release()
    assert not is_taken(path)


def test_a_lock_that_stays_taken_is_given_up_in_time(tmp_path: Path) -> None:
    """Nobody waits for ever on a process that hangs; the error names the file."""
    refused = pytest.raises(StoreUnavailable, match=r"another process has held .*lock for 0 s")
    with FileLock(tmp_path / "lock").take(within=1), refused:
        FileLock(tmp_path / "lock").take(within=0)


def test_looking_at_a_lock_creates_no_file(tmp_path: Path) -> None:
    """A file that is not there is held by nobody."""
    assert not is_taken(tmp_path / "lock")
    assert list(tmp_path.iterdir()) == []


def test_a_program_that_was_given_the_lock_holds_it_on(tmp_path: Path) -> None:
    """The server holds its lock by itself: it shows that it lives whatever became of its starter."""
    path = tmp_path / "lock"
    lock = FileLock(path).take(within=1)
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, pass_fds=(lock.fileno(),)):
        lock.release()
        assert is_taken(path)
    assert not is_taken(path)


def test_a_lock_that_is_not_held_cannot_be_passed_on(tmp_path: Path) -> None:
    """There is no descriptor before `take`."""
    with pytest.raises(ValueError, match="not held"):
        FileLock(tmp_path / "lock").fileno()


def test_a_link_is_not_followed_to_a_lock(tmp_path: Path) -> None:
    """Root opens locks in users' directories: a link there must not lead it elsewhere."""
    (tmp_path / "lock").symlink_to(tmp_path / "target")
    with pytest.raises(OSError, match="symbolic links"):
        FileLock(tmp_path / "lock").try_take()
    assert not (tmp_path / "target").exists()
