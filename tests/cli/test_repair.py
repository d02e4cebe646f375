"""Doctor with `--repair-records`: damaged file records are recovered, and nothing is lost by it."""

from __future__ import annotations

from pathlib import Path

from tests.cli.desk import Desk
from tests.cli.examination import looked


def test_a_damaged_journal_is_found_and_repaired(desk: Desk) -> None:
    """Rule: damaged file records stop reads and writes alike; the repair keeps what holds, and the damaged file."""
    for number in range(3):
        desk.propose(f"Fact {number} about odd lots.")
    journal = Path(desk.environment["FIRM_MEMORY_HOME"]) / "records" / "journal.jsonl"
    whole = journal.read_bytes()
    journal.write_bytes(whole.replace(b'"seq":2', b'"seq":7'))
    done, found = looked(desk)
    assert (done.code, found["records"]["mend"]) == (1, "firm-memory doctor --repair-records")
    assert str(journal) in found["records"]["says"]
    assert desk.run("pending").code == 3
    done, found = looked(desk, "--repair-records")
    assert (done.code, found["repair"]["state"]) == (0, "good")
    assert found["repair"]["says"].startswith("1 entries hold; cut behind them: ")
    kept = [each for each in journal.parent.iterdir() if each != journal and each.read_bytes() != b""]
    assert any(str(each) in found["repair"]["says"] for each in kept)
    assert desk.run("pending", "--count").out == "1\n"
    assert looked(desk, "--repair-records")[1]["repair"]["says"] == "1 entries hold"


def test_torn_bytes_and_a_candidates_file_are_told_of_by_the_repair(desk: Desk, tmp_path: Path) -> None:
    """Rule: the repair says what was set aside, what it imported and what it left out."""
    queue = tmp_path / "queue.json"
    queue.write_text('[{"id": "c1", "content": "A fact.", "status": "pending"}, {"content": 7}]')
    imported = desk.with_(FIRM_MEMORY_CANDIDATES_PATH=str(queue))
    assert imported.run("pending").code == 3
    says = looked(imported, "--repair-records")[1]["repair"]["says"]
    assert "1 entries were imported from the candidates file" in says
    assert "left out: record 2" in says
    with (tmp_path / "queue.journal.jsonl").open("ab") as journal:
        journal.write(b'{"body": "torn')
    assert "14 uncommitted bytes were set aside" in looked(imported, "--repair-records")[1]["repair"]["says"]


def test_only_records_in_files_are_repaired(desk: Desk) -> None:
    """Rule: elsewhere there is nothing to repair, and a misread configuration repairs nothing."""
    for place, where in (("postgresql://db/x", "a database"), (":memory:", "a process")):
        done = desk.with_(FIRM_MEMORY_CANDIDATES_PATH=place).run("doctor", "--repair-records")
        assert (done.code, where in done.err) == (2, True)
