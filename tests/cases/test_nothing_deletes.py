"""Nothing deletes, and nothing is overwritten."""

from __future__ import annotations

from pathlib import Path

from firm_memory import MemoryStatus
from firm_memory.domain.visibility import Visibility
from firm_memory.features.firm import Firm
from tests.cases.firms import F0, listed
from tests.cases.notation import fixture_f0, given
from tests.mcp.conversation import Conversation, text_of


def test_bug_nothing_deletes_01_correction_keeps_the_record(firm: Firm, f0: F0) -> None:
    """A correction demotes one record, with its reason, and leaves the number of records and all others alone."""
    case = given("bug-nothing-deletes-01")["correct"]
    before = {name: firm.memory(each) for name, each in f0.ids.items()}
    firm.at("ledger").correct(f0.ids[case["id"]], reason=case["reason"])
    after = {name: firm.memory(each) for name, each in f0.ids.items()}
    assert len(list(firm.container.records().queue.every())) == len(before)
    assert {name for name in before if before[name] != after[name]} == {case["id"]}
    assert after == {name: firm.stored(each) for name, each in f0.ids.items()}
    record = firm.at("ledger").get(f0.ids[case["id"]]).record
    assert record is not None
    assert record.status is MemoryStatus.DISPUTED
    assert [flag.reason for flag in record.memory.flags] == [case["reason"]]
    ledgers = listed(firm, Visibility(atoms=frozenset({"repo:ledger"})))
    assert f0.named(each.id for each in ledgers) == {"m03", "m04"}


def test_bug_nothing_deletes_03_writing_never_overwrites(
    settled: Conversation, settled_environment: dict[str, str]
) -> None:
    """Ids are not the client's to choose: refused by name, and the memory of that id is untouched."""
    journal = Path(settled_environment["FIRM_MEMORY_HOME"], "records", "journal.jsonl")
    [hit] = settled.called("memory_search", query="orders are netted", limit=1)["structuredContent"]["hits"]
    before = journal.read_bytes()
    args = given("bug-nothing-deletes-03")["args"] | {"id": hit["id"], "type": hit["type"], "reference": "mr-1"}
    refused = settled.called("memory_propose", **args)
    assert refused["isError"]
    assert "id: unknown argument" in text_of(refused)
    assert journal.read_bytes() == before
    shown = settled.called("memory_get", id=hit["id"])["structuredContent"]["memory"]
    assert (shown["content"], shown["revision"]) == (hit["content"], 2)


def test_bug_nothing_deletes_03_the_same_words_meet_their_record(firm: Firm, f0: F0) -> None:
    """Proposed again, a statement meets its own record and changes nothing of what it says."""
    m02 = next(wire for wire in fixture_f0()["memories"] if wire["id"] == "m02")
    before = firm.memory(f0.ids["m02"])
    proposal = firm.at("oms").propose(m02["content"], type=m02["type"], scope=before.scope, reference=m02["reference"])
    assert proposal.candidate_id == f0.ids["m02"]
    assert firm.memory(f0.ids["m02"]) == before
    assert len(list(firm.container.records().queue.every())) == len(f0.ids)
