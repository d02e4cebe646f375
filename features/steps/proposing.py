"""Proposing, and what the gate makes of it."""

from __future__ import annotations

import uuid

import attrs
from pytest_bdd import parsers, then, when

from firm_memory.application.propose import Proposal
from firm_memory.domain.exclusions.catalogue import EXCLUSION_LINES
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType, extraction_prompt
from firm_memory.features.firm import AGENT, REFERENCE, Firm
from firm_memory.features.steps.texts import TEXTS, TOKEN

SOMETHING = "Odd lots go through the netting queue"
OMS = MemoryScope(repos=("oms",))


@when("the taxonomy is read")
def taxonomy_is_read(firm: Firm) -> None:
    firm.outcome = extraction_prompt(EXCLUSION_LINES)


@when(parsers.parse('an agent proposes a "{kind}"'))
def proposes_kind(firm: Firm, kind: str) -> None:
    firm.attempt(lambda: firm.at("oms").propose(SOMETHING, type=kind, scope=OMS, reference=REFERENCE))


@when(parsers.re(r"an agent proposes a statement with (?P<what>a (?:fenced block of source code|diff|stack trace))$"))
@when(parsers.re(r"an agent proposes a statement with (?P<what>a forge token)$"))
def proposes_text(firm: Firm, what: str) -> None:
    _propose(firm, TEXTS[what])


@when("an agent proposes a statement with a forge token in its evidence")
def proposes_evidence(firm: Firm) -> None:
    kind = MemoryType.TERMINOLOGY
    evidence = TEXTS["a forge token"]
    firm.attempt(lambda: firm.at("oms").propose(SOMETHING, type=kind, reference=REFERENCE, evidence=evidence))


@when(parsers.re(r'an agent proposes "(?P<content>[^"]+)"$'))
def proposes(firm: Firm, content: str) -> None:
    _propose(firm, content)


@when(parsers.parse('an agent proposes a memory scoped to the {axis} "{name}"'))
def proposes_axis(firm: Firm, axis: str, name: str) -> None:
    firm.attempt(lambda: MemoryScope.from_mapping({axis: name}))


@when("someone outside any repository proposes a memory without a scope")
def proposes_nowhere(firm: Firm) -> None:
    firm.attempt(lambda: firm.at(None).propose(SOMETHING, type=MemoryType.TERMINOLOGY, reference=REFERENCE))


@when("an agent proposes a statement without a reference")
def proposes_sourceless(firm: Firm) -> None:
    _propose(firm, SOMETHING, reference=" ")


@when("an agent proposes a statement whose reference is a URL with a password")
def proposes_credentials(firm: Firm) -> None:
    _propose(firm, SOMETHING, reference="https://sam:" + "hunter2" + "@git.example.test/firm/oms")


@when("an agent proposes it again")
def proposes_again(firm: Firm) -> None:
    memory = firm.memory()
    _propose(firm, memory.content, scope=memory.scope)


@when(parsers.parse('it is proposed again from "{reference}"'))
def proposed_again_from(firm: Firm, reference: str) -> None:
    memory = firm.memory()
    _propose(firm, memory.content, scope=memory.scope, reference=reference)


@when("an agent proposes a successor of a memory that does not exist")
def proposes_orphan(firm: Firm) -> None:
    _propose(firm, "Session cut-off is 16:00 UTC", supersedes=uuid.UUID(int=7))


@when("an agent proposes another successor of the oldest memory")
def proposes_rival(firm: Firm) -> None:
    _propose(firm, "Session cut-off is 16:00 UTC", supersedes=firm.subject)


@when(parsers.parse('an authoritative document states a "{kind}" for the repository "{repo}"'))
def document_states(firm: Firm, kind: str, repo: str) -> None:
    _state(firm, kind, MemoryScope(repos=(repo,)), "adr-12")


@when(parsers.parse('an authoritative document states a "{kind}" for the firm'))
def document_states_for_firm(firm: Firm, kind: str) -> None:
    _state(firm, kind, MemoryScope(firm=True), "adr-12")


@when(parsers.parse('a person states something from "{reference}"'))
def person_states(firm: Firm, reference: str) -> None:
    firm.propose(SOMETHING, OMS, by="sam", reference=reference)


@when(parsers.parse('a person states something from "{reference}" with a confidence of {confidence:f}'))
def person_states_with(firm: Firm, reference: str, confidence: float) -> None:
    proposal = firm.at("oms", "sam").propose(
        SOMETHING, type=MemoryType.TERMINOLOGY, reference=reference, confidence=confidence
    )
    assert proposal.candidate_id
    firm.memories.append(proposal.candidate_id)


