"""Erasing from the journal: the one time that the file is written anew."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import stat
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

import pytest

from firm_memory.adapters.files.records import FileRecords
from firm_memory.adapters.files.rewriting import replaced
from firm_memory.domain.candidate import Record
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import RecordsUnavailable
from firm_memory.domain.ledger import Change, EventKind
from firm_memory.domain.redaction import Redaction
from firm_memory.domain.tombstone import redacted
from firm_memory.features.laws.sample_changes import LEAD, Scribe

if TYPE_CHECKING:
    from _typeshed import TraceFunction

SECRET: Final = "the vault opens to brass-lantern-9"
_OURS: Final = ("files/rewriting.py", "files/journal.py", "files/records.py", "files/place.py")


def _leak(records: FileRecords, scribe: Scribe) -> tuple[Record, Change]:
    """A leaked candidate beside another one, and the change that redacts it."""
    leaked = scribe.candidate(SECRET)
    records.commit(scribe.change(EventKind.PROPOSED, leaked))
    records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("innocent")))
    tombstone = redacted(leaked, Redaction(by="admin", at=scribe.now, reason="A password."))
    return leaked, scribe.change(EventKind.REDACTED, tombstone, by=LEAD)


def test_no_file_of_the_place_holds_the_words(tmp_path: Path) -> None:
    """Rule: the words, with their salts, are on no line of any file; other lines stay to the last byte."""
    scribe, records = Scribe(), FileRecords(tmp_path)
    _, change = _leak(records, scribe)
    before = (tmp_path / "journal.jsonl").read_bytes().splitlines()
    records.commit(change)
    after = (tmp_path / "journal.jsonl").read_bytes().splitlines()
    assert [each.name for each in tmp_path.iterdir()] == ["journal.jsonl"]
    assert SECRET.encode() not in b"".join(after)
    assert (len(after), after[1]) == (3, before[1])
    assert b"0" * 31 + b"1" in before[0]
    assert b"0" * 31 + b"1" not in after[0]


def test_the_new_file_is_as_open_to_others_as_the_old_one(tmp_path: Path) -> None:
    """Rule: its owner, group and mode stay, so that nobody is locked out of the records by a redaction."""
    scribe, records = Scribe(), FileRecords(tmp_path)
    _, change = _leak(records, scribe)
    journal = tmp_path / "journal.jsonl"
    journal.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(journal, 12345, 12346)
    before = journal.stat()
    records.commit(change)
    after = journal.stat()
    assert stat.S_IMODE(after.st_mode) == 0o640
    assert (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid)
    assert after.st_ino != before.st_ino


def test_a_candidates_file_that_was_taken_over_is_erased_from_its_line(tmp_path: Path) -> None:
    """Rule: entries that entered together are erased one by one."""
    (tmp_path / "c.json").write_text(
        '[{"content": "the vault opens to brass-lantern-9", "type": "bug_fixes", "scope": {"repos": ["oms"]},'
        ' "provenance": {"reference": "mr-1"}}, {"content": "innocent", "type": "bug_fixes",'
        ' "scope": {"repos": ["oms"]}, "provenance": {"reference": "mr-2"}}]',
        encoding="utf-8",
    )
    records, scribe = FileRecords(tmp_path / "c.json"), Scribe()
    leaked, other = sorted(records.queue.waiting(), key=lambda each: each.memory.content != SECRET)
    tombstone = redacted(leaked, Redaction(by="admin", at=scribe.now, reason="A password."))
    records.commit(scribe.change(EventKind.REDACTED, tombstone, by=LEAD))
    assert SECRET.encode() not in (tmp_path / "c.journal.jsonl").read_bytes()
    again = FileRecords(tmp_path / "c.json")
    assert list(again.queue.waiting()) == [other]
    assert verify_chain(again.ledger.sealed()).ok


def _survives(line: int, deed: Callable[[], object]) -> bool:
    """Do it in a child that is gone without a word at the `line`th line it runs of ours; whether it lived."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    lines = 0

    def trace(frame: FrameType, event: str, _: object) -> TraceFunction | None:
        nonlocal lines
        if not frame.f_code.co_filename.endswith(_OURS):
            return None
        lines += event == "line"
        if lines == line:
            os._exit(9)
        return trace

    try:
        sys.settrace(trace)
        deed()
        os._exit(0)
    finally:
        os._exit(1)


def test_a_crash_at_any_line_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    """Rule: all or nothing; the next attempt completes it, whatever the first one left beside the journal."""
    scribe, whole = Scribe(), tmp_path / "whole"
    leaked, change = _leak(FileRecords(whole), scribe)
    outcomes = list[tuple[int, bool]]()
    for line in range(1, 1_000):
        folder = tmp_path / str(line)
        shutil.copytree(whole, folder)
        lived = _survives(line, lambda folder=folder: FileRecords(folder).commit(change))  # type: ignore[misc]  # the default is read at once
        records = FileRecords(folder)
        report, present = verify_chain(records.ledger.sealed()), records.queue.get(leaked.id)
        assert report.problem is None
        assert present is not None
        outcomes.append((report.length, present.memory.redaction is not None))
        if report.length == 2:
            records.commit(change)
        assert SECRET.encode() not in b"".join(each.read_bytes() for each in folder.iterdir())
        assert [each.name for each in folder.iterdir()] == ["journal.jsonl"]
        assert verify_chain(records.ledger.sealed()).redacted == ((1, 3),)
        if lived:
            break
    assert set(outcomes) == {(2, False), (3, True)}
    assert outcomes == sorted(outcomes)
    assert len(outcomes) > 40


@pytest.mark.parametrize("broken", ["fsync", "fchmod"])
def test_a_disk_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    """Rule: what could not be written anew is as it was, and the error says so; nothing is left beside it."""
    scribe, records = Scribe(), FileRecords(tmp_path)
    leaked, change = _leak(records, scribe)
    before = (tmp_path / "journal.jsonl").read_bytes()

    def failing(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as failure:
        failure.setattr(os, broken, failing)
        with pytest.raises(RecordsUnavailable, match=r"cannot be written anew .*Nothing was changed"):
            records.commit(change)
    assert (tmp_path / "journal.jsonl").read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["journal.jsonl"]
    assert records.queue.get(leaked.id) == leaked
    assert records.commit(change).seq == 3


def test_writers_that_wait_meanwhile_write_to_the_new_file(tmp_path: Path) -> None:
    """Rule: nothing that another writer commits while the file is replaced is lost."""
    scribe, records = Scribe(), FileRecords(tmp_path)
    _, change = _leak(records, scribe)
    notes = [scribe.change(EventKind.NOTED, scribe.note("mr-1", f"finding {number}")) for number in range(24)]
    deeds = [*notes[:12], change, *notes[12:]]
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda each: FileRecords(tmp_path, patience=30).commit(each), deeds))
    report = verify_chain(records.ledger.sealed())
    assert (report.length, report.problem) == (27, None)
    assert len(records.queue.notes("mr-1")) == 24
    assert SECRET.encode() not in (tmp_path / "journal.jsonl").read_bytes()


def test_nobody_writes_to_the_new_file_before_its_name_is_durable(tmp_path: Path) -> None:
    """Rule: it is locked from before it takes the old one's place until the redaction is done."""
    journal = tmp_path / "journal.jsonl"
    journal.write_bytes(b"")
    with journal.open("rb") as old, replaced(journal, old.fileno(), [b"line\n"]), journal.open("rb") as found:
        assert found.read() == b"line\n"
        with pytest.raises(BlockingIOError):
            fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with journal.open("rb") as found:
        fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
