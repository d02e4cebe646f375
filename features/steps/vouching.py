"""What people and their agents say of a memory: it holds, it does not, somebody else answers for it."""

from __future__ import annotations

import attrs
from pytest_bdd import given, parsers, then, when

from firm_memory.domain.answer import Hits
from firm_memory.domain.principal import Caller, Role
from firm_memory.domain.stance import refutations
from firm_memory.domain.status import MemoryStatus
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.features.firm import Firm


def through_agent(firm: Firm, name: str, agent: str = "agent:opencode") -> FirmMemory:
    """The memory as an agent uses it on behalf of a person who has every role."""
    return attrs.evolve(firm.at("oms"), caller=Caller(name=agent, via="mcp", on_behalf_of=name))


def as_approver(firm: Firm, name: str) -> FirmMemory:
    """The memory as an approver uses it who is no admin."""
    return attrs.evolve(firm.at("oms"), caller=Caller(name=name, via="cli", roles=frozenset({Role.APPROVER})))


@given(parsers.re(r'^"(?P<name>[^"]+)" has confirmed it$'))
def has_confirmed(firm: Firm, name: str) -> None:
    firm.at("oms", name).confirm(firm.subject)


@given(parsers.parse('an agent of "{name}" has confirmed it'))
def agent_has_confirmed(firm: Firm, name: str) -> None:
    through_agent(firm, name).confirm(firm.subject)


@given(parsers.re(r'^"(?P<name>[^"]+)" has refuted it because "(?P<reason>[^"]+)"$'))
def has_refuted(firm: Firm, name: str, reason: str) -> None:
    firm.at("oms", name).refute(firm.subject, reason=reason)


@given(parsers.parse('"{name}" has transferred it to "{to}"'))
def has_transferred(firm: Firm, name: str, to: str) -> None:
    firm.at("oms").transfer(firm.subject, to=to, by=name)


@when(parsers.re(r'^"(?P<name>[^"]+)" confirms it$'))
def confirms(firm: Firm, name: str) -> None:
    firm.attempt(lambda: firm.at("oms", name).confirm(firm.subject))


@when(parsers.parse('another agent of "{name}" confirms it'))
def another_agent_confirms(firm: Firm, name: str) -> None:
    firm.attempt(lambda: through_agent(firm, name, "agent:cursor").confirm(firm.subject))


@when(parsers.re(r'^"(?P<name>[^"]+)" refutes it because "(?P<reason>[^"]+)"$'))
def refutes(firm: Firm, name: str, reason: str) -> None:
    firm.attempt(lambda: firm.at("oms", name).refute(firm.subject, reason=reason))


@when(parsers.re(r'^"(?P<name>[^"]+)" archives it because "(?P<reason>[^"]+)"$'))
def archives_because(firm: Firm, name: str, reason: str) -> None:
    firm.attempt(lambda: firm.at("oms").archive(firm.subject, by=name, reason=reason))


@when(parsers.re(r'^"(?P<name>[^"]+)" transfers it to "(?P<to>[^"]+)"$'))
def transfers(firm: Firm, name: str, to: str) -> None:
    firm.attempt(lambda: firm.at("oms").transfer(firm.subject, to=to, by=name))


@when(parsers.parse('"{name}", an approver, transfers it to "{to}"'))
def approver_transfers(firm: Firm, name: str, to: str) -> None:
    firm.attempt(lambda: as_approver(firm, name).transfer(firm.subject, to=to))


@when(parsers.parse('an agent of "{name}" transfers it to "{to}"'))
def agent_transfers(firm: Firm, name: str, to: str) -> None:
    firm.attempt(lambda: through_agent(firm, name).transfer(firm.subject, to=to))


@when(parsers.parse('an agent of "{name}" verifies it'))
def agent_verifies(firm: Firm, name: str) -> None:
    firm.attempt(lambda: through_agent(firm, name).verify(firm.subject))


@when(parsers.parse('an agent of "{name}" archives it'))
def agent_archives(firm: Firm, name: str) -> None:
    firm.attempt(lambda: through_agent(firm, name).archive(firm.subject))


@then(parsers.parse("it is confirmed by {confirmed:d} and refuted by {refuted:d}"))
def counted(firm: Firm, confirmed: int, refuted: int) -> None:
    assert firm.error is None, firm.error
    memory = firm.memory()
    assert (memory.confirmations, refutations(memory)) == (confirmed, refuted)
    assert firm.stored(firm.subject) == memory


@then("it is disputed")
def is_disputed(firm: Firm) -> None:
    assert firm.memory().status is MemoryStatus.DISPUTED


@then("it is not disputed")
def is_not_disputed(firm: Firm) -> None:
    assert firm.memory().status is MemoryStatus.ACTIVE


@then("the hit shows 1 confirmation and 1 refutation")
def hit_shows(firm: Firm) -> None:
    assert isinstance(firm.asked, Hits)
    assert [(hit.confirmations, hit.refutations) for hit in firm.asked] == [(1, 1)]


@then(parsers.parse('its steward is "{name}"'))
def steward_is(firm: Firm, name: str) -> None:
    assert firm.error is None, firm.error
    assert firm.memory().steward == name


@then(parsers.parse('its history says that "{name}" did it via an agent'))
def via_agent(firm: Firm, name: str) -> None:
    event = firm.container.records().ledger.history(firm.subject)[-1]
    assert (event.speaker, event.via_agent) == (name, True)


@then(parsers.parse('its history ends with "{kind}" and tells "{reason}"'))
def history_ends(firm: Firm, kind: str, reason: str) -> None:
    event = firm.container.records().ledger.history(firm.subject)[-1]
    assert (event.kind.value, event.reason) == (kind, reason)
