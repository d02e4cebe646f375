"""What the gate refuses, what it lets through under suspicion, and who clears that."""

from __future__ import annotations

from pytest_bdd import given, parsers, then, when

from firm_memory.application.propose import Proposal
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import REFERENCE, Firm
from firm_memory.features.steps.texts import TOKEN

OMS = MemoryScope(repos=("oms",))
EXCLUDED = {
    "a told password": "The admin panel password is " + "xK9" + "mQ2!vL7p" + ".",
    "a token in two parts": f'Join "{TOKEN[:12]}" + "{TOKEN[12:]}" to sign in.',
    "a function in full": "def settle(trade):\n    if trade.qty == 0:\n        return None\n    return trade.px",
    "a single frame of a trace": "It dies at com.firm.oms.Gate.send(Gate.java:41) under load.",
}
SETTINGS = "host: db-1\nport: 5432\nuser: rep"


@given("a candidate that holds a flat list of settings")
def suspicious_candidate(firm: Firm) -> None:
    firm.propose(SETTINGS, OMS)


@when(parsers.re(rf"an agent proposes a statement with (?P<what>{'|'.join(EXCLUDED)})$"))
def proposes_excluded(firm: Firm, what: str) -> None:
    kind = MemoryType.TERMINOLOGY
    firm.attempt(lambda: firm.at("oms").propose(EXCLUDED[what], type=kind, scope=OMS, reference=REFERENCE))


@when(parsers.re(r'"(?P<name>[^"]+)" approves it, clearing "(?P<rule>[^"]+)"$'))
def approves_clearing(firm: Firm, name: str, rule: str) -> None:
    firm.attempt(lambda: firm.desk.approve(firm.subject, approver=name, cleared=[rule]))


@then(parsers.parse('the proposal is refused for "{reason}"'))
def refused_for(firm: Firm, reason: str) -> None:
    assert isinstance(firm.outcome, Proposal)
    assert firm.outcome.finding is not None
    assert firm.outcome.finding.exclusion.reason.value == reason


@then(parsers.parse('the ledger tells that "{rule}" was cleared'))
def told_cleared(firm: Firm, rule: str) -> None:
    approvals = [each for each in firm.container.records().ledger.events() if each.kind is EventKind.APPROVED]
    assert [each.details for each in approvals] == [{"cleared": rule}]
