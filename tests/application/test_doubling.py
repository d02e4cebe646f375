"""Turning a candidate down as a duplicate: one event, two records, nothing lost."""

from __future__ import annotations

import uuid

import pytest

from firm_memory.domain.amendment import Amendment
from firm_memory.domain.errors import AlreadyDecided, InvalidField, NotAllowed, NotFound, WriteFailed
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.features.firm import Firm
from tests.application.conftest import OMS

LOTS = "Odd lots go through the netting queue"
LOTS_AGAIN = "Odd lots are sent through the netting queue"


def _pair(firm: Firm) -> tuple[uuid.UUID, uuid.UUID]:
    return firm.approved(LOTS, OMS), firm.propose(LOTS_AGAIN, OMS, reference="mr-311")


def test_rejection_and_source_are_one_event(firm: Firm) -> None:
    """Both records stand in the same entry of the ledger, which names the original in clear."""
    original, double = _pair(firm)
    firm.desk.duplicate(double, of=original, approver="lead")
    *_, event = firm.container.records().ledger.events()
    assert event.kind is EventKind.REJECTED
    assert event.details == {"duplicate_of": str(original)}
    states = {each.id: each.memory for each in event.records}
    assert states[double].status is MemoryStatus.REJECTED
    assert (states[original].provenance.also_seen, states[original].revision) == (("mr-311",), 3)
    assert event.stored


def test_a_source_that_is_known_changes_nothing_of_the_original(firm: Firm) -> None:
    """Then the rejection is all that happens."""
    original = firm.approved(LOTS, OMS)
    double = firm.propose(LOTS_AGAIN, OMS)
    firm.desk.duplicate(double, of=original, approver="lead")
    assert firm.memory(original).revision == 2
    *_, event = firm.container.records().ledger.events()
    assert [each.id for each in event.records] == [double]


def test_a_failure_of_the_store_is_finished_by_the_same_decision(firm: Firm) -> None:
    """Recorded and not stored yet: the same decision again finishes it without doubling."""
    original, double = _pair(firm)
    firm.store.mode = "drops"
    with pytest.raises(WriteFailed):
        firm.desk.duplicate(double, of=original, approver="lead")
    firm.store.mode = "up"
    again = firm.desk.duplicate(double, of=original, approver="lead")
    assert again.status is MemoryStatus.REJECTED
    assert firm.stored(original) == firm.memory(original)
    assert not list(firm.container.records().ledger.unstored())
    kinds = [event.kind for event in firm.container.records().ledger.events()]
    assert kinds.count(EventKind.REJECTED) == 1


def test_before_the_record_everything_stays_as_it_was(firm: Firm) -> None:
    """A store that is down is found out before anything is decided."""
    original, double = _pair(firm)
    firm.store.mode = "down"
    with pytest.raises(WriteFailed):
        firm.desk.duplicate(double, of=original, approver="lead")
    assert firm.memory(double).status is MemoryStatus.PROPOSED


def test_only_a_candidate_is_a_duplicate_and_only_once(firm: Firm) -> None:
    """What was decided stays decided; another original is another decision."""
    original, double = _pair(firm)
    other = firm.approved("Money is stored as integer minor units", OMS)
    with pytest.raises(NotFound):
        firm.desk.duplicate(double, of=uuid.UUID(int=7), approver="lead")
    with pytest.raises(InvalidField, match="duplicate_of"):
        firm.desk.duplicate(double, of=double, approver="lead")
    firm.desk.duplicate(double, of=original, approver="lead")
    with pytest.raises(AlreadyDecided, match=f"duplicate of {original}"):
        firm.desk.duplicate(double, of=other, approver="lead")
    with pytest.raises(AlreadyDecided):
        firm.desk.approve(double, approver="lead")
    with pytest.raises(AlreadyDecided, match="already_approved"):
        firm.desk.duplicate(original, of=other, approver="lead")
    note = firm.at("oms").for_task("mr-1").note(LOTS)
    with pytest.raises(AlreadyDecided):
        firm.desk.duplicate(note.id, of=other, approver="lead")


def test_four_eyes_hold_for_duplicates(firm: Firm) -> None:
    """It changes what a memory rests on, so nobody decides it of their own proposal."""
    firm.reassemble(FIRM_MEMORY_FOUR_EYES="on")
    original = firm.approved(LOTS, OMS)
    double = firm.propose(LOTS_AGAIN, OMS, by="sam", reference="mr-311")
    with pytest.raises(NotAllowed, match="four eyes"):
        firm.desk.duplicate(double, of=original, approver="sam")
    assert firm.desk.duplicate(double, of=original, approver="kim").status is MemoryStatus.REJECTED


def test_an_approver_widens_by_superseding(firm: Firm) -> None:
    """The wider statement takes the place of the narrower one."""
    narrow = firm.approved(LOTS, OMS)
    wide = firm.propose(LOTS, MemoryScope(firm=True), reference="mr-311")
    assert [each.kind.value for each in firm.desk.beside(wide).similar] == ["widening"]
    firm.desk.approve(wide, approver="lead", amendment=Amendment(supersedes=narrow))
    assert firm.memory(narrow).superseded_by == wide
