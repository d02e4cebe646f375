"""Mending damaged records: everything that holds is kept, everything else is set beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from firm_memory.adapters.files.records import FileRecords
from firm_memory.adapters.files.repair import Repair
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import RecordsDamaged
from firm_memory.domain.ledger import Change, EventKind
from firm_memory.features.laws.sample_changes import Scribe

Fill = Callable[[int], list[Change]]


def test_nothing_to_mend_changes_nothing(folder: Path, journal: Path, fill: Fill) -> None:
    """Rule: repairing sound records reports what holds and leaves every byte."""
    fill(2)
    before = journal.read_bytes()
    assert FileRecords(folder).repair() == Repair(entries=2)
    assert journal.read_bytes() == before
    assert [each.name for each in folder.iterdir()] == ["journal.jsonl"]


def test_entries_before_the_damage_are_kept_and_the_file_is_copied(folder: Path, journal: Path, fill: Fill) -> None:
    """Rule: the good prefix goes on; the whole damaged file stays beside it under a name of its own each time."""
    running = FileRecords(folder)
    for number in (1, 2):
        fill(4 - len(list(running.ledger.sealed())))
        lines = journal.read_bytes().splitlines(keepends=True)
        damaged = b"".join([*lines[:2], b"#", *lines[2:]])
        journal.write_bytes(damaged)
        with pytest.raises(RecordsDamaged) as refused:
            running.prepare()
        repair = running.repair()
        backup = folder / f"journal.jsonl.damaged-{number}"
        assert repair == Repair(entries=2, damage=str(refused.value), backup=backup)
        assert backup.read_bytes() == damaged
        assert journal.read_bytes() == b"".join(lines[:2])
        for records in (running, FileRecords(folder)):
            assert [each.seq for each in records.ledger.sealed()] == [1, 2]
    fill(1)
    assert verify_chain(running.ledger.sealed()).length == 3


def test_an_unfinished_line_is_set_aside(folder: Path, journal: Path, fill: Fill) -> None:
    """Rule: the bytes of an uncommitted entry are counted and kept."""
    fill(1)
    before = journal.read_bytes()
    journal.write_bytes(before + b'{"half')
    assert FileRecords(folder).repair() == Repair(entries=1, torn=6)
    assert journal.read_bytes() == before
    assert (folder / "journal.jsonl.torn").read_bytes() == b'{"half\n'


@pytest.mark.parametrize(
    ("text", "kept", "left_out"),
    [
        ('[{"id":"c1","content":"a"},{"id":"c2","cont', ["a"], "byte 38: not JSON"),
        ('[\n  {"content":"a"} ,\n  {"content":"b"}\n', ["a", "b"], "byte 40: not JSON"),
        ('{"version":1, "candidates": [ {"content":"a"},{"content":"b"}', ["a", "b"], "byte 61: not JSON"),
        ('[{"content":"a"},{"content":""},{"content":"c"}]', ["a", "c"], "record 2: content: is empty"),
        ("[{", [], "byte 2: not JSON"),
        ("null", [], "byte 0: neither a list"),
    ],
)
def test_whole_records_of_a_broken_candidates_file_are_recovered(
    tmp_path: Path, scribe: Scribe, text: str, kept: list[str], left_out: str
) -> None:
    """Rule: what can be read is imported, what cannot is listed; the file stays, and is done with."""
    path = tmp_path / "candidates.json"
    path.write_text(text)
    records = FileRecords(path)
    repair = records.repair()
    assert (repair.imported, repair.entries, repair.damage, repair.backup) == (len(kept), len(kept), None, None)
    assert len(repair.left_out) == 1
    assert repair.left_out[0].startswith(left_out)
    assert path.read_text() == text
    assert [each.memory.content for each in FileRecords(path).queue.every()] == kept
    records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("more")))
    assert FileRecords(path).repair() == Repair(entries=len(kept) + 1)


def test_an_import_that_was_damaged_is_made_again(tmp_path: Path) -> None:
    """Rule: the candidates file is still there, so cutting its import from the journal loses nothing."""
    path = tmp_path / "candidates.json"
    path.write_text('[{"content":"a"},{"content":"b"}]')
    journal = tmp_path / "candidates.journal.jsonl"
    FileRecords(path).prepare()
    before, after = journal.read_bytes().rsplit(b"proposed", 1)
    journal.write_bytes(before + b"prepared" + after)
    records = FileRecords(path)
    with pytest.raises(RecordsDamaged, match="its hash does not match"):
        records.prepare()
    repair = records.repair()
    assert (repair.entries, repair.imported, repair.left_out) == (2, 2, ())
    assert [each.memory.content for each in records.queue.every()] == ["a", "b"]


def test_a_repair_reads_as_a_report() -> None:
    """Rule: the operator is told what holds, where the rest is, and what was left out."""
    assert str(Repair(entries=3)) == "nothing to mend: 3 entries hold"
    report = str(
        Repair(entries=3, damage="x", backup=Path("/r/j"), torn=6, imported=1, left_out=("record 2: id: bad",))
    )
    assert report == (
        "3 entries hold; the journal was cut behind them; the whole of it is kept as /r/j; "
        "6 bytes of an unfinished entry were set aside in a .torn file; "
        "1 of them were taken over from the candidates file; "
        "left out of the candidates file, which is as it was: record 2: id: bad"
    )
