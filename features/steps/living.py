"""The life of a memory after its approval."""

from __future__ import annotations

from pytest_bdd import given, parsers, then, when

from firm_memory.application.correct import Correction
from firm_memory.application.get import Dossier
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.ledger import Event
from firm_memory.domain.provenance import SourceKind
from firm_memory.domain.status import MemoryStatus
from firm_memory.features.firm import Firm
from firm_memory.features.steps.texts import EASILY_MANGLED


@given(parsers.parse('an agent has corrected it because "{reason}"'))
@given(parsers.parse('an agent has corrected the first one because "{reason}"'))
def has_corrected(firm: Firm, reason: str) -> None:
    firm.at("oms").correct(firm.subject, reason=reason)


@given(parsers.parse('an agent has corrected it with the replacement "{words}"'))
def has_replaced(firm: Firm, words: str) -> None:
    correction = firm.at("oms").correct(firm.subject, reason="outdated", replacement=words)
    assert correction.replacement is not None
    assert correction.replacement.candidate_id is not None
    firm.memories.append(correction.replacement.candidate_id)


@given(parsers.parse('it was superseded by "{words}"'))
@given(parsers.parse('that was superseded by "{words}"'))
def was_superseded(firm: Firm, words: str) -> None:
    correction = firm.at("oms").correct(firm.memories[-1], reason="outdated", replacement=words)
    assert correction.replacement is not None
    assert correction.replacement.candidate_id is not None
    firm.memories.append(correction.replacement.candidate_id)
    firm.desk.approve(firm.memories[-1], approver="lead")


@given(parsers.parse('"{name}" has verified it'))
def has_verified(firm: Firm, name: str) -> None:
    firm.at("oms").verify(firm.subject, by=name)


@given(parsers.parse('"{name}" has archived it'))
def has_archived(firm: Firm, name: str) -> None:
    firm.at("oms").archive(firm.subject, by=name)


@when(parsers.parse('an agent corrects it because "{reason}"'))
@when(parsers.parse('the same agent corrects it because "{reason}"'))
def corrects(firm: Firm, reason: str) -> None:
    firm.attempt(lambda: firm.at("oms").correct(firm.subject, reason=reason))


@when(parsers.parse('an agent corrects it with the replacement "{words}"'))
def corrects_with(firm: Firm, words: str) -> None:
    firm.attempt(lambda: firm.at("oms").correct(firm.subject, reason="outdated", replacement=words))


@when("an agent corrects it with its own words")
def corrects_with_itself(firm: Firm) -> None:
    words = firm.memory().content
    firm.attempt(lambda: firm.at("oms").correct(firm.subject, reason="outdated", replacement=words))


@when(parsers.parse('"{name}" approves the replacement'))
def approves_replacement(firm: Firm, name: str) -> None:
    firm.attempt(lambda: firm.desk.approve(firm.memories[1], approver=name))


@when(parsers.parse('"{name}" verifies it'))
def verifies(firm: Firm, name: str) -> None:
    firm.attempt(lambda: firm.at("oms").verify(firm.subject, by=name))


@when(parsers.parse('"{name}" archives it'))
def archives(firm: Firm, name: str) -> None:
    firm.attempt(lambda: firm.at("oms").archive(firm.subject, by=name))


@when(parsers.parse('"{name}" restores it'))
def restores(firm: Firm, name: str) -> None:
    firm.attempt(lambda: firm.at("oms").restore(firm.subject, by=name))


@when("it is read by id")
@when("the oldest memory is read by id")
@when("its history is read")
def is_read(firm: Firm) -> None:
    firm.outcome = firm.at("oms").get(firm.subject)


@when("the ledger is read")
def ledger_is_read(firm: Firm) -> None:
    firm.outcome = list(firm.container.records().ledger.events())


@then("the memory is disputed and shows the reason")
def disputed(firm: Firm) -> None:
    assert isinstance(firm.outcome, Correction), firm.error
    assert firm.memory().status is MemoryStatus.DISPUTED
    assert [flag.reason for flag in firm.memory().flags] == ["the cut-off moved"]


