"""Decisions through the Python API, and what stewards may do."""

from __future__ import annotations

import pytest

from firm_memory import FirmMemory, MemoryStatus
from firm_memory.domain.errors import (
    AlreadyDecided,
    IllegalTransition,
    InvalidApprover,
    InvalidField,
    InvalidId,
    NotAllowed,
    NotFound,
)
from tests.api.facts import ABSENT, FACT, proposed


@pytest.mark.parametrize("approver", ["", "  ", None, 7, "agent:opencode", "Agent:X"])
def test_nobody_and_no_agent_approves(memory: FirmMemory, approver: object) -> None:
    """Rule: a decision names a person; blank names and agents are refused and the candidate waits."""
    candidate = proposed(memory)
    with pytest.raises(InvalidApprover):
        memory.approvals.approve(candidate, approver=approver)  # type: ignore[arg-type]  # untyped callers
    with pytest.raises(InvalidApprover):
        memory.approvals.reject(candidate, approver=approver, reason="no")  # type: ignore[arg-type]  # the same
    assert len(memory.approvals.pending()) == 1


def test_a_candidate_is_decided_once(memory: FirmMemory) -> None:
    """Rule: who comes second is told who decided; the same approver with the same words gets the first result again."""
    candidate = proposed(memory)
    first = memory.approvals.approve(candidate, approver="lead")
    assert memory.approvals.approve(candidate, approver="lead") == first
    with pytest.raises(AlreadyDecided, match="by lead"):
        memory.approvals.approve(candidate, approver="other")
    with pytest.raises(AlreadyDecided):
        memory.approvals.reject(candidate, approver="lead", reason="changed my mind")
    with pytest.raises(NotFound):
        memory.approvals.approve(ABSENT, approver="lead")
    with pytest.raises(InvalidId):
        memory.approvals.approve("the first one", approver="lead")


def test_a_rejection_answers_the_next_proposal_until_it_is_reconsidered(memory: FirmMemory) -> None:
    """Rule: a rejected statement answers with its reason; a person puts it back, under a new id."""
    candidate = proposed(memory)
    memory.approvals.reject(candidate, approver="lead", reason="It is in the style guide.")
    again = memory.propose(**FACT)  # type: ignore[arg-type]  # a table of keywords
    assert (again.accepted, "style guide" in again.decision.reason) == (False, True)
    second = memory.approvals.reconsider(candidate, approver="lead")
    assert (second.accepted, str(second.candidate_id) != candidate) == (True, True)


def test_a_correction_flags_and_its_replacement_waits(memory: FirmMemory) -> None:
    """Rule: a reported memory stays, flagged; verifying closes the flag; archiving hides; restoring brings back."""
    candidate = proposed(memory)
    memory.approvals.approve(candidate, approver="lead")
    correction = memory.correct(candidate, reason="Not in the gateway.", replacement="Prices travel as decimals.")
    assert correction.record.status is MemoryStatus.DISPUTED
    assert correction.replacement is not None
    assert [record.id for record in memory.approvals.pending()] == [correction.replacement.candidate_id]
    assert memory.search("integer ticks")[0].flags
    assert memory.verify(candidate, by="mira").status is MemoryStatus.ACTIVE
    assert memory.archive(candidate, by="mira").status is MemoryStatus.ARCHIVED
    assert not memory.search("integer ticks")
    assert memory.restore(candidate).status is MemoryStatus.ACTIVE
    with pytest.raises(IllegalTransition):
        memory.restore(candidate)
    for reason in (None, 7):
        with pytest.raises(InvalidField, match="reason"):
            memory.correct(candidate, reason=reason)  # type: ignore[arg-type]  # untyped callers are the subject


def test_only_stewards_and_approvers_verify(memory: FirmMemory) -> None:
    """Rule: an agent that is not the steward may not verify."""
    candidate = proposed(memory)
    memory.approvals.approve(candidate, approver="lead")
    with pytest.raises(NotAllowed):
        memory.verify(candidate, by="agent:opencode")
