"""Where file records may stand, and the lock around them."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firm_memory.adapters.files.records import FileRecords
from firm_memory.domain.errors import ConfigurationError, RecordsUnavailable
from firm_memory.domain.ledger import EventKind
from firm_memory.features.laws.sample_changes import Scribe

HOLDER = "import fcntl, sys; f = open(sys.argv[1], 'ab'); fcntl.flock(f, fcntl.LOCK_EX); print(flush=True); input()"


def propose(records: FileRecords) -> None:
    """Commit something."""
    scribe = Scribe()
    records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("one")))


def every_use(records: FileRecords) -> list[Callable[[], object]]:
    """A read, a write, a mark, a preparation."""
    return [records.queue.waiting, lambda: propose(records), lambda: records.ledger.mark_stored(1), records.prepare]


def test_a_link_shares_the_journal_of_its_target(tmp_path: Path) -> None:
    """Rule: checkouts that link to one candidates file share one queue; the link stays a link."""
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "c.json").write_text("[]")
    link = tmp_path / "candidates.json"
    link.symlink_to("shared/c.json")
    propose(FileRecords(link))
    assert (tmp_path / "shared" / "c.journal.jsonl").exists()
    assert link.is_symlink()
    assert len(FileRecords(tmp_path / "shared" / "c.json").queue.waiting()) == 1


def test_a_linked_folder_and_a_linked_journal_are_followed(tmp_path: Path) -> None:
    """Rule: a link anywhere in the path is followed, also one whose target is still to be made."""
    (tmp_path / "link").symlink_to(tmp_path / "real")
    propose(FileRecords(tmp_path / "link"))
    assert (tmp_path / "real" / "journal.jsonl").stat().st_size
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "journal.jsonl").symlink_to(tmp_path / "real" / "journal.jsonl")
    assert len(FileRecords(tmp_path / "other").queue.waiting()) == 1


def _folder_for_file(place: Path) -> Path:
    (place / "x.json").mkdir()
    return place / "x.json"


def _file_for_folder(place: Path) -> Path:
    (place / "records").write_text("")
    return place / "records"


def _folder_for_journal(place: Path) -> Path:
    (place / "journal.jsonl").mkdir()
    return place


def _pipe_for_journal(place: Path) -> Path:
    os.mkfifo(place / "journal.jsonl")
    return place


def _circle(place: Path) -> Path:
    (place / "a").symlink_to("b")
    (place / "b").symlink_to("a")
    return place / "a"


@pytest.mark.parametrize("kind", [_folder_for_file, _file_for_folder, _folder_for_journal, _pipe_for_journal, _circle])
def test_a_path_of_the_wrong_kind_is_a_configuration_error(tmp_path: Path, kind: Callable[[Path], Path]) -> None:
    """Rule: a folder where a file is expected, and the reverse, names the setting and the remedy; nothing is made."""
    path = kind(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    for use in every_use(FileRecords(path)):
        with pytest.raises(ConfigurationError, match=r"FIRM_MEMORY_CANDIDATES_PATH: .*Name a folder, or a file"):
            use()
    assert sorted(tmp_path.rglob("*")) == before


@contextmanager
def _as_nobody() -> Iterator[None]:
    """Root may write anywhere, so these trials are nobody's."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every user can get to."""
    place = Path(tempfile.mkdtemp())
    place.chmod(0o755)
    yield place
    place.chmod(0o755)
    shutil.rmtree(place)


def test_a_place_that_cannot_be_written_raises(public: Path) -> None:
    """Rule: no in-process fallback where a path was configured; the message names it and the remedy."""
    public.chmod(0o555)
    records = FileRecords(public / "candidates.json")
    writes: list[Callable[[], None]] = [lambda: propose(records), records.prepare]
    for use in writes:
        with _as_nobody(), pytest.raises(RecordsUnavailable, match=f"{public}.*Permission denied.*Give the process"):
            use()
    with _as_nobody():
        assert not records.queue.waiting()
    assert not list(public.iterdir())


def test_reading_needs_no_right_to_write(public: Path) -> None:
    """Rule: whoever may only read the journal reads it, and is told when writing."""
    propose(FileRecords(public))
    (public / "journal.jsonl").chmod(0o444)
    public.chmod(0o555)
    with _as_nobody():
        records = FileRecords(public)
        assert len(records.queue.waiting()) == 1
        with pytest.raises(RecordsUnavailable, match="Permission denied"):
            propose(records)


def test_a_journal_that_may_not_be_read_raises(public: Path) -> None:
    """Rule: a queue out of reach is no empty queue."""
    propose(FileRecords(public))
    with _as_nobody():
        for use in every_use(FileRecords(public)):
            with pytest.raises(RecordsUnavailable, match="Permission denied"):
                use()


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
