"""Decisions: exactly once, by somebody who may, on what is still in force."""

from __future__ import annotations

import uuid

import pytest

from firm_memory.application.lookup import require_record
from firm_memory.domain.amendment import Amendment
from firm_memory.domain.errors import (
    AlreadyDecided,
    IllegalTransition,
    InvalidSupersession,
    NotFound,
)
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import Firm
from tests.application.conftest import OMS

LOTS = "Odd lots go through the netting queue"


def test_the_same_rejection_again_is_the_first_one(firm: Firm) -> None:
    """Retrying a rejection doubles nothing; another approver is told who decided."""
    candidate = firm.propose(LOTS, OMS)
    first = firm.desk.reject(candidate, approver="lead", reason="not so")
    assert firm.desk.reject(candidate, approver="lead", reason="not so").memory == first.memory
    with pytest.raises(AlreadyDecided, match="already_rejected: by lead"):
        firm.desk.reject(candidate, approver="deputy", reason="not so")
    with pytest.raises(AlreadyDecided, match="not so"):
        firm.desk.approve(candidate, approver="lead")


def test_the_same_approver_with_other_words_is_told_of_the_first(firm: Firm) -> None:
    """An approval is repeated only with the same amendment."""
    candidate = firm.propose(LOTS, OMS)
    words = Amendment(content="Odd lots under 10 units go through the netting queue")
    first = firm.desk.approve(candidate, approver="lead", amendment=words)
    assert firm.desk.approve(candidate, approver="lead", amendment=words).memory == first.memory
    with pytest.raises(AlreadyDecided, match="lead"):
        firm.desk.approve(candidate, approver="lead")


def test_a_working_note_waits_for_no_decision(firm: Firm) -> None:
    """Only candidates are decided."""
    note = firm.at("oms").for_task("mr-1").note("The cache is read twice")
    with pytest.raises(AlreadyDecided, match="waits for no decision"):
        firm.desk.approve(note.id, approver="lead")
    with pytest.raises(IllegalTransition, match="Only a rejected record"):
        firm.desk.reconsider(note.id, approver="lead")


def test_what_is_not_there_is_said_to_be_missing(firm: Firm) -> None:
    """An unknown id is an error of its own kind."""
    with pytest.raises(NotFound, match="Copy the id"):
        require_record(firm.container.records().queue, uuid.UUID(int=7))


def test_a_rejected_statement_that_is_proposed_again_twice_stays_one_candidate(firm: Firm) -> None:
    """Reconsidering twice meets the candidate of the first time."""
    candidate = firm.propose(LOTS, OMS)
    firm.desk.reject(candidate, approver="lead", reason="not so")
    first = firm.desk.reconsider(candidate, approver="lead")
    again = firm.desk.reconsider(candidate, approver="deputy")
    assert first.candidate_id == again.candidate_id
    kinds = [event.kind for event in firm.container.records().ledger.events()]
    assert kinds.count(EventKind.RECONSIDERED) == 1


def test_a_statement_never_replaces_itself(firm: Firm) -> None:
    """Proposed as its own successor, a memory is refused, also in its second life (bug-supersession-01)."""
    first = firm.approved(LOTS, OMS)
    firm.at("oms").archive(first, by="lead")
    second = firm.approved(LOTS, OMS)
    for memory in (first, second):
        with pytest.raises(InvalidSupersession, match="names the memory itself"):
            firm.at("oms").propose(LOTS, type=MemoryType.TERMINOLOGY, scope=OMS, reference="mr-1", supersedes=memory)
    assert firm.memory(second).revision == 2