@when(parsers.parse('an agent states something from "{reference}"'))
def agent_states(firm: Firm, reference: str) -> None:
    firm.propose(SOMETHING, OMS, reference=reference)


@then(parsers.parse("its confidence is {confidence:f}"))
def has_confidence(firm: Firm, confidence: float) -> None:
    assert firm.memory().confidence == confidence


@then(parsers.parse("it holds {count:d} kinds"))
def holds_kinds(firm: Firm, count: int) -> None:
    assert len(MemoryType) == count
    assert all(kind.value in str(firm.outcome) for kind in MemoryType)


@then("every kind says what belongs under it")
def kinds_described(firm: Firm) -> None:
    assert all(kind.description in str(firm.outcome) for kind in MemoryType)
    assert len({kind.description for kind in MemoryType}) == len(MemoryType)


@then(parsers.parse('the candidate is a "{slug}"'))
def candidate_is(firm: Firm, slug: str) -> None:
    assert firm.memory(_proposal(firm).candidate_id).type.value == slug


@then(parsers.parse('the proposal fails, naming "{word}"'))
@then(parsers.parse('the correction fails, naming "{word}"'))
@then(parsers.parse('the approval fails, naming "{word}"'))
@then(parsers.parse('the note fails, naming "{word}"'))
@then(parsers.parse('the change fails, naming "{word}"'))
def fails_naming(firm: Firm, word: str) -> None:
    assert firm.error is not None, f"it went through: {firm.outcome}"
    assert word in str(firm.error)


@then(parsers.parse('the proposal is refused by "{rule}"'))
def refused_by(firm: Firm, rule: str) -> None:
    proposal = _proposal(firm)
    assert not proposal.accepted
    assert proposal.finding is not None
    assert proposal.finding.exclusion.rule == rule
    assert proposal.finding.exclusion.instead in proposal.decision.reason


@then(parsers.parse('the proposal is refused, naming "{word}"'))
def refused_naming(firm: Firm, word: str) -> None:
    proposal = _proposal(firm)
    assert not proposal.accepted
    assert word in proposal.decision.reason


@then("the refusal does not repeat the secret")
def secret_not_repeated(firm: Firm) -> None:
    assert TOKEN not in repr(attrs.asdict(_proposal(firm))) + str(firm.error)
    assert TOKEN not in "".join(entry.body for entry in firm.container.records().ledger.sealed())


@then("nothing waits for approval")
def nothing_waits(firm: Firm) -> None:
    assert list(firm.desk.pending()) == []


@then("the proposal waits for approval")
def proposal_waits(firm: Firm) -> None:
    proposal = _proposal(firm)
    assert proposal.status is MemoryStatus.PROPOSED, proposal.decision.reason
    assert [record.id for record in firm.desk.pending()] == [proposal.candidate_id]
    assert proposal.decision.reason


@then("it is approved by the policy, with its reason")
def approved_by_policy(firm: Firm) -> None:
    proposal = _proposal(firm)
    assert proposal.decision.automatic, proposal.decision.reason
    assert proposal.decision.reason
    approved = firm.memory(proposal.candidate_id)
    assert approved.status is MemoryStatus.ACTIVE
    assert approved.provenance.approved_by == "policy:auto-approve"


@then("one candidate waits")
def one_waits(firm: Firm) -> None:
    assert [record.id for record in firm.desk.pending()] == [firm.subject]


@then(parsers.parse('it names "{one}" and "{other}" as its sources'))
def names_sources(firm: Firm, one: str, other: str) -> None:
    source = firm.memory().provenance
    assert (source.reference, source.also_seen) == (one, (other,))


def _proposal(firm: Firm) -> Proposal:
    assert isinstance(firm.outcome, Proposal), f"no proposal: {firm.error!r}"
    return firm.outcome


def _propose(
    firm: Firm,
    content: str,
    *,
    scope: MemoryScope = OMS,
    reference: str = REFERENCE,
    supersedes: uuid.UUID | None = None,
) -> None:
    kind = MemoryType.TERMINOLOGY
    firm.attempt(
        lambda: firm.at("oms", AGENT).propose(
            content, type=kind, scope=scope, reference=reference, supersedes=supersedes
        )
    )


def _state(firm: Firm, kind: str, scope: MemoryScope, reference: str) -> None:
    firm.attempt(lambda: firm.at("oms", "sam").propose(SOMETHING, type=kind, scope=scope, reference=reference))