@then("it is still recalled")
@then(parsers.parse('"oms" still recalls the old memory'))
def still_recalled(firm: Firm) -> None:
    assert [hit.id for hit in firm.at("oms").search("when is the session cut-off")] == [firm.subject]


@then("the memory is active and without flags")
def active_again(firm: Firm) -> None:
    memory = firm.memory()
    assert (memory.status, memory.flags, memory.effective_confidence) == (MemoryStatus.ACTIVE, (), memory.confidence)
    assert memory.verified_at is not None


@then("the replacement waits for approval")
def replacement_waits(firm: Firm) -> None:
    assert isinstance(firm.outcome, Correction), firm.error
    assert firm.outcome.replacement is not None
    waiting = [record.id for record in firm.desk.pending()]
    assert waiting == [firm.outcome.replacement.candidate_id]


@then("the source of the replacement is the correction, not the source of the old memory")
def sourced_by_correction(firm: Firm) -> None:
    assert isinstance(firm.outcome, Correction), firm.error
    assert firm.outcome.replacement is not None
    source = firm.memory(firm.outcome.replacement.candidate_id).provenance
    assert source.reference == f"correction of {firm.memory().provenance.reference}"
    assert (source.kind, source.evidence) == (SourceKind.OBSERVATION, None)


@then(parsers.parse('"{repo}" recalls "{words}" and not the old memory'))
def recalls_new(firm: Firm, repo: str, words: str) -> None:
    assert [hit.content for hit in firm.at(repo).search("when is the session cut-off")] == [words]


@then("the old memory resolves by id to the new one")
def resolves_to_new(firm: Firm) -> None:
    dossier = firm.at("oms").get(firm.subject)
    assert dossier.record is not None
    assert dossier.record.status is MemoryStatus.SUPERSEDED
    assert [each.id for each in dossier.chain] == firm.memories[:2]


@then(parsers.parse('the end of its chain is "{words}"'))
def chain_ends(firm: Firm, words: str) -> None:
    assert isinstance(firm.outcome, Dossier)
    assert [each.id for each in firm.outcome.chain] == firm.memories
    assert firm.outcome.chain[-1].content == words


@then(parsers.parse('"{repo}" recalls nothing for "{query}"'))
def recalls_nothing(firm: Firm, repo: str, query: str) -> None:
    assert firm.error is None
    assert list(firm.at(repo).search(query)) == []


@then(parsers.parse('"{repo}" recalls it for "{query}"'))
def recalls_it(firm: Firm, repo: str, query: str) -> None:
    assert [hit.id for hit in firm.at(repo).search(query)] == [firm.subject]


@then("it still resolves by id")
def still_resolves(firm: Firm) -> None:
    dossier = firm.at("oms").get(firm.subject)
    assert dossier.record is not None
    assert dossier.record.status is MemoryStatus.ARCHIVED


@then(parsers.parse('it tells "{kinds}" in this order'))
def tells_history(firm: Firm, kinds: str) -> None:
    assert isinstance(firm.outcome, Dossier)
    assert ", ".join(event.kind.value for event in firm.outcome.history) == kinds
    assert [event.records[0].memory.revision for event in firm.outcome.history] == [1, 2, 3, 4]


@then("the ledger verifies")
def ledger_verifies(firm: Firm) -> None:
    report = verify_chain(firm.container.records().ledger.sealed())
    assert report.ok, report
    assert report.length > 0


@then(parsers.parse('it names "{one}" for "{first}" and "{other}" for "{second}"'))
def ledger_names(firm: Firm, one: str, first: str, other: str, second: str) -> None:
    assert isinstance(firm.outcome, list)
    events = [event for event in firm.outcome if isinstance(event, Event)]
    assert [(event.principal, event.kind.value) for event in events] == [(one, first), (other, second)]
    assert all(event.via for event in events)


@then("it is the same to the last character")
def same_text(firm: Firm) -> None:
    assert isinstance(firm.outcome, Dossier)
    assert firm.outcome.record is not None
    assert firm.outcome.record.memory.content == EASILY_MANGLED
    stored = firm.stored(firm.subject)
    assert stored is not None
    assert stored.content == EASILY_MANGLED
