"""Doctor with `--repair-records`: damaged file records are recovered, and nothing is lost by it."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

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


def test_records_in_a_process_are_not_repaired(desk: Desk) -> None:
    """Rule: what ends with its process has nothing to repair, and a misread configuration repairs nothing."""
    done = desk.with_(FIRM_MEMORY_CANDIDATES_PATH=":memory:").run("doctor", "--repair-records")
    assert (done.code, "a process" in done.err) == (2, True)


def test_a_queue_that_was_changed_behind_the_ledger_is_made_anew(desk: Desk, postgres_dsn: str) -> None:
    """Rule: in a database the ledger is the truth: the repair makes the queue anew and names what stood otherwise.

    Where the ledger itself was changed nothing is rebuilt from it, and the entry is named.
    """
    served = desk.with_(FIRM_MEMORY_CANDIDATES_PATH=postgres_dsn)
    candidate = served.propose("Odd lots go to the second venue.")
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("ALTER TABLE firm_memory.record DISABLE TRIGGER ALL")
        connection.execute("UPDATE firm_memory.record SET body = jsonb_set(body, '{memory,content}', '\"Other.\"')")
        _, found = looked(served)
        assert (found["agreement"]["state"], candidate in found["agreement"]["says"]) == ("bad", True)
        connection.execute("UPDATE firm_memory.record SET body = '{}'")
        _, found = looked(served)
        assert found["records"]["mend"] == "firm-memory doctor --repair-records"
        _, found = looked(served, "--repair-records")
        assert found["repair"]["says"] == f"1 records made anew from the ledger; 1 stood otherwise: {candidate}"
        assert found["agreement"]["state"] == "good"
        says = looked(served, "--repair-records")[1]["repair"]["says"]
        assert says == "1 records stand as the ledger says; nothing to mend"
        with pytest.raises(psycopg.errors.RaiseException):  # the watch is back
            connection.execute("UPDATE firm_memory.record SET status = 'active'")
        connection.execute("ALTER TABLE firm_memory.ledger DISABLE TRIGGER ALL")
        connection.execute("UPDATE firm_memory.ledger SET body = replace(body, 'cli', 'mcp')")
    done = served.run("doctor", "--repair-records")
    assert (done.code, "Entry 1 of firm_memory.ledger" in done.err) == (3, True)
