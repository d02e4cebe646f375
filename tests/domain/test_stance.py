"""Who confirms and who refutes: one stance each, read off a memory's history."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain import lifecycle
from firm_memory.domain.errors import IllegalTransition
from firm_memory.domain.ledger import Event, EventKind
from firm_memory.domain.memory import Flag, FlagKind, Memory
from firm_memory.domain.provenance import Provenance, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.stance import Stance, confirm, refutations, refute, stances
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.text import comparison_key

NOW = datetime(2026, 5, 4, 10, tzinfo=UTC)
LATER = datetime(2026, 6, 4, 10, tzinfo=UTC)
MEMORY = Memory(
    id=uuid.UUID(int=1),
    content="All session clocks run in UTC.",
    type=MemoryType.CONVENTION,
    scope=MemoryScope(firm=True),
    status=MemoryStatus.ACTIVE,
    confidence=0.7,
    provenance=Provenance(kind=SourceKind.MR, reference="mr-1", proposed_by="dana"),
    created_at=NOW,
    updated_at=NOW,
)


def _event(kind: EventKind, principal: str = "lead", behalf: str | None = None, via: str = "cli") -> Event:
    return Event(
        seq=1,
        hash="",
        kind=kind,
        occurred_at=NOW,
        principal=principal,
        on_behalf_of=behalf,
        via=via,
        trust="local",
        records=(),
    )


def test_the_last_word_of_each_principal_counts() -> None:
    """Rule: one stance each; a person is the same through whichever agent, and however the name is written."""
    history = [
        _event(EventKind.APPROVED),
        _event(EventKind.CONFIRMED, "agent:opencode", "Dana"),
        _event(EventKind.REFUTED, "agent:cursor", "DANA"),
        _event(EventKind.REFUTED, "robin"),
        _event(EventKind.CONFIRMED, "robin"),
        _event(EventKind.CONFIRMED, "agent:alone"),
    ]
    assert stances(history) == {
        comparison_key("dana"): Stance.REFUTED,
        "robin": Stance.CONFIRMED,
        "agent:alone": Stance.CONFIRMED,
    }


@pytest.mark.parametrize("kind", [EventKind.VERIFIED, EventKind.RESTORED])
def test_verifying_and_restoring_close_refutations_and_leave_confirmations(kind: EventKind) -> None:
    """Rule: whoever refuted may speak again; whoever confirmed still counts."""
    history = [_event(EventKind.CONFIRMED, "robin"), _event(EventKind.REFUTED, "dana"), _event(kind)]
    assert stances(history) == {"robin": Stance.CONFIRMED}


def test_an_agent_s_deed_is_told_apart() -> None:
    """Rule: the history says `via agent`, whether the agent's name or the surface tells it."""
    assert _event(EventKind.VERIFIED, "agent:opencode", "dana", via="api").via_agent
    assert _event(EventKind.VERIFIED, "dana", via="mcp").via_agent
    assert not _event(EventKind.VERIFIED, "dana").via_agent
    assert _event(EventKind.VERIFIED, "agent:opencode", "dana").speaker == "dana"


def test_a_confirmation_counts_and_changes_nothing_else() -> None:
    """Rule: a nod does not keep a memory from going stale; only the revision tells of it."""
    confirmed = confirm(MEMORY, by="dana")
    assert confirmed == attrs.evolve(MEMORY, confirmations=1, revision=2)


def test_a_refutation_disputes_and_replaces_one_s_confirmation() -> None:
    """Rule: the first one makes it DISPUTED; the count of those who confirm falls by whoever changed sides."""
    confirmed = confirm(confirm(MEMORY, by="dana"), by="robin")
    refuted = refute(confirmed, by="dana", reason="It moved.", now=LATER, held=Stance.CONFIRMED)
    assert (refuted.status, refuted.confirmations, refutations(refuted)) == (MemoryStatus.DISPUTED, 1, 1)
    assert refuted.flags == (Flag(kind=FlagKind.REFUTATION, by="dana", reason="It moved.", at=LATER),)
    assert refute(refuted, by="kim", reason="No.", now=LATER, held=None).confirmations == 1
    assert refute(MEMORY, by="kim", reason="No.", now=LATER, held=Stance.CONFIRMED).confirmations == 0


def test_and_back_again_takes_one_s_own_refutation_away_and_leaves_the_dispute() -> None:
    """Rule: confirming does not undo a dispute, nor anybody else's flag."""
    correction = Flag(kind=FlagKind.CORRECTION, by="dana", reason="Odd.", at=NOW)
    disputed = lifecycle.dispute(MEMORY, correction, NOW)
    for who in ("dana", "robin"):
        disputed = refute(disputed, by=who, reason="It moved.", now=LATER, held=None)
    back = confirm(disputed, by="DANA")
    assert (back.status, back.confirmations) == (MemoryStatus.DISPUTED, 1)
    assert [(flag.kind, flag.by) for flag in back.flags] == [
        (FlagKind.CORRECTION, "dana"),
        (FlagKind.REFUTATION, "robin"),
    ]


@pytest.mark.parametrize(
    "status", [each for each in MemoryStatus if each not in (MemoryStatus.ACTIVE, MemoryStatus.DISPUTED)]
)
def test_only_what_is_in_force_is_confirmed_or_refuted(status: MemoryStatus) -> None:
    """Rule: the refusal names where the record stands."""
    memory = attrs.evolve(MEMORY, status=status)
    with pytest.raises(IllegalTransition, match=status.value):
        confirm(memory, by="dana")
    with pytest.raises(IllegalTransition, match=status.value):
        refute(memory, by="dana", reason="No.", now=NOW, held=None)


@given(st.lists(st.tuples(st.sampled_from(["dana", "robin", "kim"]), st.booleans()), max_size=20))
def test_the_counts_are_those_of_the_stances(words: Sequence[tuple[str, bool]]) -> None:
    """Rule: whatever is said in whatever order, the memory counts as many as the history tells."""
    memory, history = MEMORY, list[Event]()
    for who, agrees in words:
        held = stances(history).get(who)
        if held is (Stance.CONFIRMED if agrees else Stance.REFUTED):
            continue
        memory = confirm(memory, by=who) if agrees else refute(memory, by=who, reason="No.", now=LATER, held=held)
        history.append(_event(EventKind.CONFIRMED if agrees else EventKind.REFUTED, who))
    said = list(stances(history).values())
    assert memory.confirmations == said.count(Stance.CONFIRMED)
    assert refutations(memory) == said.count(Stance.REFUTED)
