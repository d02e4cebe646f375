"""Confirm, refute, archive, transfer: whose word counts, once, and what it leaves in the ledger."""

from __future__ import annotations

import threading

import attrs
import pytest

from firm_memory.adapters.in_memory.clock import FixedClock
from firm_memory.domain.errors import IllegalTransition, InvalidContent, InvalidField, NotAllowed, NotFound
from firm_memory.domain.exclusion import Refused
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.principal import Caller, Role
from firm_memory.domain.stance import refutations
from firm_memory.domain.status import MemoryStatus
from firm_memory.features.firm import Firm
from firm_memory.features.steps.texts import TEXTS
from tests.application.conftest import NOW, OMS

MIRA = Caller(name="mira", via="cli")
READER = Caller(name="robin", via="cli", roles=frozenset({Role.READER}))
TOKEN = TEXTS["a forge token"]


def _kinds(firm: Firm) -> list[EventKind]:
    return [event.kind for event in firm.container.records().ledger.history(firm.subject)][2:]


def test_the_same_word_again_writes_nothing(firm: Firm) -> None:
    """Rule: the same stance gets the first result, whatever is said beside it."""
    memory = firm.approved("Orders are netted.", OMS)
    confirm, refute = firm.container.confirm(), firm.container.refute()
    assert confirm(memory, MIRA).memory == confirm(memory, MIRA, "seen again").memory == firm.memory()
    assert refute(memory, MIRA, "no").memory == refute(memory, MIRA, "still no").memory == firm.memory()
    assert confirm(memory, MIRA).memory.confirmations == 1
    assert _kinds(firm) == [EventKind.CONFIRMED, EventKind.REFUTED, EventKind.CONFIRMED]


def test_the_ledger_keeps_what_was_said(firm: Firm) -> None:
    """Rule: a note, a reason and the new steward's name stand with the event; silence is no reason."""
    memory = firm.approved("Orders are netted.", OMS)
    firm.container.confirm()(memory, MIRA, "met it in the feed")
    firm.container.refute()(memory, MIRA, "met the opposite")
    firm.at("oms").transfer(memory, to="kim", by="lead")
    firm.at("oms").archive(memory, by="kim", reason="the desk closed")
    firm.at("oms").restore(memory, by="kim")
    firm.at("oms").archive(memory, by="kim")
    events = firm.container.records().ledger.history(memory)[2:]
    said = ["met it in the feed", "met the opposite", None, "the desk closed", None, None]
    assert [event.reason for event in events] == said
    assert [dict(event.details) for event in events if event.details] == [{"steward": "kim"}]


def test_a_nod_keeps_nothing_from_going_stale(dated: Firm, clock: FixedClock) -> None:
    """Rule: confirming leaves `updated_at`; it is the steward's word that counts."""
    memory = dated.approved("Orders are netted.", OMS)
    clock.advance(91 * 86_400)
    dated.container.confirm()(memory, MIRA)
    [hit] = dated.at("oms").search("are orders netted")
    assert (hit.stale, hit.confirmations, hit.refutations, dated.memory().updated_at) == (True, 1, 0, NOW)
    dated.at("oms").verify(memory, by="lead")
    [hit] = dated.at("oms").search("are orders netted")
    assert (hit.stale, hit.confirmations) == (False, 1)


def test_words_pass_the_gate_before_anything_is_read(firm: Firm) -> None:
    """Rule: a note, a reason, a name that the exclusions forbid is refused, and nothing is written."""
    memory, at = firm.approved("Orders are netted.", OMS), firm.at("oms")
    for words, error in ((TOKEN, Refused), (" ", InvalidContent)):
        with pytest.raises(error):
            at.confirm(memory, note=words)
        with pytest.raises(error):
            at.refute(memory, reason=words)
        with pytest.raises(error):
            at.archive(memory, by="lead", reason=words)
        with pytest.raises(error):
            at.redact(memory, by="lead", reason=words)
    with pytest.raises(Refused):
        at.transfer(memory, by="lead", to=TOKEN)
    assert _kinds(firm) == []


def test_whoever_may_only_read_says_nothing(firm: Firm) -> None:
    """Rule: any principal who may propose may speak; the refusal names the role."""
    memory = firm.approved("Orders are netted.", OMS)
    with pytest.raises(NotAllowed, match="needs the role proposer"):
        firm.container.confirm()(memory, READER)
    with pytest.raises(NotAllowed, match="needs the role proposer"):
        firm.container.refute()(memory, READER, "no")
    with pytest.raises(NotAllowed, match="needs the role admin"):
        firm.container.redact()(memory, READER, "no")


def test_two_people_behind_one_agent_each_have_their_word(firm: Firm) -> None:
    """Rule: corrections, too, are counted by the person: the agent's name is the same for all of them."""
    memory = firm.approved("Orders are netted.", OMS)
    for person in ("mira", "robin"):
        agent = attrs.evolve(firm.at("oms"), caller=Caller(name="agent:opencode", via="mcp", on_behalf_of=person))
        agent.correct(memory, reason=f"{person} met the opposite")
        agent.refute(memory, reason="no")
        with pytest.raises(NotAllowed, match=f"{person} has an open correction"):
            agent.correct(memory, reason="another reason")
    assert [flag.by for flag in firm.memory().flags] == ["mira", "mira", "robin", "robin"]
    assert refutations(firm.memory()) == 2


def test_a_crowd_is_counted_to_the_last(firm: Firm) -> None:
    """Rule: no word is lost in a race, and none counts twice."""
    memory, names = firm.approved("Orders are netted.", OMS), [f"person-{number}" for number in range(8)]
    threads = [
        threading.Thread(target=firm.container.confirm(), args=(memory, Caller(name=name, via="api")))
        for name in names * 2
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert firm.memory().confirmations == 8
    assert _kinds(firm) == [EventKind.CONFIRMED] * 8


def test_a_transfer_names_a_person_and_happens_once(firm: Firm) -> None:
    """Rule: to whoever has it already it is no event; to nobody, to an agent or of a candidate it is refused."""
    memory, at = firm.approved("Orders are netted.", OMS), firm.at("oms")
    assert at.transfer(memory, to="LEAD", by="lead").memory.steward == "lead"
    assert _kinds(firm) == []
    for nobody in ("", "two\nlines", "agent:opencode"):
        with pytest.raises(InvalidField, match=r"^steward: "):
            at.transfer(memory, to=nobody, by="lead")
    with pytest.raises(IllegalTransition, match="proposed cannot be transferred"):
        at.transfer(firm.propose("Fills are netted.", OMS), to="kim", by="lead")
    with pytest.raises(NotFound):
        at.redact("5d3bb3a7-4aa1-5a4c-9f61-0b0d6f1a2c3d", reason="x", by="lead")


def test_an_archived_memory_is_not_spoken_of(firm: Firm) -> None:
    """Rule: only what is in force; whoever confirmed it before is told so as well."""
    memory = firm.approved("Orders are netted.", OMS)
    firm.container.confirm()(memory, MIRA)
    firm.at("oms").archive(memory, by="lead")
    with pytest.raises(IllegalTransition, match="archived"):
        firm.container.confirm()(memory, MIRA)
    with pytest.raises(IllegalTransition, match="archived"):
        firm.container.refute()(memory, MIRA, "no")
    assert firm.memory().status is MemoryStatus.ARCHIVED
