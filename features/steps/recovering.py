"""What is lost, replaced or asked of the past, and how it comes back from the ledger."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import attrs
from dependency_injector import providers
from pytest_bdd import given, parsers, then, when

from firm_memory.domain.chain import ChainReport, verify_chain
from firm_memory.domain.head import Head, verify_against
from firm_memory.domain.label import Mode
from firm_memory.domain.ledger import Sealed
from firm_memory.features.firm import Firm
from firm_memory.features.steps.knowing import domain_scope

LOTS = "where do odd lots go"


@attrs.define
class Calendar:
    """A clock on the wall that an Example turns; durations are real."""

    today: datetime

    def now(self) -> datetime:
        """The day that the Example says it is."""
        return self.today

    def monotonic(self) -> float:
        """Seconds that pass really."""
        return time.monotonic()


@given(parsers.re(r"it is (?P<day>\d{4}-\d\d-\d\d)"))
def it_is(firm: Firm, day: str) -> None:
    today = datetime.fromisoformat(day).replace(tzinfo=UTC)
    clock = firm.container.clock()
    if isinstance(clock, Calendar):
        clock.today = today
    else:
        firm.container.clock.override(providers.Object(Calendar(today)))


@given(parsers.parse('"{name}" has redacted it'))
def has_redacted(firm: Firm, name: str) -> None:
    firm.at("oms").redact(firm.subject, reason="held a secret", by=name)


@given("the memory has been re-indexed")
def has_been_reindexed(firm: Firm) -> None:
    assert firm.container.reindex()().count == len(firm.memories)


@given("the re-indexing was cut off half-way")
def cut_off(firm: Firm) -> None:
    def die(_done: int, _of: int) -> None:
        raise InterruptedError

    firm.attempt(lambda: firm.container.reindex()(die))
    assert isinstance(firm.error, InterruptedError)


@given("an auditor has written down the head of the ledger")
def head_written_down(firm: Firm) -> None:
    report = verify_chain(firm.container.records().ledger.sealed())
    firm.head = f"{report.length}:{report.head}"


@when("the memory is re-indexed")
def reindexed(firm: Firm) -> None:
    firm.outcome = _answers(firm)
    firm.container.reindex()()


@when(parsers.parse('the memory is re-indexed while "{name}" approves the candidate'))
def reindexed_meanwhile(firm: Firm, name: str) -> None:
    firm.container.reindex()(lambda *_: firm.desk.approve(firm.memories[-1], approver=name))


@when(parsers.parse('"{name}" approves the new candidate "{content}"'))
def approves_new(firm: Firm, name: str, content: str) -> None:
    firm.desk.approve(firm.propose(content, domain_scope("execution")), approver=name)


@when("the ledger is copied into another store")
def copied(firm: Firm) -> None:
    firm.outcome = _answers(firm)
    firm.empty_store()
    done = firm.container.copy_to()(firm.store)
    assert done.count == len(firm.memories)


@when(parsers.re(r'"(?P<repo>[^"]+)" asks "(?P<query>[^"]+)" as of (?P<day>[\d-]+)'))
def asks_as_of(firm: Firm, repo: str, query: str, day: str) -> None:
    firm.asked = firm.at(repo).search(query, as_of=day)


@when("the auditor verifies the ledger")
def audited(firm: Firm) -> None:
    _audit(firm, list(firm.container.records().ledger.sealed()))


@when("the auditor verifies a ledger without its last entry")
def audited_short(firm: Firm) -> None:
    _audit(firm, list(firm.container.records().ledger.sealed())[:-1])


@when("the auditor verifies a ledger in which the first entry was changed")
def audited_changed(firm: Firm) -> None:
    first, *others = firm.container.records().ledger.sealed()
    _audit(firm, [attrs.evolve(first, body=first.body.replace("proposed", "approved", 1)), *others])


@then(parsers.parse('the other store recalls the same memories for "{query}"'))
def other_recalls_same(firm: Firm, query: str) -> None:
    assert [(hit.id, hit.score) for hit in firm.at("oms").search(query)] == firm.outcome


@then(parsers.parse('"{repo}" recalls nothing for "{query}"'))
def recalls_nothing(firm: Firm, repo: str, query: str) -> None:
    assert list(firm.at(repo).search(query)) == []


@then("the memory is recalled in full")
def recalled_in_full(firm: Firm) -> None:
    assert firm.asked is not None
    assert firm.subject in [hit.id for hit in firm.asked]
    assert (firm.asked.mode, firm.asked.degraded) == (Mode.HYBRID, False)


@then(parsers.parse('"{repo}" recalls the memory for "{query}" in full'))
def recalls_in_full(firm: Firm, repo: str, query: str) -> None:
    firm.asked = firm.at(repo).search(query)
    recalled_in_full(firm)


@then(parsers.parse('"{repo}" recalls both memories for "{query}"'))
def recalls_both(firm: Firm, repo: str, query: str) -> None:
    hits = firm.at(repo).search(query)
    assert ({hit.id for hit in hits}, hits.degraded) == (set(firm.memories), False)


@then(parsers.parse('"{content}" is all that is recalled, as of that day'))
def all_as_of(firm: Firm, content: str) -> None:
    assert firm.asked is not None
    assert [hit.content for hit in firm.asked] == [content]
    assert (firm.asked.mode, firm.asked.degraded) == (Mode.LEXICAL, False)
    assert firm.asked.as_of is not None


@then(parsers.parse('nothing of "{content}" is shown'))
def nothing_shown(firm: Firm, content: str) -> None:
    assert firm.asked is not None
    assert content not in str(firm.asked)


@then("the ledger holds")
def holds(firm: Firm) -> None:
    assert _report(firm).ok


@then("the report names the head that is missing")
def names_head(firm: Firm) -> None:
    report = _report(firm)
    assert (report.ok, report.bad_seq) == (False, None)
    assert firm.head in (report.problem or "")


@then("the report names the first entry")
def names_first(firm: Firm) -> None:
    assert _report(firm).bad_seq == 1


def _answers(firm: Firm) -> list[tuple[object, float]]:
    return [(hit.id, hit.score) for hit in firm.at("oms").search(LOTS)]


def _audit(firm: Firm, entries: list[Sealed]) -> None:
    firm.outcome = verify_against(entries, Head.read(firm.head))


def _report(firm: Firm) -> ChainReport:
    assert isinstance(firm.outcome, ChainReport)
    return firm.outcome
