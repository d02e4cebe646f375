"""The journal: its form, its unfinished last line, its damage, and what other processes do to it."""

from __future__ import annotations

import json
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import attrs
import pytest

from firm_memory.adapters.files.line import read_line, write_line
from firm_memory.adapters.files.records import FileRecords
from firm_memory.application.sealing import seal
from firm_memory.application.wire import canonical
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.ledger import Change, EventKind
from firm_memory.features.laws.sample_changes import LEAD, Scribe, a_long_story


class Fill(Protocol):
    """The fixture that commits proposals."""

    def __call__(self, number: int) -> list[Change]:
        """Commit that many."""
        ...


def seqs(records: FileRecords) -> list[int]:
    """The entries that `records` shows."""
    return [each.seq for each in records.ledger.sealed()]


def test_a_commit_is_one_line_and_nothing_else_lies_about(folder: Path, journal: Path) -> None:
    """Rule: one append-only file holds everything; each entry and each mark is one canonical line."""
    records = FileRecords(folder)
    for change in a_long_story():
        records.commit(change)
    records.ledger.mark_stored(4)
    records.ledger.mark_stored(4)
    lines = journal.read_bytes().splitlines(keepends=True)
    assert [each.name for each in folder.iterdir()] == ["journal.jsonl"]
    assert lines[-1] == b'{"stored":4}\n'
    assert lines[:-1] == [write_line(each) for each in records.ledger.sealed()]
    assert [f"{canonical(json.loads(line))}\n".encode() for line in lines] == lines


def test_what_is_created_is_for_the_owner_only(tmp_path: Path, scribe: Scribe) -> None:
    """Rule: new files are 0600 and new folders 0700; what was there keeps its mode."""
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    FileRecords(shared / "a" / "b").commit(scribe.change(EventKind.PROPOSED, scribe.candidate("one")))
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (shared, *shared.rglob("*"))}
    assert modes == {"shared": 0o755, "a": 0o700, "b": 0o700, "journal.jsonl": 0o600}


def test_reading_creates_nothing(tmp_path: Path, folder: Path) -> None:
    """Rule: a search in a fresh place leaves no trace; only writing does."""
    records = FileRecords(folder)
    assert not [*records.queue.every(), *records.ledger.sealed(), *records.queue.waiting()]
    assert not list(tmp_path.iterdir())


def test_entries_of_another_process_show_at_once(folder: Path, fill: Fill) -> None:
    """Rule: reads are never older than the last commit of whichever process."""
    records = FileRecords(folder)
    for number in range(1, 4):
        written = fill(1)
        assert records.queue.get(written[0].records[0].id) == written[0].records[0]
        assert seqs(records) == list(range(1, number + 1))


