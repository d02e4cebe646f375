"""Export, import, and deciding in bulk, on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.desk import Desk
from tests.cli.test_consent import doors

FACT = "Odd lots go through the netting queue."


@pytest.fixture
def empty(decided: Desk, tmp_path: Path) -> Desk:
    """A desk at another home, which knows nothing; the CI's kind."""
    return decided.with_(FIRM_MEMORY_HOME=str(tmp_path / "other"))


@pytest.fixture
def records(checkout: Path) -> Path:
    """A folder of three decision records, of which the last replaced the first."""
    folder = checkout / "adr"
    folder.mkdir()
    (folder / "0001-a.md").write_text("# Use floats\n\n## Status\n\nSuperseded by [3](0003-c.md)\n")
    (folder / "0002-b.md").write_text("# Use UTC\n\n## Status\n\nAccepted\n\nEvery log line is in UTC.\n")
    (folder / "0003-c.md").write_text("# Use integers\n\n## Status\n\nAccepted\n")
    (folder / "README.md").write_text("# Decisions\n")
    return folder


def test_an_export_comes_back_the_same(desk: Desk, empty: Desk, checkout: Path) -> None:
    """Rule: to a file or to standard output, the same bytes; the second import says that there is nothing to do."""
    desk.approved(FACT)
    done = desk.run("export", "all.jsonl", "--json")
    assert (done.code, done.json) == (0, {"file": "all.jsonl"})
    assert "exported 2 of 2" in done.err
    first = (checkout / "all.jsonl").read_text()
    assert desk.script("export").out == first
    assert empty.run("import", "all.jsonl", "--dry-run").out.endswith("It would be taken over.\n")
    assert empty.run("import", "all.jsonl").out == ("Taken over: 2 entries, 1 records. 1 memories are in the store.\n")
    assert empty.run("import", "all.jsonl", "--dry-run").out.endswith("It is here already.\n")
    again = empty.run("import", "all.jsonl", "--json")
    assert (again.json["new"], again.json["entries"]) == (False, 2)
    assert empty.run("import", "all.jsonl").out.startswith("Nothing to do: these 2 entries")
    assert empty.run("export", "again.jsonl").code == 0
    assert (checkout / "again.jsonl").read_text() == first
    assert FACT in empty.run("search", "odd lots").out


def test_a_ledger_is_taken_over_by_a_person_alone(desk: Desk, empty: Desk, checkout: Path, tmp_path: Path) -> None:
    """Rule: it asks at a terminal, refuses without one and in a coding agent's shell; --head must be in the chain."""
    desk.approved(FACT)
    assert desk.run("export", "all.jsonl").code == 0
    fresh = desk.with_(FIRM_MEMORY_HOME=str(tmp_path / "other"))
    assert fresh.run("import", "all.jsonl").code == 1
    assert empty.with_(CLAUDECODE="1").run("import", "all.jsonl").code == 1
    other = empty.run("import", "all.jsonl", "--head", "9" * 64)
    assert (other.code, "is not in the chain" in other.err) == (1, True)
    with fresh.sit_down("import", "all.jsonl", "--by", "lead") as terminal:
        terminal.sees("its memories are in force here as they were there")
        terminal.sees("Take over the ledger in all.jsonl as lead?")
        terminal.types("y")
        terminal.sees("Taken over: 2 entries")
        assert terminal.leaves() == 0
    assert doors(fresh) == doors(desk)
    broken = checkout / "broken.jsonl"
    broken.write_bytes((checkout / "all.jsonl").read_bytes().replace(b"netting", b"rounding"))
    refused = empty.run("import", "broken.jsonl")
    assert (refused.code, "--as-candidates" in refused.err) == (1, True)
    assert empty.run("import", "broken.jsonl", "--as-candidates").out.startswith("accepted import:broken.jsonl#")


def test_decision_records_are_imported_and_decided_in_bulk(desk: Desk, decided: Desk, records: Path) -> None:
    """Rule: a report line for each; one consent that shows all, one event for each decision, the older one first."""
    assert records.is_dir()
    tried = desk.run("import", "adr", "--dry-run", "--json").json
    assert (len(tried["accepted"]), desk.run("pending", "--count").out) == (3, "0\n")
    done = desk.run("import", "adr")
    assert done.out.splitlines()[-2] == "3 accepted (3 flagged), 0 known already, 1 refused."
    assert "refused adr/README.md: its name has no number: no decision record" in done.out
    again = desk.run("import", "adr", "--json").json
    assert (len(again["accepted"]), len(again["known"])) == (0, 3)
    assert "known already adr/0001-a.md" in desk.run("import", "adr").out
    assert desk.run("approve-all", "--reference", "adr/").code == 1
    assert "is blank" in desk.run("approve-all", "--reference", " ").err
    with desk.sit_down("approve-all", "--reference", "adr/", "--by", "lead") as terminal:
        for title in ("Use floats", "Use UTC", "Use integers"):
            terminal.sees(title)
        terminal.sees("Approve all 3 as lead?")
        terminal.types("y")
        assert terminal.leaves() == 0
    assert [kind for kind, *_ in doors(desk)] == ["imported", "approved", "approved", "approved"]
    assert decided.run("approve-all", "--reference", "adr/").out == "Nothing of adr/ waits.\n"
    assert "Use integers" in desk.run("search", "use integers").out


def test_what_needs_a_closer_look_is_left(desk: Desk, decided: Desk, records: Path) -> None:
    """Rule: one that cannot be approved so does not hold up the others; it is told with its reason."""
    assert records.is_dir()
    assert desk.run("import", "adr").code == 0
    alone = decided.run("approve-all", "--reference", "adr/0003", "--by", "lead", "--json")
    assert (alone.code, alone.json["left"][0]["why"].endswith("Decide that one first.")) == (1, True)
    done = decided.run("approve-all", "--reference", "adr/", "--by", "lead")
    assert (done.code, done.out.count("approved ")) == (0, 3)


def test_usage_is_told(desk: Desk, records: Path) -> None:
    """Rule: an unknown source, or an option that does not fit it, is a usage error; nothing taken up is a failure."""
    assert desk.run("import", "adr", "--from", "wiki").code == 2
    assert desk.run("import", "adr", "--head", "9" * 64).code == 2
    assert desk.run("import", "nowhere").code == 1
    (records / "0002-b.md").unlink()
    (records / "0003-c.md").unlink()
    done = desk.run("import", "adr")
    assert (done.code, "superseded by 0003-c.md" in done.out) == (1, True)
