"""Documents of every make: read as they are, listed where nobody can tell, and never more than proposals."""

from __future__ import annotations

from pathlib import Path

import pytest

from firm_memory import MemoryScope, MemoryStatus
from firm_memory.adapters.documents.front_matter import front_matter
from firm_memory.application.imported import CandidatesImported
from firm_memory.application.ports.source import LeftOut
from firm_memory.domain.candidate import Record
from firm_memory.features.firm import Firm
from tests.cases.notation import given

OMS = MemoryScope(repos=("oms",))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of decision records of the checkout that the test stands in."""
    place = tmp_path / "checkout" / "adr"
    place.mkdir(parents=True)
    monkeypatch.chdir(place.parent)
    return place


def _imported(firm: Firm, path: Path, source: str = "adr") -> CandidatesImported:
    outcome = firm.at("oms").import_from(path, source=source, type="tooling_setup", scope=OMS)
    assert isinstance(outcome, CandidatesImported)
    return outcome


def _waiting(firm: Firm) -> dict[str, Record]:
    return {record.memory.provenance.reference: record for record in firm.desk.pending()}


def test_bug_import_01_crlf_and_bom(small_firm: Firm, folder: Path) -> None:
    """Carriage returns and a byte-order mark change nothing of what is read."""
    case = given("bug-import-01")
    twin = case["text"].replace("\r\n", "\n").encode()
    said = list[tuple[object, ...]]()
    for content in (bytes.fromhex(case["bytes_hex_prefix"]) + case["text"].encode(), twin):
        (folder / "0001-prices.md").write_bytes(content)
        _imported(small_firm, folder)
        [record] = small_firm.desk.pending()
        memory = record.memory
        said.append((memory.id, memory.title, memory.content, memory.provenance.evidence))
    assert said[0] == said[1]
    assert said[0][1:] == ("Use integer prices", "Body.", "status: accepted; date: 2026-02-01")


def test_bug_import_03_three_adr_dialects(small_firm: Firm, folder: Path) -> None:
    """Front matter, bullet and section tell the status alike; another word is listed, and not guessed at."""
    for name, text in given("bug-import-03")["files"].items():
        (folder / name).write_text(text)
    (folder / "0004-d.md").write_text("# Use Thrift\n\n## Status\n\nParked\n")
    outcome = _imported(small_firm, folder)
    evidence = {name: record.memory.provenance.evidence for name, record in _waiting(small_firm).items()}
    assert [evidence[f"adr/{name}"] for name in given("bug-import-03")["files"]] == ["status: accepted"] * 2 + [
        "status: Accepted"
    ]
    assert outcome.remarks == (
        LeftOut(place="adr/0004-d.md", why="its status 'Parked' is not known; whoever decides has to look"),
    )


def test_bug_import_05_superseded_chain_in_text(firm: Firm, folder: Path) -> None:
    """The link is read, also misspelt: once both are approved, only the new rule is in force.

    Our reading: nothing is superseded by an import; the newer candidate proposes to, and the older is decided first.
    """
    for name, text in given("bug-import-05")["files"].items():
        (folder / name).write_text(text)
    _imported(firm, folder)
    waiting = _waiting(firm)
    old, new = waiting["adr/0003-old.md"], waiting["adr/0007-new.md"]
    assert (old.memory.supersedes, new.memory.supersedes) == (None, old.id)
    with pytest.raises(ValueError, match=r"waits for a decision itself\. Decide that one first"):
        firm.desk.approve(new.id, approver="lead")
    for each in (old, new):
        firm.desk.approve(each.id, approver="lead")
    assert firm.memory(old.id).superseded_by == new.id
    assert firm.memory(old.id).status is MemoryStatus.SUPERSEDED
    assert firm.memory(new.id).status is MemoryStatus.ACTIVE


def test_bug_import_07_two_front_matter_blocks(small_firm: Firm, folder: Path) -> None:
    """Nobody knows which block holds: the document is listed, and left as it is."""
    document = folder / "0001-t.md"
    document.write_text(given("bug-import-07")["text"])
    outcome = _imported(small_firm, folder)
    [refused] = outcome.refused
    assert (refused.place, "ambiguous" in refused.why) == ("adr/0001-t.md", True)
    assert document.read_text() == given("bug-import-07")["text"]
    assert small_firm.desk.pending() == ()


def test_bug_import_09_yaml_typing_traps(small_firm: Firm, folder: Path) -> None:
    """What stands there is what is read: words, zeros and all; a date that is none is said to be none."""
    text = given("bug-import-09")["text"]
    assert front_matter(text).fields == {"status": "no", "date": "2026-02-30", "id": "0010", "tags": "on"}
    (folder / "note.md").write_text(text)
    outcome = _imported(small_firm, folder, "markdown")
    [record] = small_firm.desk.pending()
    assert record.memory.tags == ("on",)
    assert record.memory.provenance.evidence == "id: 0010; status: no; date: 2026-02-30"
    assert [each.why for each in outcome.remarks] == [
        "its date '2026-02-30' is no date of the calendar; it is kept as it is written"
    ]


def test_bug_import_10_other_encodings(small_firm: Firm, folder: Path) -> None:
    """UTF-16 with its mark is read; what is not UTF-8 is listed by name, and nothing garbled is kept."""
    utf16, latin1 = (bytes.fromhex(each) for each in given("bug-import-10")["hex"])
    (folder / "a.md").write_bytes(utf16)
    (folder / "b.md").write_bytes(latin1)
    outcome = _imported(small_firm, folder, "markdown")
    assert [each.memory.title for each in small_firm.desk.pending()] == ["Test"]
    [refused] = outcome.refused
    assert (refused.place, refused.why.startswith("not UTF-8")) == ("adr/b.md", True)


def test_bug_import_11_imported_text_is_only_a_proposal(firm: Firm, folder: Path) -> None:
    """Whatever a document says of its own status, a person of this firm lets it in."""
    number = given("bug-import-11")["files"]
    topics = ("feed", "gateway", "ledger", "archive", "router", "replay")
    for each in range(number):
        topic = topics[each % len(topics)]
        text = f"---\nstatus: accepted\n---\n# Decision {each}\n\nThe {topic} keeps {each + 2} copies of its journal.\n"
        (folder / f"{each:04d}-d.md").write_text(text)
    assert len(_imported(firm, folder).accepted) == number
    waiting = firm.desk.pending()
    assert len(waiting) == number
    assert {record.memory.provenance.kind.value for record in waiting} == {"adr"}
    assert min(record.memory.provenance.reference for record in waiting) == "adr/0000-d.md"
    assert {record.memory.status for record in firm.container.records().queue.every()} == {MemoryStatus.PROPOSED}