def test_only_what_is_new_is_read(folder: Path, fill: Fill, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule: a commit and a read cost the same however long the journal has grown."""
    records, parsed, loads = FileRecords(folder), list[object](), json.loads

    def counted(text: str) -> object:
        parsed.append(text)
        return loads(text)

    costs = list[int]()
    monkeypatch.setattr(json, "loads", counted)
    for _ in range(3):
        fill(5)
        records.queue.waiting()
        parsed.clear()
        scribe = Scribe()
        note = scribe.note("mr-1", f"after {len(costs)}")
        records.commit(scribe.change(EventKind.NOTED, note))
        records.prepare()
        records.queue.waiting()
        costs.append(len(parsed))
    assert costs == [costs[0]] * 3


def test_a_line_cut_anywhere_was_never_committed(folder: Path, journal: Path, fill: Fill) -> None:
    """Rule: after a crash at any byte of a write, all entries before it stand and nothing of it does."""
    fill(2)
    whole = journal.read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    cuts = {*range(last, len(whole), 13), *range(last, last + 8), *range(len(whole) - 8, len(whole))}
    for cut in sorted(cuts, reverse=True):
        os.truncate(journal, cut)
        assert seqs(FileRecords(folder)) == [1]
    journal.write_bytes(whole)
    assert seqs(FileRecords(folder)) == [1, 2]


@pytest.mark.parametrize("junk", [b"{", b'{"body":"{\\"kind\\"', b"\x00" * 5000, b"\xff\xfe", b'{"stored":1}'])
def test_an_unfinished_line_is_set_aside_by_the_next_commit(
    folder: Path, journal: Path, fill: Fill, junk: bytes
) -> None:
    """Rule: its bytes are moved to a `.torn` file, never lost, never in the way."""
    records = FileRecords(folder)
    fill(1)
    for number in (2, 3):
        with journal.open("ab") as end:
            end.write(junk)
        assert seqs(records) == list(range(1, number))
        fill(1)
        assert seqs(records) == list(range(1, number + 1))
    assert (folder / "journal.jsonl.torn").read_bytes() == 2 * (junk + b"\n")
    assert verify_chain(FileRecords(folder).ledger.sealed()).ok


def test_redacted_texts_read_as_such(folder: Path, journal: Path, fill: Fill) -> None:
    """Rule: a line may hold `redacted_by` in place of a text and its salt; only a redaction accounts for it."""
    fill(2)
    first, second = journal.read_bytes().splitlines(keepends=True)
    wire = json.loads(first)
    digest = next(digest for digest, text in wire["texts"].items() if text["text"].startswith("fact"))
    wire["texts"][digest] = {"redacted_by": 2}
    journal.write_bytes(f"{canonical(wire)}\n".encode() + second)
    records = FileRecords(folder)
    assert next(records.queue.every()).memory.content == "[redacted]"
    assert verify_chain(records.ledger.sealed()).bad_seq == 1


def _cut_short(journal: Path, other: Path) -> None:
    del other
    os.truncate(journal, journal.read_bytes().index(b"\n") + 1)


def _moved_over(journal: Path, other: Path) -> None:
    other.replace(journal)


def _copied_over(journal: Path, other: Path) -> None:
    shutil.copyfile(other, journal)


def _vanished(journal: Path, other: Path) -> None:
    del other
    journal.unlink()


@pytest.mark.parametrize(
    ("happens", "expected"), [(_cut_short, 1), (_moved_over, 12), (_copied_over, 12), (_vanished, 0)]
)
def test_another_file_in_its_place_is_read_from_the_start(
    folder: Path, journal: Path, fill: Fill, happens: Callable[[Path, Path], None], expected: int
) -> None:
    """Rule: a restored backup, a truncation or a removal shows as it is, also to a process that runs on."""
    other = FileRecords(folder / "other")
    for change in a_long_story():
        other.commit(change)
    fill(3)
    records = FileRecords(folder)
    assert seqs(records) == [1, 2, 3]
    happens(journal, folder / "other" / "journal.jsonl")
    assert seqs(records) == list(range(1, expected + 1))
    fill(1)
    assert seqs(records) == list(range(1, expected + 2))


def test_marks_of_another_process_show_at_once(folder: Path, scribe: Scribe) -> None:
    """Rule: the stored mark is shared, so that two processes do not store the same event for ever."""
    one, other = FileRecords(folder), FileRecords(folder)
    candidate = scribe.candidate("one")
    one.commit(scribe.change(EventKind.PROPOSED, candidate))
    one.commit(scribe.change(EventKind.APPROVED, scribe.approved(candidate), by=LEAD))
    assert [each.seq for each in other.ledger.unstored()] == [2]
    one.ledger.mark_stored(2)
    assert not other.ledger.unstored()


def test_what_is_sealed_reads_back_from_its_line() -> None:
    """Rule: a line keeps the bytes of an entry exactly."""
    previous = "0" * 64
    for seq, change in enumerate(a_long_story(), 1):
        sealed = seal(change, seq, previous)
        assert read_line(write_line(sealed)) == sealed
        assert read_line(write_line(attrs.evolve(sealed, texts={}))) == attrs.evolve(sealed, texts={})
        previous = sealed.hash
