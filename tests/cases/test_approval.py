"""The gate: who may open it, for what, and exactly once."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from firm_memory import MemoryStatus, MemoryType
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import AlreadyDecided, InvalidApprover, NotAllowed, WriteFailed
from firm_memory.domain.ledger import EventKind
from firm_memory.entrypoints.cli.app import app
from firm_memory.entrypoints.mcp.tools import TOOLS
from firm_memory.features.firm import Firm
from tests.cases.firms import FIRM, OMS, environment_of, opened
from tests.cases.notation import expected, fixture_f0, given

[C1] = fixture_f0()["candidates"]


def _c1(firm: Firm) -> object:
    return firm.propose(C1["content"], FIRM, by=C1["proposer"], reference=C1["reference"])


def _approvals(firm: Firm) -> list[EventKind]:
    return [event.kind for event in firm.container.records().ledger.history(firm.subject)]


def test_bug_approval_01_proposer_approves_own_candidate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With four eyes on, nobody approves their own proposal, by whichever door; with them off, the same works.

    The specification has them on by themselves only where identities are authenticated. HTTP comes with a later part.
    """
    monkeypatch.chdir(tmp_path)
    case = given("bug-approval-01")
    environment = environment_of("memory-on-files", tmp_path, str)
    environment |= {"FIRM_MEMORY_FOUR_EYES": "on", "FIRM_MEMORY_PRINCIPAL": case["proposer"]}
    with opened(environment, tmp_path) as memory:
        candidate = memory.propose(C1["content"], type=C1["type"], scope=FIRM, reference=C1["reference"]).candidate_id
        assert candidate
        for name in (case["approver"], case["approver"].upper()):
            with pytest.raises(NotAllowed, match="four eyes"):
                memory.approvals.approve(candidate, approver=name)
    for by in ([], ["--by", case["approver"]]):
        command = ["approve", str(candidate), *by]
        ran = CliRunner().invoke(app, command, env={**environment, "FIRM_MEMORY_UNATTENDED_APPROVAL": "on"})
        assert ran.exit_code == 1
        assert "four eyes" in ran.stderr
    assert not [tool.name for tool in TOOLS if "approve" in tool.name or "review" in tool.name]
    with opened(environment, tmp_path) as memory:
        assert [record.status for record in memory.approvals.pending()] == [MemoryStatus.PROPOSED]
    with opened({**environment, "FIRM_MEMORY_FOUR_EYES": "off"}, tmp_path) as memory:
        assert memory.approvals.approve(candidate, approver=case["approver"]).status is MemoryStatus.ACTIVE


def test_bug_approval_03_two_approvers_at_the_same_moment(firm: Firm) -> None:
    """One wins; the others are told who did, and the memory's id. One memory, one event."""
    count, start, outcomes = given("bug-approval-03")["concurrent"], threading.Event(), list[object]()
    _c1(firm)

    def decide(name: str) -> None:
        start.wait()
        try:
            outcomes.append(firm.desk.approve(firm.subject, approver=name))
        except AlreadyDecided as late:
            outcomes.append(str(late))

    threads = [threading.Thread(target=decide, args=(f"approver-{number}",)) for number in range(count)]
    for thread in threads:
        thread.start()
    start.set()
    for thread in threads:
        thread.join()
    won = [each for each in outcomes if isinstance(each, Record)]
    told = [each for each in outcomes if isinstance(each, str)]
    assert (len(won), len(told)) == (expected("bug-approval-03"), count - 1)
    winner = firm.memory().provenance.approved_by
    assert all(f"already_approved: by {winner}" in each and str(firm.subject) in each for each in told)
    assert _approvals(firm) == [EventKind.PROPOSED, EventKind.APPROVED]
    assert firm.stored(firm.subject) == firm.memory()


def test_bug_approval_05_replay_of_an_approval(firm: Firm) -> None:
    """The same approval again, after a restart, gets the first result: one memory, one event."""
    _c1(firm)
    first = firm.desk.approve(firm.subject, approver="lead")
    firm.reassemble()
    assert firm.desk.approve(firm.subject, approver="lead") == first
    assert _approvals(firm) == [EventKind.PROPOSED, EventKind.APPROVED]
    assert len(list(firm.container.records().queue.every())) == expected("bug-approval-05")


@pytest.mark.parametrize("kind", MemoryType)
@pytest.mark.parametrize("marked", [(), ("Production-Critical",)])
def test_bug_approval_07_confidence_cannot_skip_the_human(
    small_firm: Firm, kind: MemoryType, marked: tuple[str, ...]
) -> None:
    """However certain, what always needs a person waits; the policy's ruling and its reason are recorded either way.

    Beside the types that the case names, the specification holds production issues and firm-wide scope back.
    """
    case = given("bug-approval-07")
    small_firm.approved("The blotter closes at noon.", OMS)  # or else a repository that nobody used is a notice
    small_firm.reassemble(**case["env"])
    approved = list[bool]()
    for scope in (OMS, FIRM):
        proposal = small_firm.at("oms", "sam").propose(
            C1["content"], type=kind, scope=scope, reference="adr-12", tags=marked, confidence=case["confidence"]
        )
        assert proposal.decision.reason
        assert proposal.candidate_id
        approved.append(small_firm.memory(proposal.candidate_id).status is MemoryStatus.ACTIVE)
        assert proposal.decision.automatic == approved[-1]
    held = {"business_rules", "architecture_decisions", "coding_conventions", "production_issues"}
    assert approved == [kind.value not in held and not marked, False]


def test_bug_approval_09_blank_approver(firm: Firm) -> None:
    """A decision names a person: no blank, no missing name, no agent."""
    _c1(firm)
    for approver in given("bug-approval-09")["approvers"]:
        with pytest.raises(InvalidApprover):
            firm.desk.approve(firm.subject, approver=approver)
        with pytest.raises(InvalidApprover):
            firm.desk.reject(firm.subject, approver=approver, reason="no")
    assert [record.status for record in firm.desk.pending()] == [MemoryStatus.PROPOSED]


def test_bug_approval_10_provider_down_at_approval(firm: Firm) -> None:
    """An approval that fails leaves the candidate where it was; the next one succeeds, once.

    By the specification a failure before the record changes nothing, so the ledger tells of the success alone.
    """
    _c1(firm)
    firm.store.mode = "down"
    with pytest.raises(WriteFailed):
        firm.desk.approve(firm.subject, approver="lead")
    assert [record.status for record in firm.desk.pending()] == [MemoryStatus.PROPOSED]
    firm.store.mode = "up"
    assert firm.desk.approve(firm.subject, approver="lead").status is MemoryStatus.ACTIVE
    assert _approvals(firm) == [EventKind.PROPOSED, EventKind.APPROVED]
    assert firm.stored(firm.subject) == firm.memory()
