"""Leafing through the shared pool: what is stale, page after page, and the tags."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta

import attrs
from dependency_injector import providers
from pytest_bdd import given, parsers, then, when

from firm_memory.application.ports.clock import Clock
from firm_memory.domain.candidate import Record
from firm_memory.domain.ledger import Change, EventKind
from firm_memory.domain.listing import Listed, Listing, TagCounts
from firm_memory.domain.principal import Caller
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.features.firm import REFERENCE, Firm

EXECUTION = MemoryScope(domains=("execution",))
HASH = "a1" * 20


@attrs.frozen(kw_only=True)
class Later:
    """Another clock so many days on."""

    clock: Clock
    days: int

    def now(self) -> datetime:
        """The other clock's moment, and those days."""
        return self.clock.now() + timedelta(days=self.days)

    def monotonic(self) -> float:
        """As the other one."""
        return self.clock.monotonic()


def pass_days(firm: Firm, days: int) -> None:
    """Let days pass: whoever uses the firm from now on starts anew, with the calendar as it is then."""
    later = Later(clock=firm.container.clock(), days=days)
    firm.reassemble()
    firm.container.clock.override(providers.Object(later))


def _several(firm: Firm, number: int, scope: MemoryScope) -> None:
    for each in range(number):
        firm.approved(f"Desk {each} closes its book {each} minutes after the exchange does", scope)


@given(parsers.parse('{number:d} approved memories for the domain "{domain}"'))
def several_for_domain(firm: Firm, number: int, domain: str) -> None:
    _several(firm, number, MemoryScope(domains=(domain,)))


@given(parsers.parse('{number:d} approved memories for the repository "{repo}"'))
def several_for_repo(firm: Firm, number: int, repo: str) -> None:
    _several(firm, number, MemoryScope(repos=(repo,)))


@given(parsers.parse('a waiting candidate "{content}" for the domain "{domain}"'))
def waiting(firm: Firm, content: str, domain: str) -> None:
    firm.propose(content, MemoryScope(domains=(domain,)))


@given("an approved memory that was taken from a document")
def taken_from_document(firm: Firm) -> None:
    memory = firm.approved("Session cut-off is 15:20 local time", EXECUTION)
    records, plain = firm.container.records(), firm.memory(memory)
    source = attrs.evolve(plain.provenance, doc_sha=HASH)
    imported = attrs.evolve(plain, provenance=source, revision=plain.revision + 1)
    records.commit(
        Change(
            kind=EventKind.IMPORTED,
            caller=Caller(name="import", via="import"),
            occurred_at=firm.container.clock().now(),
            records=(Record(memory=imported),),
            salt=firm.container.salt()(),
        )
    )
    firm.container.sync()()


def _tagged(firm: Firm, tag: str, number: int) -> uuid.UUID:
    proposal = firm.at("oms").propose(
        f"Desk {number} nets odd lots of kind {number} before the close",
        type=MemoryType.TERMINOLOGY,
        scope=EXECUTION,
        reference=REFERENCE,
        tags=(tag,),
    )
    assert proposal.candidate_id
    return proposal.candidate_id


@given(parsers.parse('{number:d} approved memories tagged "{tag}"'))
def several_tagged(firm: Firm, number: int, tag: str) -> None:
    for each in range(number):
        firm.desk.approve(_tagged(firm, tag, each), approver="lead")


@given(parsers.parse('a candidate tagged "{tag}"'))
def candidate_tagged(firm: Firm, tag: str) -> None:
    _tagged(firm, tag, 7)


@given(parsers.parse('"{name}" verifies it {days:d} days later'))
def verifies_later(firm: Firm, name: str, days: int) -> None:
    pass_days(firm, days)
    firm.at("oms").verify(firm.subject, by=name)


@given(parsers.parse('"{name}" confirms it {days:d} days later'))
def confirms_later(firm: Firm, name: str, days: int) -> None:
    pass_days(firm, days)
    firm.at("oms", name).confirm(firm.subject)


@when(parsers.parse('"{repo}" asks what is stale {days:d} days later'))
def stale_later(firm: Firm, repo: str, days: int) -> None:
    pass_days(firm, days)
    firm.outcome = firm.at(repo).stale()


@when(parsers.parse('"{repo}" asks what is stale'))
def stale(firm: Firm, repo: str) -> None:
    firm.outcome = firm.at(repo).stale()


@when(parsers.parse('"{repo}" asks what is stale, and the document has changed'))
def stale_changed(firm: Firm, repo: str) -> None:
    firm.outcome = firm.at(repo).stale(documents={REFERENCE: "b2" * 20})


@when(parsers.parse('"{repo}" asks what is stale, and the document has not changed'))
def stale_unchanged(firm: Firm, repo: str) -> None:
    firm.outcome = firm.at(repo).stale(documents={REFERENCE: HASH})


@when(parsers.parse('"{repo}" lists what is proposed'))
def lists_proposed(firm: Firm, repo: str) -> None:
    firm.outcome = firm.at(repo).list(status="proposed")


@when(parsers.parse('"{repo}" counts the tags'))
def counts_tags(firm: Firm, repo: str) -> None:
    firm.outcome = firm.at(repo).tags()


def pages(memory: FirmMemory, size: int) -> Iterator[Listing]:
    """Page after page, to the end."""
    cursor = None
    while True:
        page = memory.list(limit=size, cursor=cursor)
        yield page
        cursor = page.cursor
        if cursor is None:
            return


@when(parsers.parse('"{repo}" leafs through them {size:d} at a time'))
def leafs(firm: Firm, repo: str, size: int) -> None:
    firm.outcome = Listing(listed=tuple(listed for page in pages(firm.at(repo), size) for listed in page))


@when(parsers.parse('"{repo}" leafs through them {size:d} at a time while others verify the first and the last one'))
def leafs_while_verified(firm: Firm, repo: str, size: int) -> None:
    shown = list[Listed]()
    for page in pages(firm.at(repo), size):
        shown += page
        for memory in (firm.memories[0], firm.memories[-1]):
            firm.at(repo).verify(memory, by="lead")
    firm.outcome = Listing(listed=tuple(shown))


def _listing(firm: Firm) -> Listing:
    assert isinstance(firm.outcome, Listing)
    assert not firm.outcome.degraded, firm.outcome.reason
    return firm.outcome


@then("the list holds only that memory, marked as stale")
def only_stale(firm: Firm) -> None:
    assert [(each.id, each.stale) for each in _listing(firm)] == [(firm.subject, True)]


@then("the list holds only that candidate")
def only_candidate(firm: Firm) -> None:
    assert [each.id for each in _listing(firm)] == [firm.subject]


@then("the list is empty")
def list_is_empty(firm: Firm) -> None:
    assert list(_listing(firm)) == []


@then("every one of them was shown, and none twice")
def all_shown(firm: Firm) -> None:
    shown = [each.id for each in _listing(firm)]
    assert sorted(shown) == sorted(firm.memories)


@then(parsers.parse('"{tag}" counts {number:d}'))
def tag_counts(firm: Firm, tag: str, number: int) -> None:
    assert isinstance(firm.outcome, TagCounts)
    assert dict(firm.outcome.counts) == {tag: number}
