"""Locks on the journal: waited for with a bound, left by no dead process, never done without."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from firm_memory.adapters.files.records import FileRecords
from firm_memory.domain.errors import RecordsUnavailable
from firm_memory.domain.ledger import EventKind
from firm_memory.features.laws.sample_changes import Scribe
from tests.adapters.files.uses import every_use, propose

HOLDER = "import fcntl, sys; f = open(sys.argv[1], 'ab'); fcntl.flock(f, fcntl.LOCK_EX); print(flush=True); input()"


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EBADF, errno.EOPNOTSUPP])
def test_without_locks_nothing_is_written(folder: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """Rule: a file system that grants no lock refuses the write with the reason; never goes on unlocked."""
    propose(FileRecords(folder))
    before = (folder / "journal.jsonl").read_bytes()

    def refused(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", refused)
    for use in every_use(FileRecords(folder)):
        with pytest.raises(RecordsUnavailable, match=f"no lock \\({os.strerror(code)}\\)"):
            use()
    assert (folder / "journal.jsonl").read_bytes() == before


def test_a_lock_that_is_held_is_waited_for_and_then_told(folder: Path) -> None:
    """Rule: whoever waits longer than the bound gets an error, never a success that did not happen."""
    records = FileRecords(folder, patience=0.01)
    records.prepare()
    with (folder / "journal.jsonl").open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(RecordsUnavailable, match="another process holds the lock"):
            propose(records)
    propose(records)
    assert len(records.queue.waiting()) == 1


def test_threads_wait_for_each_other_no_longer_than_the_bound(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule: a thread behind a stuck one is told, too."""
    records = FileRecords(folder, patience=0.01)
    inside, go_on, sync = threading.Event(), threading.Event(), os.fdatasync

    def stuck(file: int) -> None:
        inside.set()
        go_on.wait()
        sync(file)

    monkeypatch.setattr(os, "fdatasync", stuck)
    writer = threading.Thread(target=propose, args=(records,))
    writer.start()
    inside.wait()
    with pytest.raises(RecordsUnavailable, match="other threads"):
        records.queue.waiting()
    go_on.set()
    writer.join()
    assert len(records.queue.waiting()) == 1


def test_a_dead_process_leaves_no_lock(folder: Path) -> None:
    """Rule: the lock is the kernel's, so nothing of a killed process stays in the way."""
    FileRecords(folder).prepare()
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder / "journal.jsonl")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(RecordsUnavailable):
            propose(FileRecords(folder, patience=0.0))
        holder.kill()
    propose(FileRecords(folder, patience=0.0))


def test_a_journal_replaced_while_waiting_gets_the_entry(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: a lock won on a file that is no longer in its place counts for nothing."""
    propose(FileRecords(folder))
    shutil.copy(folder / "journal.jsonl", tmp_path / "restored")
    lock, journal = fcntl.flock, folder / "journal.jsonl"

    def late(file: int, kind: int) -> None:
        if (tmp_path / "restored").exists():
            (tmp_path / "restored").replace(journal)
        lock(file, kind)

    monkeypatch.setattr(fcntl, "flock", late)
    scribe, records = Scribe(), FileRecords(folder)
    records.commit(scribe.change(EventKind.NOTED, scribe.note("mr-1", "after")))
    assert len(journal.read_bytes().splitlines()) == 2


def test_a_journal_removed_while_waiting_is_made_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule: an entry is never written to a file that nobody will find again."""
    propose(FileRecords(folder))
    lock, journal = fcntl.flock, folder / "journal.jsonl"
    (folder / "removed").touch()

    def late(file: int, kind: int) -> None:
        if (folder / "removed").exists():
            journal.replace(folder / "removed")
            (folder / "removed").rename(folder / "moved")
        lock(file, kind)

    monkeypatch.setattr(fcntl, "flock", late)
    propose(FileRecords(folder))
    assert len(journal.read_bytes().splitlines()) == 1
    assert len((folder / "moved").read_bytes().splitlines()) == 1
