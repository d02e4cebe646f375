"""A disk that fills up or fails while records are written."""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firm_memory.adapters.files.records import FileRecords
from firm_memory.domain.errors import RecordsUnavailable
from firm_memory.domain.ledger import Change, EventKind
from firm_memory.features.laws.sample_changes import Scribe


@contextmanager
def _room_for(size: int) -> Iterator[None]:
    """No file of this process may grow beyond `size` bytes: the kernel cuts a write short, then refuses."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def _failing(code: int) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    return fail


@pytest.fixture
def next_change(scribe: Scribe) -> Change:
    """What is about to be committed."""
    return scribe.change(EventKind.NOTED, scribe.note("mr-1", "after the fault"))


@pytest.mark.parametrize("room", [0, 1, 700])
def test_a_full_disk_leaves_the_journal_as_it_was(
    folder: Path, journal: Path, fill: Callable[[int], list[Change]], next_change: Change, room: int
) -> None:
    """Rule: a write that does not fit is taken back and raises; once there is room, the same commit works."""
    fill(2)
    before, records = journal.read_bytes(), FileRecords(folder)
    with _room_for(len(before) + room), pytest.raises(RecordsUnavailable, match="Nothing was changed; make room"):
        records.commit(next_change)
    assert journal.read_bytes() == before
    assert [each.seq for each in records.ledger.sealed()] == [1, 2]
    assert records.commit(next_change).seq == 3


def test_a_sync_that_fails_takes_the_entry_back(
    folder: Path,
    journal: Path,
    fill: Callable[[int], list[Change]],
    next_change: Change,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rule: what is not durable is not committed, neither here nor in another process."""
    fill(2)
    before, records, other = journal.read_bytes(), FileRecords(folder), FileRecords(folder)
    with monkeypatch.context() as failing:
        failing.setattr(os, "fdatasync", _failing(errno.EIO))
        with pytest.raises(RecordsUnavailable, match=r"Input/output error\). Nothing was changed"):
            records.commit(next_change)
    assert journal.read_bytes() == before
    for each in (records, other):
        assert [entry.seq for entry in each.ledger.sealed()] == [1, 2]
    assert other.commit(next_change).seq == 3


def test_an_outcome_that_is_not_known_is_said_so(
    folder: Path, fill: Callable[[int], list[Change]], next_change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: where even taking it back fails, the caller is told to look; a retry never doubles the entry."""
    fill(2)
    records = FileRecords(folder)
    with monkeypatch.context() as failing:
        failing.setattr(os, "fdatasync", _failing(errno.EIO))
        failing.setattr(os, "ftruncate", _failing(errno.EIO))
        with pytest.raises(RecordsUnavailable, match="whether the entry stands is not known"):
            records.commit(next_change)
    for each in (records, FileRecords(folder)):
        assert [entry.seq for entry in each.ledger.sealed()] == [1, 2, 3]
        assert [note.id for note in each.queue.notes("mr-1")] == [next_change.records[0].id]


def test_an_unfinished_line_stays_while_it_cannot_be_set_aside(
    folder: Path,
    journal: Path,
    fill: Callable[[int], list[Change]],
    next_change: Change,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rule: bytes leave the journal only after they are safe elsewhere."""
    fill(1)
    with journal.open("ab") as end:
        end.write(b'{"torn')
    with monkeypatch.context() as failing:
        failing.setattr(os, "fsync", _failing(errno.ENOSPC))
        with pytest.raises(RecordsUnavailable, match="No space left"):
            FileRecords(folder).commit(next_change)
    assert journal.read_bytes().endswith(b'{"torn')
    assert FileRecords(folder).commit(next_change).seq == 2


def test_names_that_cannot_be_synced_apart_are_accepted(
    folder: Path, next_change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: the first entry waits for the journal's name to be durable; EINVAL says that it is, any other error not."""
    records = FileRecords(folder)
    records.prepare()
    with monkeypatch.context() as failing:
        failing.setattr(os, "fsync", _failing(errno.EIO))
        with pytest.raises(RecordsUnavailable, match="Input/output error"):
            records.commit(next_change)
        failing.setattr(os, "fsync", _failing(errno.EINVAL))
        assert records.commit(next_change).seq == 1
