"""Reading a memory whole: who did is noted where people are known by name, and ranks nothing."""

from __future__ import annotations

import uuid
from datetime import timedelta

import attrs
from pytest_bdd import given, parsers, then, when

from firm_memory.domain.principal import Caller, TrustMode
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.features.firm import Firm
from firm_memory.features.steps.browsing import pass_days

QUESTION = "when is the session cut-off"
PATIENCE = 60.0  # an Example that waits this long has failed; nothing is measured by it


def known(firm: Firm, name: str) -> FirmMemory:
    """The memory as somebody uses it whose name was checked."""
    return attrs.evolve(firm.at("oms"), caller=Caller(name=name, via="http", trust=TrustMode.TEAM))


def read_whole(firm: Firm, name: str, memory: uuid.UUID) -> None:
    """Somebody known by name reads a memory, and the log has caught up."""
    assert known(firm, name).get(memory).record
    assert firm.container.access_log().settled(PATIENCE)


@given(parsers.parse('"{name}", known by name, has read it whole'))
@when(parsers.parse('"{name}", known by name, reads it whole'))
def reads_whole(firm: Firm, name: str) -> None:
    read_whole(firm, name, firm.subject)


@when(parsers.parse('"{name}", known by name, reads it whole {days:d} days later'))
def reads_whole_later(firm: Firm, name: str, days: int) -> None:
    pass_days(firm, days)
    read_whole(firm, name, firm.subject)


@when("each is read whole by a different number of people")
def read_by_many(firm: Firm) -> None:
    firm.asked = firm.at("oms").search(QUESTION)
    last = firm.asked[-1].id
    for name in ("mira", "robin", "kim"):
        read_whole(firm, name, last)
    read_whole(firm, "dana", firm.asked[0].id)


@then(parsers.parse('the log says that "{name}" read it'))
def log_says(firm: Firm, name: str) -> None:
    [access] = firm.container.records().signals.accesses(firm.subject)
    assert access.by == name
    assert abs(access.at - firm.container.clock().now()) < timedelta(days=1)


@then("the log says nothing of it")
def log_says_nothing(firm: Firm) -> None:
    assert firm.container.access_log().settled(PATIENCE)
    assert not firm.container.records().signals.accesses(firm.subject)


@then(parsers.parse('"{repo}" recalls the two in the same order as before'))
def same_order(firm: Firm, repo: str) -> None:
    assert firm.asked is not None
    assert [(hit.id, hit.score) for hit in firm.at(repo).search(QUESTION)] == [
        (hit.id, hit.score) for hit in firm.asked
    ]
    assert len(firm.asked) == 2
