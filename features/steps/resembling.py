"""What says the same as something known, or the opposite, and what an approver makes of it."""

from __future__ import annotations

from pytest_bdd import given, parsers, then, when

from firm_memory.application.compare import Comparison
from firm_memory.application.propose import Proposal
from firm_memory.domain.amendment import Amendment
from firm_memory.domain.candidate import Record
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.features.firm import AGENT, REFERENCE, Firm

OMS = MemoryScope(repos=("oms",))


@given(parsers.parse('an approved memory "{content}" for the repository "{repo}", from "{reference}"'))
def approved_for_repo_from(firm: Firm, content: str, repo: str, reference: str) -> None:
    firm.approved(content, MemoryScope(repos=(repo,)), reference=reference)


@given(parsers.parse('the candidate "{content}" for the repository "{repo}"'))
def candidate_for_repo(firm: Firm, content: str, repo: str) -> None:
    firm.propose(content, MemoryScope(repos=(repo,)))


@given(parsers.parse('an agent has proposed "{content}", from "{reference}"'))
def has_proposed_from(firm: Firm, content: str, reference: str) -> None:
    firm.propose(content, OMS, reference=reference)


@given(parsers.parse('an agent has proposed "{content}" for the firm'))
def has_proposed_for_firm(firm: Firm, content: str) -> None:
    firm.propose(content, MemoryScope(firm=True))


@given(parsers.parse('"{name}" has turned that down as a duplicate of the memory'))
def has_turned_down(firm: Firm, name: str) -> None:
    firm.desk.duplicate(firm.memories[1], of=firm.subject, approver=name)


@when(parsers.re(r'an agent proposes "(?P<content>[^"]+)" for the firm$'))
def proposes_for_firm(firm: Firm, content: str) -> None:
    scope = MemoryScope(firm=True)
    firm.attempt(lambda: firm.at("oms", AGENT).propose(content, type="terminology", scope=scope, reference=REFERENCE))


@when(parsers.re(r'an agent proposes "(?P<content>[^"]+)" as a "(?P<kind>\w+)"$'))
def proposes_as(firm: Firm, content: str, kind: str) -> None:
    firm.attempt(lambda: firm.at("oms", AGENT).propose(content, type=kind, scope=OMS, reference=REFERENCE))


@when(parsers.parse('"{name}" turns that down as a duplicate of the memory'))
def turns_down(firm: Firm, name: str) -> None:
    firm.attempt(lambda: firm.desk.duplicate(firm.memories[1], of=firm.subject, approver=name))


@when(parsers.parse('"{name}" approves that as superseding the memory'))
def approves_superseding(firm: Firm, name: str) -> None:
    amendment = Amendment(supersedes=firm.subject)
    firm.attempt(lambda: firm.desk.approve(firm.memories[1], approver=name, amendment=amendment))


@then(parsers.parse('the proposer and the approver are shown the memory as "{kind}"'))
def both_are_shown(firm: Firm, kind: str) -> None:
    proposal = _proposal(firm)
    expected = [(firm.subject, kind)]
    assert [(each.id, each.kind.value) for each in proposal.similar] == expected
    assert proposal.candidate_id
    assert [(each.id, each.kind.value) for each in _beside(firm, -1).similar] == expected
    assert all(each.why and 0 < each.score <= 1 for each in proposal.similar)


@then("the proposer is shown nothing beside it")
def nothing_beside(firm: Firm) -> None:
    assert _proposal(firm).similar == ()
    assert firm.desk.beside(_proposal(firm).candidate_id or "").similar == ()


@then("both candidates wait")
def both_wait(firm: Firm) -> None:
    assert [record.id for record in firm.desk.pending()] == [firm.subject, _proposal(firm).candidate_id]


@then(parsers.parse('the approver of the second one sees that the first one is "{status}"'))
def sees_status(firm: Firm, status: str) -> None:
    assert firm.error is None
    found = firm.desk.beside(firm.memories[1]).similar
    assert [(each.id, each.status.value) for each in found] == [(firm.subject, status)]


@then(parsers.parse('"{repo}" recalls "{words}" once'))
def recalls_once(firm: Firm, repo: str, words: str) -> None:
    assert firm.error is None
    assert [hit.content for hit in firm.at(repo).search(words)] == [words]


@then("the old memory resolves by id to the wider one")
def resolves_to_wider(firm: Firm) -> None:
    dossier = firm.at("oms").get(firm.subject)
    assert dossier.record is not None
    assert dossier.record.status is MemoryStatus.SUPERSEDED
    assert dossier.chain[-1].scope.firm


@then("the store holds the memory with both sources")
def stored_with_sources(firm: Firm) -> None:
    assert firm.stored(firm.subject) == firm.memory()


@then("the proposal is refused, naming the memory that it doubles")
def refused_as_double(firm: Firm) -> None:
    proposal = _proposal(firm)
    assert (proposal.accepted, proposal.candidate_id) == (False, firm.memories[1])
    assert f"duplicate of {firm.subject}" in proposal.decision.reason


@then("the first rejection is answered again")
def first_rejection(firm: Firm) -> None:
    assert isinstance(firm.outcome, Record)
    assert firm.outcome.memory == firm.memory(firm.memories[1])
    kinds = [event.kind for event in firm.container.records().ledger.events()]
    assert kinds.count(EventKind.REJECTED) == 1


@then(parsers.parse('the rejection fails, naming "{word}"'))
def rejection_fails(firm: Firm, word: str) -> None:
    assert firm.error is not None, f"it went through: {firm.outcome}"
    assert word in str(firm.error)


def _proposal(firm: Firm) -> Proposal:
    assert isinstance(firm.outcome, Proposal), f"no proposal: {firm.error!r}"
    return firm.outcome


def _beside(firm: Firm, place: int) -> Comparison:
    waiting = firm.desk.pending()
    return firm.desk.beside(waiting[place].id)
