"""The access log in a file of its own: beside the journal, safe from a kill, damaged lines passed over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import uuid
from datetime import timedelta
from pathlib import Path

import pytest

from firm_memory.adapters.files.records import FileRecords
from firm_memory.application.ports.signals import Access
from firm_memory.domain.errors import FirmMemoryError, RecordsUnavailable
from firm_memory.features.laws.sample_changes import START

ONE = uuid.UUID(int=1)
WRITER = """
import sys, uuid
from datetime import datetime, timedelta, UTC
from pathlib import Path
from firm_memory.adapters.files.records import FileRecords
from firm_memory.application.ports.signals import Access

signals, start = FileRecords(Path(sys.argv[1])).signals, datetime(2026, 1, 5, tzinfo=UTC)
for number in range(100_000):
    signals.accessed(Access(memory=uuid.UUID(int=1), by="mira", at=start + timedelta(seconds=number)))
    if number % 20 == 19:
        signals.expire(start + timedelta(seconds=number - 10))
    print(number, flush=True)
"""


def access(minutes: int) -> Access:
    """Mira read it so many minutes after a fixed moment."""
    return Access(memory=ONE, by="mira", at=START + timedelta(minutes=minutes))


@pytest.fixture
def log(folder: Path) -> Path:
    """The log of the configured folder."""
    return folder / "access.jsonl"


@pytest.mark.parametrize(
    ("place", "log"), [("records", "records/access.jsonl"), ("here/candidates.json", "here/candidates.access.jsonl")]
)
def test_the_log_stands_beside_the_journal(tmp_path: Path, place: str, log: str) -> None:
    """Rule: a file of its own, for its owner only; the journal is not touched, nor made by it."""
    FileRecords(tmp_path / place).signals.accessed(access(1))
    assert (tmp_path / log).stat().st_mode & 0o777 == 0o600
    assert [each.name for each in (tmp_path / log).parent.iterdir()] == [Path(log).name]
    assert list(FileRecords(tmp_path / place).signals.accesses(ONE)) == [access(1)]


def test_asking_makes_no_file(folder: Path, log: Path) -> None:
    """Rule: who reads or expires an empty log leaves nothing behind."""
    signals = FileRecords(folder).signals
    assert (list(signals.accesses(ONE)), signals.expire(START)) == ([], 0)
    assert not log.exists()


@pytest.mark.parametrize(
    "damage",
    [
        b"nonsense\n",
        b"[]\n",
        b"\xff\xfe\n",
        b'{"at":"then","by":"mira","memory":"x"}\n',
        b"[" * 100_000 + b"\n",
        b'{"at":"2026-01-05T09:00:00Z","by":"mi',
    ],
)
def test_a_damaged_line_is_passed_over_and_counted(folder: Path, log: Path, damage: bytes) -> None:
    """Rule: what does not read back hides nothing else, is counted, and goes with the next expiry."""
    records = FileRecords(folder)
    records.signals.accessed(access(1))
    with log.open("ab") as torn:
        torn.write(damage)
    assert records.damaged_accesses() == 1
    records.signals.accessed(access(2))
    assert list(records.signals.accesses(ONE)) == [access(1), access(2)]
    assert records.damaged_accesses() == 1
    assert records.signals.expire(START) == 0
    assert (records.damaged_accesses(), len(records.signals.accesses(ONE))) == (0, 2)


def test_an_expiry_keeps_owner_and_mode(folder: Path, log: Path) -> None:
    """Rule: the file is replaced, and whoever could use the old one can use the new one; no other file stays."""
    signals = FileRecords(folder).signals
    signals.accessed(access(1))
    log.chmod(0o640)
    before = log.stat()
    assert signals.expire(START + timedelta(days=1)) == 1
    after = log.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert (after.st_ino != before.st_ino, after.st_size, len(list(folder.iterdir()))) == (True, 0, 1)


def test_a_writer_that_is_killed_loses_nothing_it_had_logged(folder: Path) -> None:
    """Rule: kill -9 at any instant, expiries included: what was logged and is not too old is there, once."""
    for stop in (7, 33, 61):
        place = folder / str(stop)
        with subprocess.Popen([sys.executable, "-c", WRITER, str(place)], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout
            last = next(int(line) for line in writer.stdout if int(line) >= stop)
            os.kill(writer.pid, signal.SIGKILL)
            last = max([last, *map(int, writer.stdout)])
        found = [each.at.minute * 60 + each.at.second for each in FileRecords(place).signals.accesses(ONE)]
        # What was under way when it died may be there or not, whole; an expiry under way may be done or not.
        assert found[-1] in (last, last + 1)
        assert found == list(range(found[0], found[-1] + 1))
        assert found[0] in {
            max(0, done * 20 - 11) for done in (last // 20 - 1, last // 20, last // 20 + 1) if done >= 0
        }
        assert len(list(place.iterdir())) <= 2
        FileRecords(place).signals.accessed(access(90))
        assert FileRecords(place).damaged_accesses() <= 1


def test_a_place_that_cannot_be_used_says_so(tmp_path: Path) -> None:
    """Rule: what the operating system refuses is said with the path; nothing is written elsewhere."""
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "access.jsonl").mkdir()
    signals = FileRecords(tmp_path / "records").signals
    for use in (lambda: signals.accessed(access(1)), lambda: signals.accesses(ONE), lambda: signals.expire(START)):
        with pytest.raises(FirmMemoryError, match=r"access\.jsonl"):
            use()


def test_a_disk_that_is_full_is_told(folder: Path, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule: an access that did not fit raises, and leaves the others readable."""
    signals = FileRecords(folder).signals
    signals.accessed(access(1))
    write = os.write
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda file, line: write(file, line[: len(line) // 2]))
        with pytest.raises(RecordsUnavailable, match=r"access\.jsonl.*did not fit"):
            signals.accessed(access(2))
    signals.accessed(access(3))
    assert list(signals.accesses(ONE)) == [access(1), access(3)]
    assert log.read_bytes().count(b"\n") == 3
