"""Two writers of one memory, and what a change leaves as it was."""

from __future__ import annotations

import threading

import attrs

from firm_memory import MemoryStatus
from firm_memory.application.correct import Correction
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.ledger import EventKind
from firm_memory.features.firm import Firm
from tests.cases.firms import F0, keep
from tests.cases.notation import given
from tests.mcp.conversation import Conversation, text_of


def test_bug_update_race_01_two_corrections_of_the_same_base(firm: Firm, f0: F0) -> None:
    """Two people's corrections are two flags, one after the other: neither is lost, and no history is mixed.

    The rules have no version for callers to pass: the records hold the lock, and each report stands by itself.
    """
    wanted = given("bug-update-race-01")
    memory, start = f0.ids[wanted["args"]["id"]], threading.Barrier(wanted["concurrent"])
    before, outcomes = firm.memory(memory), list[object]()

    def correct(name: str) -> None:
        start.wait()
        outcomes.append(firm.at("oms", name).correct(memory, reason=f"{name} says that it moved"))

    threads = [threading.Thread(target=correct, args=(f"person-{each}",)) for each in range(wanted["concurrent"])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [type(each) for each in outcomes] == [Correction] * 2
    history = firm.container.records().ledger.history(memory)[1:]
    assert [event.kind for event in history] == [EventKind.CORRECTED] * 2
    assert [event.records[0].memory.revision for event in history] == [before.revision + 1, before.revision + 2]
    assert [len(event.records[0].memory.flags) for event in history] == [1, 2]
    after = firm.memory(memory)
    assert (after.status, {flag.by for flag in after.flags}) == (MemoryStatus.DISPUTED, {"person-0", "person-1"})
    assert firm.stored(memory) == after
    assert verify_chain(firm.container.records().ledger.sealed()).ok


def test_bug_update_race_01_a_version_is_no_argument(settled: Conversation) -> None:
    """An argument that means nothing is refused by name, so that nobody relies on it."""
    [hit] = settled.called("memory_search", query="orders are netted", limit=1)["structuredContent"]["hits"]
    version = given("bug-update-race-01")["args"]["expected_version"]
    refused = settled.called("memory_correct", id=hit["id"], reason="moved", expected_version=version)
    assert refused["isError"]
    assert "expected_version: unknown argument" in text_of(refused)


def test_bug_update_race_03_update_keeps_provenance_and_custom_fields(firm: Firm, f0: F0) -> None:
    """Only the words change through the port; every other field is the same before and after."""
    update = given("bug-update-race-03")["update"]
    memory = f0.ids[update["id"]]
    before = firm.stored(memory)
    assert before is not None
    now = firm.container.clock().now()
    changed = attrs.evolve(before, content=update["content"], updated_at=now, revision=before.revision + 1)
    keep(firm, changed)
    after = firm.stored(memory)
    assert after is not None
    assert after == changed
    assert attrs.evolve(after, content=before.content, updated_at=before.updated_at, revision=before.revision) == before
    assert after.updated_at > before.updated_at
