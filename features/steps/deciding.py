"""What approvers do, and what becomes of it."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable

from pytest_bdd import given, parsers, then, when

from firm_memory.application.propose import Proposal
from firm_memory.domain.amendment import Amendment
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import AlreadyDecided
from firm_memory.domain.exclusion import Refused
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.status import MemoryStatus
from firm_memory.features.firm import Firm
from firm_memory.features.steps.texts import TEXTS


@given("four eyes are in force")
def four_eyes(firm: Firm) -> None:
    firm.reassemble(FIRM_MEMORY_FOUR_EYES="on")


@given("automatic approval is switched on")
def automatic(firm: Firm) -> None:
    firm.reassemble(FIRM_MEMORY_AUTO_APPROVE="on")


@given(parsers.parse('"{name}" has approved it'))
def has_approved(firm: Firm, name: str) -> None:
    firm.desk.approve(firm.subject, approver=name)


@given(parsers.parse('"{name}" has approved it as "{words}"'))
def has_approved_as(firm: Firm, name: str, words: str) -> None:
    firm.desk.approve(firm.subject, approver=name, amendment=Amendment(content=words))


@given(parsers.parse('"{name}" has rejected it because "{reason}"'))
def has_rejected(firm: Firm, name: str, reason: str) -> None:
    firm.desk.reject(firm.subject, approver=name, reason=reason)


@when('"" approves it')
def nobody_approves(firm: Firm) -> None:
    firm.attempt(lambda: firm.desk.approve(firm.subject, approver=""))


@when(parsers.re(r'"(?P<name>[^"]+)" approves it$'))
def approves(firm: Firm, name: str) -> None:
    firm.attempt(lambda: firm.desk.approve(firm.subject, approver=name))


@when(parsers.parse('"{name}" approves it as "{words}"'))
def approves_as(firm: Firm, name: str, words: str) -> None:
    firm.attempt(lambda: firm.desk.approve(firm.subject, approver=name, amendment=Amendment(content=words)))


@when(parsers.parse('"{name}" approves it with a forge token in its words'))
def approves_with_token(firm: Firm, name: str) -> None:
    amendment = Amendment(content=TEXTS["a forge token"])
    firm.attempt(lambda: firm.desk.approve(firm.subject, approver=name, amendment=amendment))


@when(parsers.parse("{count:d} approvers approve it at the same moment"))
def many_approve(firm: Firm, count: int) -> None:
    deeds = [functools.partial(firm.desk.approve, firm.subject, approver=f"approver-{n}") for n in range(count)]
    firm.outcome = at_once(*deeds)


def at_once(*deeds: Callable[[], object]) -> list[object]:
    """What came of each deed, an error included, when all are done at the same moment."""
    start, outcomes = threading.Barrier(len(deeds)), list[object]()

    def do(deed: Callable[[], object]) -> None:
        start.wait()
        try:
            outcomes.append(deed())
        except Exception as error:  # the Example looks at every outcome
            outcomes.append(error)

    threads = [threading.Thread(target=do, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


@when(parsers.parse('"{one}" approves it and "{other}" rejects it at the same moment'))
def approve_and_reject(firm: Firm, one: str, other: str) -> None:
    firm.outcome = at_once(
        lambda: firm.desk.approve(firm.subject, approver=one),
        lambda: firm.desk.reject(firm.subject, approver=other, reason="it is not so"),
    )


@when(parsers.parse('"{name}" reconsiders it'))
def reconsiders(firm: Firm, name: str) -> None:
    firm.attempt(lambda: firm.desk.reconsider(firm.subject, approver=name))


@then("the candidate still waits")
def still_waits(firm: Firm) -> None:
    assert [(record.id, record.status) for record in firm.desk.pending()] == [(firm.subject, MemoryStatus.PROPOSED)]


@then(parsers.parse('the candidate is listed as "{status}"'))
def listed_as(firm: Firm, status: str) -> None:
    assert [(record.id, record.status.value) for record in firm.desk.pending()] == [(firm.subject, status)]


@then("the approval fails")
def approval_fails(firm: Firm) -> None:
    assert firm.error is not None


@then(parsers.parse('the approval is refused by "{rule}"'))
def approval_refused(firm: Firm, rule: str) -> None:
    assert isinstance(firm.error, Refused)
    assert firm.error.finding.exclusion.rule == rule


@then("one of them approved it")
def one_approved(firm: Firm) -> None:
    assert [type(each) for each in _outcomes(firm)].count(Record) == 1


@then("the others are told who did")
def others_told(firm: Firm) -> None:
    winner = firm.memory().provenance.approved_by
    losers = [each for each in _outcomes(firm) if not isinstance(each, Record)]
    assert all(isinstance(each, AlreadyDecided) for each in losers), losers
    assert all(str(winner) in str(each) and str(firm.subject) in str(each) for each in losers)


@then("one of them decided it")
def one_decided(firm: Firm) -> None:
    assert [type(each) for each in _outcomes(firm)].count(Record) == 1
    kinds = [event.kind for event in firm.container.records().ledger.history(firm.subject)]
    assert len(kinds) == 2
    assert kinds[1] in (EventKind.APPROVED, EventKind.REJECTED)


@then("the other is told who did")
def other_told(firm: Firm) -> None:
    record = firm.container.records().queue.get(firm.subject)
    assert record is not None
    assert record.candidacy is not None
    assert record.candidacy.decision is not None
    [loser] = [each for each in _outcomes(firm) if not isinstance(each, Record)]
    assert isinstance(loser, AlreadyDecided)
    assert f"by {record.candidacy.decision.by} on " in str(loser)


@then("the approval fails, naming when and as which memory")
def naming_moment(firm: Firm) -> None:
    at = firm.memory().provenance.approved_at
    assert at is not None
    assert f"{at:%Y-%m-%d %H:%M} UTC" in str(firm.error)
    assert str(firm.subject) in str(firm.error)


@then("the memory exists once")
def exists_once(firm: Firm) -> None:
    records = [record for record in firm.container.records().queue.every() if record.id == firm.subject]
    assert [(record.status, record.stored) for record in records] == [(MemoryStatus.ACTIVE, True)]
    assert firm.stored(firm.subject) == firm.memory()
    approvals = [each for each in firm.container.records().ledger.events() if each.kind is EventKind.APPROVED]
    assert len(approvals) == 1


@then("the first approval is answered again")
def answered_again(firm: Firm) -> None:
    assert isinstance(firm.outcome, Record)
    assert firm.outcome.memory == firm.memory()


@then(parsers.parse('the memory says "{words}"'))
def memory_says(firm: Firm, words: str) -> None:
    assert firm.memory().content == words
    stored = firm.stored(firm.subject)
    assert stored is not None
    assert stored.content == words


@then(parsers.parse('its proposer is "{proposer}" and its approver is "{approver}"'))
def both_names(firm: Firm, proposer: str, approver: str) -> None:
    source = firm.memory().provenance
    assert (source.proposed_by, source.approved_by) == (proposer, approver)


@then("it waits for approval as a new candidate")
def waits_anew(firm: Firm) -> None:
    assert isinstance(firm.outcome, Proposal)
    waiting = [record.id for record in firm.desk.pending()]
    assert waiting == [firm.outcome.candidate_id]
    assert firm.subject not in waiting


@then("the rejection is still on record")
def rejection_kept(firm: Firm) -> None:
    assert firm.memory().status is MemoryStatus.REJECTED


@then("the ledger tells of one approval")
def one_approval(firm: Firm) -> None:
    kinds = [event.kind for event in firm.container.records().ledger.history(firm.subject)]
    assert kinds.count(EventKind.APPROVED) == 1


def _outcomes(firm: Firm) -> list[object]:
    assert isinstance(firm.outcome, list)
    return firm.outcome
