"""Erasing a leaked secret, and looking for it everywhere afterwards."""

from __future__ import annotations

from pathlib import Path

from pytest_bdd import given, parsers, then, when

from firm_memory.application.get import Dossier
from firm_memory.application.propose import Proposal
from firm_memory.domain.candidate import Record
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.redaction import REDACTED
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import Firm
from firm_memory.features.steps.knowing import domain_scope
from firm_memory.features.steps.texts import TEXTS
from firm_memory.features.steps.vouching import as_approver, through_agent


@given(parsers.re(r'^"(?P<name>[^"]+)" has redacted (?P<what>it|the candidate|that note) because "(?P<reason>[^"]+)"$'))
@when(parsers.re(r'^"(?P<name>[^"]+)" redacts (?P<what>it|the candidate|that note) because "(?P<reason>[^"]+)"$'))
def redacts(firm: Firm, name: str, what: str, reason: str) -> None:
    subject = firm.subject if what == "it" else firm.memories[-1]
    firm.attempt(lambda: firm.at("oms").redact(subject, reason=reason, by=name))


@given(parsers.parse('an agent noted "{words}" under "{task}"'))
def noted_under(firm: Firm, words: str, task: str) -> None:
    firm.memories.append(firm.at("oms").for_task(task).note(words).id)


@when(parsers.parse('the agent notes "{words}" under "{task}" once more'))
def notes_again(firm: Firm, words: str, task: str) -> None:
    firm.attempt(lambda: firm.at("oms").for_task(task).note(words))


@when(parsers.parse('"{name}", an approver, redacts it because "{reason}"'))
def approver_redacts(firm: Firm, name: str, reason: str) -> None:
    firm.attempt(lambda: as_approver(firm, name).redact(firm.subject, reason=reason))


@when(parsers.parse('an agent of "{name}" redacts it because "{reason}"'))
def agent_redacts(firm: Firm, name: str, reason: str) -> None:
    firm.attempt(lambda: through_agent(firm, name).redact(firm.subject, reason=reason))


@when(parsers.parse('"{name}" redacts it because a forge token had slipped in, and repeats the token'))
def redacts_with_token(firm: Firm, name: str) -> None:
    firm.attempt(lambda: firm.at("oms").redact(firm.subject, reason=TEXTS["a forge token"], by=name))


@when(parsers.parse('"{name}" reconsiders the candidate'))
def reconsiders_candidate(firm: Firm, name: str) -> None:
    firm.attempt(lambda: firm.desk.reconsider(firm.memories[-1], approver=name))


@when(parsers.parse('an agent proposes "{words}" for the domain "{domain}" once more'))
def proposes_again(firm: Firm, words: str, domain: str) -> None:
    firm.attempt(
        lambda: firm.at("oms").propose(
            words, type=MemoryType.TERMINOLOGY, scope=domain_scope(domain), reference="mr-311"
        )
    )


@then(parsers.parse('"{words}" is left nowhere'))
def left_nowhere(firm: Firm, words: str) -> None:
    assert isinstance(firm.outcome, Record | Proposal), firm.error
    records = firm.container.records()
    told = [*records.ledger.sealed(), *records.ledger.events(), *records.queue.every()]
    assert words not in repr(told)
    assert words not in repr([firm.stored(each) for each in firm.memories])
    files = [each for each in Path(firm.environment["FIRM_MEMORY_HOME"]).rglob("*.json*") if each.is_file()]
    assert not [each for each in files if words.encode() in each.read_bytes()]


@then("the ledger verifies and names the redaction")
def verifies_redacted(firm: Firm) -> None:
    report = verify_chain(firm.container.records().ledger.sealed())
    history = firm.container.records().ledger.history(firm.subject)
    assert report.problem is None
    assert report.redacted == tuple((event.seq, history[-1].seq) for event in history[:-1])


@then("the candidate no longer waits")
def waits_no_longer(firm: Firm) -> None:
    assert list(firm.desk.pending()) == []
    assert firm.memory(firm.memories[-1]).status is MemoryStatus.REJECTED


@then(parsers.parse('the notes of "{task}" are empty'))
def no_notes(firm: Firm, task: str) -> None:
    assert firm.at("oms").for_task(task).timeline().entries == ()


@then(parsers.parse('the tombstone names "{name}" and "{reason}"'))
def tombstone_names(firm: Firm, name: str, reason: str) -> None:
    assert isinstance(firm.outcome, Dossier)
    assert firm.outcome.record is not None
    memory = firm.outcome.record.memory
    assert memory.redaction is not None
    assert (memory.content, memory.redaction.by, memory.redaction.reason) == (REDACTED, name, reason)
    assert firm.stored(firm.subject) == memory


@then("the tombstone is as it was")
def tombstone_stays(firm: Firm) -> None:
    assert isinstance(firm.outcome, Record), firm.error
    redaction = firm.memory().redaction
    assert redaction is not None
    assert redaction.reason == "a password had slipped in"
    kinds = [event.kind for event in firm.container.records().ledger.history(firm.subject)]
    assert kinds.count(EventKind.REDACTED) == 1


@then(parsers.parse('the proposal is turned down, naming "{words}"'))
def turned_down(firm: Firm, words: str) -> None:
    assert isinstance(firm.outcome, Proposal), firm.error
    assert not firm.outcome.accepted
    assert firm.outcome.redacted
    assert words in firm.outcome.decision.reason


@then("the memory is as it was")
def as_it_was(firm: Firm) -> None:
    memory = firm.memory()
    assert (memory.content, memory.status) == ("The settlement vault opens to brass lantern", MemoryStatus.ACTIVE)


@then("the replacement still waits in its own words")
def replacement_stays(firm: Firm) -> None:
    waiting = [record.memory for record in firm.desk.pending()]
    assert [each.content for each in waiting] == ["The settlement vault opens by key card"]
    assert waiting[0].supersedes == firm.subject
