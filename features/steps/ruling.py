"""Whom the gate keeps out: the policy where a person is needed, and a person before their own proposal."""

from __future__ import annotations

import attrs
from pytest_bdd import given, parsers, then, when

from firm_memory.application.propose import Proposal
from firm_memory.domain.amendment import Amendment
from firm_memory.domain.candidate import Record
from firm_memory.domain.principal import Caller
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import AGENT, REFERENCE, Firm

SOMETHING = "Odd lots go through the netting queue"
OMS = MemoryScope(repos=("oms",))
AMENDMENT = Amendment(
    title="Where odd lots go",
    type=MemoryType.BUG_FIX,
    scope=MemoryScope(firm=True),
    confidence=0.5,
    tags=("netting",),
)


@given(parsers.parse('the candidate "{content}", proposed by an agent on behalf of "{name}"'))
def candidate_on_behalf(firm: Firm, content: str, name: str) -> None:
    seat = attrs.evolve(firm.at("oms"), caller=Caller(name=AGENT, via="mcp", on_behalf_of=name))
    proposal = seat.propose(content, type=MemoryType.TERMINOLOGY, reference=REFERENCE)
    assert proposal.candidate_id
    firm.memories.append(proposal.candidate_id)


@given(parsers.parse('"{name}" has corrected it to "{words}"'))
def has_corrected(firm: Firm, name: str, words: str) -> None:
    correction = firm.at("oms", name).correct(firm.subject, reason="it moved", replacement=words)
    assert correction.replacement
    assert correction.replacement.candidate_id
    firm.memories.append(correction.replacement.candidate_id)


@when(
    parsers.parse('"{name}" approves it for the firm, as a "{kind}", under a headline, with less confidence and a tag')
)
def approves_otherwise(firm: Firm, name: str, kind: str) -> None:
    assert MemoryType(kind) is AMENDMENT.type
    before = firm.memory()
    firm.attempt(lambda: (before, firm.desk.approve(firm.subject, approver=name, amendment=AMENDMENT)))


@when(parsers.parse('an authoritative document states something tagged "{tag}"'))
def states_tagged(firm: Firm, tag: str) -> None:
    firm.attempt(
        lambda: firm.at("oms", "sam").propose(
            SOMETHING, type=MemoryType.TERMINOLOGY, scope=OMS, reference="adr-12", tags=(tag.title(),)
        )
    )


@when("an authoritative document states its successor")
def states_successor(firm: Firm) -> None:
    firm.attempt(
        lambda: firm.at("oms", "sam").propose(
            SOMETHING, type=MemoryType.TERMINOLOGY, scope=OMS, reference="adr-12", supersedes=firm.subject
        )
    )


@when(parsers.parse('a statement comes from "{reference}"'))
def comes_from(firm: Firm, reference: str) -> None:
    _states(firm, "sam", reference)


@when(parsers.parse('an agent makes a statement from "{reference}"'))
def agent_makes(firm: Firm, reference: str) -> None:
    _states(firm, AGENT, reference)


@then(parsers.parse('the proposal waits for approval, because of "{why}"'))
def waits_because(firm: Firm, why: str) -> None:
    still_waits_because(firm, why)
    assert isinstance(firm.outcome, Proposal)
    assert [record.id for record in firm.desk.pending()] == [firm.outcome.candidate_id]


@then(parsers.parse('it still waits, because of "{why}"'))
def still_waits_because(firm: Firm, why: str) -> None:
    proposal = firm.outcome
    assert isinstance(proposal, Proposal), f"no proposal: {firm.error!r}"
    assert (proposal.accepted, proposal.status) == (True, MemoryStatus.PROPOSED)
    assert not proposal.decision.automatic
    assert why in proposal.decision.reason
    record = firm.container.records().queue.get(proposal.candidate_id or firm.subject)
    assert record is not None
    assert record.candidacy is not None
    assert record.candidacy.ruling == proposal.decision


@then("that and nothing else of it changed")
def nothing_else_changed(firm: Firm) -> None:
    assert isinstance(firm.outcome, tuple), firm.error
    before, approved = firm.outcome
    assert isinstance(approved, Record)
    after = approved.memory
    amended = AMENDMENT.applied_to(before)
    decided = attrs.evolve(before.provenance, approved_by="lead", approved_at=after.provenance.approved_at)
    assert after == attrs.evolve(
        amended,
        status=MemoryStatus.ACTIVE,
        provenance=decided,
        steward="lead",
        revision=before.revision + 1,
        updated_at=after.updated_at,
    )
    assert firm.memory() == after == firm.stored(firm.subject)


def _states(firm: Firm, name: str, reference: str) -> None:
    kind = MemoryType.TERMINOLOGY
    firm.attempt(lambda: firm.at("oms", name).propose(SOMETHING, type=kind, scope=OMS, reference=reference))
