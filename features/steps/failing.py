"""Stores that fail, and what the memory makes of it."""

from __future__ import annotations

from pytest_bdd import given, parsers, then, when

from firm_memory.domain.errors import WriteFailed
from firm_memory.features.firm import Firm, OtherModel

FAULTS = {"is down": "down", "hangs": "hangs", "drops what it accepts": "drops", "ignores scopes": "leaks"}


@given(parsers.re(r"the store (?P<fault>is down|hangs|drops what it accepts|ignores scopes)$"))
def store_fault(firm: Firm, fault: str) -> None:
    firm.store.mode = FAULTS[fault]


@given("the store was down and is back")
def was_down(firm: Firm) -> None:
    firm.store.mode = "down"
    assert list(firm.at("oms").search("where do odd lots go")) == []
    firm.store.mode = "up"


@given("an approval failed because the store was down")
def approval_failed(firm: Firm) -> None:
    _failed_approval(firm, "down")


@given("an approval was recorded while the store dropped what it accepted")
def approval_recorded(firm: Firm) -> None:
    _failed_approval(firm, "drops")


@given("another model is configured")
def other_model(firm: Firm) -> None:
    firm.configure_embedder(OtherModel(embedder=firm.embedder))


@given("the store was filled by another model")
def filled_by_other(firm: Firm) -> None:
    firm.approved("Money is stored as integer minor units", firm.memory().scope)
    other_model(firm)


@when("the store is synchronised")
def synchronised(firm: Firm) -> None:
    firm.attempt(firm.container.sync())


@when("the ledger is projected into an empty store")
def projected(firm: Firm) -> None:
    before = [(hit.id, hit.score) for hit in firm.at("oms").search("where do odd lots go")]
    assert before
    firm.empty_store()
    firm.container.sync().everything()
    firm.outcome = before


@then(parsers.parse('"{repo}" recalls the same memories for "{query}" as before'))
def same_as_before(firm: Firm, repo: str, query: str) -> None:
    assert [(hit.id, hit.score) for hit in firm.at(repo).search(query)] == firm.outcome


@then("the failure is counted")
def failure_counted(firm: Firm) -> None:
    assert firm.container.metrics().value("read_failed", operation="search", reason="unavailable") == 1


@then("a scope leak is counted")
def leak_counted(firm: Firm) -> None:
    assert firm.container.metrics().value("scope_leak") == 1


def _failed_approval(firm: Firm, mode: str) -> None:
    firm.store.mode = mode
    firm.attempt(lambda: firm.desk.approve(firm.subject, approver="lead"))
    assert isinstance(firm.error, WriteFailed)
    firm.store.mode = "up"
