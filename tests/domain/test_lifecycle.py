from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import product

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain import lifecycle
from firm_memory.domain.candidate import Candidacy, Record, Ruling, Verdict
from firm_memory.domain.errors import IllegalTransition, InvalidContent, InvalidSupersession
from firm_memory.domain.memory import Flag, FlagKind, Memory
from firm_memory.domain.provenance import Provenance, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType
from tests.strategies import FEW, flags, memories

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
GATE = Candidacy(ruling=Ruling(automatic=False, reason="a person decides"))
S = MemoryStatus
PLAIN = Memory(
    id=uuid.UUID(int=1),
    content="Orders after 15:20 go to netting.",
    type=MemoryType.BUSINESS_RULE,
    scope=MemoryScope(repos=("oms",)),
    confidence=0.7,
    provenance=Provenance(kind=SourceKind.MR, reference="mr-4821", proposed_by="dana"),
    created_at=NOW,
    updated_at=NOW,
)

Step = Callable[[Memory], Memory]
STEPS: dict[str, tuple[Step, frozenset[MemoryStatus], MemoryStatus]] = {
    "dispute": (
        lambda memory: lifecycle.dispute(memory, _flag(), NOW),
        frozenset({S.ACTIVE, S.DISPUTED}),
        S.DISPUTED,
    ),
    "verify": (lambda memory: lifecycle.verify(memory, NOW), frozenset({S.ACTIVE, S.DISPUTED}), S.ACTIVE),
    "archive": (lambda memory: lifecycle.archive(memory, NOW), frozenset({S.ACTIVE, S.DISPUTED}), S.ARCHIVED),
    "restore": (lambda memory: lifecycle.restore(memory, NOW), frozenset({S.ARCHIVED}), S.ACTIVE),
    "supersede": (
        lambda memory: lifecycle.supersede(memory, _successor_of(memory), NOW),
        frozenset({S.ACTIVE, S.DISPUTED}),
        S.SUPERSEDED,
    ),
}


def _flag() -> Flag:
    return Flag(kind=FlagKind.CORRECTION, by="dana", reason="The venue changed its fee.", at=NOW)


def _successor_of(memory: Memory) -> Memory:
    return attrs.evolve(
        memory, id=uuid.UUID(int=7), status=S.ACTIVE, supersedes=memory.id, superseded_by=None, flags=()
    )


def test_the_table_is_the_one_of_the_specification() -> None:
    """PROPOSED → APPROVING → ACTIVE or REJECTED; ACTIVE ⇄ DISPUTED; either → SUPERSEDED or ARCHIVED → ACTIVE."""
    assert {(before.value, after.value) for before, after in lifecycle.TRANSITIONS} == {
        ("proposed", "approving"),
        ("approving", "active"),
        ("proposed", "rejected"),
        ("active", "disputed"),
        ("disputed", "active"),
        ("active", "superseded"),
        ("disputed", "superseded"),
        ("active", "archived"),
        ("disputed", "archived"),
        ("archived", "active"),
    }


@pytest.mark.parametrize(("before", "after"), list(product(MemoryStatus, repeat=2)))
def test_a_step_outside_the_table_names_both_ends(before: MemoryStatus, after: MemoryStatus) -> None:
    """And what the record can become instead, or that it is final."""
    if (before, after) in lifecycle.TRANSITIONS:
        lifecycle.require_transition(before, after)
        return
    with pytest.raises(IllegalTransition, match=f"is {before.value} cannot become {after.value}") as refusal:
        lifecycle.require_transition(before, after)
    legal = sorted(end.value for start, end in lifecycle.TRANSITIONS if start is before)
    assert str(refusal.value).endswith(f"{', '.join(legal)}." if legal else f"{before.value} is final.")


@pytest.mark.parametrize(("name", "status"), list(product(sorted(STEPS), MemoryStatus)))
def test_a_deed_is_done_from_its_own_statuses_only(name: str, status: MemoryStatus) -> None:
    """APPROVING → ACTIVE is the gate's step, say, and no restoring."""
    step, legal, after = STEPS[name]
    memory = attrs.evolve(PLAIN, status=status)
    if status in legal:
        assert step(memory).status is after
    else:
        with pytest.raises(IllegalTransition, match=f"is {status.value} cannot become {after.value}"):
            step(memory)


@FEW
@given(memories(), st.sampled_from(sorted(STEPS)))
def test_a_step_changes_what_it_promises_and_loses_nothing(memory: Memory, name: str) -> None:
    """From a legal status: the promised status, one revision more, and every word kept. Else: an error, no change."""
    step, legal, after = STEPS[name]
    if memory.status not in legal:
        with pytest.raises(IllegalTransition, match=memory.status.value):
            step(memory)
        return
    changed = step(memory)
    assert (changed.status, changed.revision, changed.updated_at) == (after, memory.revision + 1, NOW)
    moving = {"status", "revision", "updated_at", "flags", "verified_at", "superseded_by"}
    for field in attrs.fields(Memory):
        assert field.name in moving or getattr(changed, field.name) == getattr(memory, field.name)


@FEW
@given(memories(status=S.ACTIVE), flags(), flags())
def test_disputed_and_verified_and_back_again(memory: Memory, first: Flag, second: Flag) -> None:
    """Reports add up and demote once; verifying closes them all, and the full confidence is back."""
    calm = attrs.evolve(memory, flags=())
    disputed = lifecycle.dispute(lifecycle.dispute(calm, first, NOW), second, NOW)
    assert disputed.flags == (first, second)
    assert disputed.confidence == calm.confidence
    assert disputed.effective_confidence == max(0.0, calm.confidence - 0.3)
    verified = lifecycle.verify(disputed, NOW)
    assert (verified.status, verified.flags, verified.verified_at) == (S.ACTIVE, (), NOW)
    assert verified.effective_confidence == calm.effective_confidence
    assert verified == attrs.evolve(calm, verified_at=NOW, updated_at=NOW, revision=calm.revision + 3)


@FEW
@given(memories(status=S.ACTIVE))
def test_archived_and_restored_and_back_again(memory: Memory) -> None:
    """An archived memory comes back as it was, two revisions on."""
    calm = attrs.evolve(memory, flags=())
    restored = lifecycle.restore(lifecycle.archive(calm, NOW), NOW)
    assert restored == attrs.evolve(calm, updated_at=NOW, revision=calm.revision + 2)


@FEW
@given(memories(status=S.DISPUTED))
def test_a_disputed_memory_keeps_its_flags_in_the_archive_and_is_restored_without_them(memory: Memory) -> None:
    """ARCHIVED → ACTIVE is the only way back, and an ACTIVE memory has no open flag."""
    archived = lifecycle.archive(memory, NOW)
    assert archived.flags == memory.flags
    assert lifecycle.restore(archived, NOW).flags == ()


@FEW
@given(memories(status=S.PROPOSED, tier=MemoryTier.DURABLE))
def test_approval_makes_a_memory_that_reads_approving_until_it_is_stored(memory: Memory) -> None:
    """Approver and proposer are both kept; flags from elsewhere dispute it at once; somebody is its steward."""
    in_force = S.DISPUTED if memory.flags else S.ACTIVE
    approved = lifecycle.approve(Record(memory=memory, candidacy=GATE), by="lead", now=NOW)
    after = approved.memory
    assert (approved.status, approved.stored, after.revision) == (S.APPROVING, False, memory.revision + 1)
    assert attrs.evolve(approved, stored=True).status is after.status is in_force
    assert (after.provenance.approved_by, after.provenance.approved_at) == ("lead", NOW)
    assert (after.content, after.provenance.proposed_by) == (memory.content, memory.provenance.proposed_by)
    assert after.steward == (memory.steward or memory.provenance.on_behalf_of or "lead")
    decision = approved.candidacy.decision if approved.candidacy else None
    assert decision is not None
    assert (decision.verdict, decision.by, decision.at, decision.revision) == (
        Verdict.APPROVED,
        "lead",
        NOW,
        after.revision,
    )


@FEW
@given(memories(status=S.PROPOSED, tier=MemoryTier.DURABLE))
def test_a_rejection_keeps_the_record_and_its_reason(memory: Memory) -> None:
    """The reason answers the next proposal of the same statement."""
    rejected = lifecycle.reject(Record(memory=memory, candidacy=GATE), by="lead", reason="Too vague.", now=NOW)
    assert (rejected.status, rejected.memory.revision) == (S.REJECTED, memory.revision + 1)
    assert rejected.memory.content == memory.content
    decision = rejected.candidacy.decision if rejected.candidacy else None
    assert decision is not None
    assert (decision.verdict, decision.reason) == (Verdict.REJECTED, "Too vague.")


@FEW
@given(memories(status=S.PROPOSED, tier=MemoryTier.DURABLE))
def test_a_rejection_without_a_reason_is_refused(memory: Memory) -> None:
    """Whoever proposes it again has to be told why."""
    with pytest.raises(InvalidContent, match=r"^reason: is empty"):
        lifecycle.reject(Record(memory=memory, candidacy=GATE), by="lead", reason=" ", now=NOW)


@FEW
@given(memories())
def test_only_a_proposed_candidate_is_decided(memory: Memory) -> None:
    """A second decision, and a decision on anything else, is an illegal transition."""
    record = Record(memory=memory, candidacy=GATE)
    if memory.status is S.PROPOSED:
        record = lifecycle.approve(record, by="lead", now=NOW)
    with pytest.raises(IllegalTransition):
        lifecycle.approve(record, by="other", now=NOW)
    with pytest.raises(IllegalTransition):
        lifecycle.reject(record, by="other", reason="No.", now=NOW)


@FEW
@given(memories(status=S.PROPOSED))
def test_what_never_passed_the_gate_is_not_decided(memory: Memory) -> None:
    """A record without a candidacy is a working note."""
    with pytest.raises(IllegalTransition, match="no candidacy"):
        lifecycle.approve(Record(memory=memory), by="lead", now=NOW)
    with pytest.raises(IllegalTransition, match="no candidacy"):
        lifecycle.reject(Record(memory=memory), by="lead", reason="No.", now=NOW)


@FEW
@given(memories(status=S.ACTIVE))
def test_a_superseded_memory_names_its_successor(memory: Memory) -> None:
    """And keeps everything else; it still resolves by id."""
    successor = _successor_of(memory)
    old = lifecycle.supersede(memory, successor, NOW)
    assert (old.id, old.content, old.superseded_by) == (memory.id, memory.content, successor.id)


@FEW
@given(memories(status=S.ACTIVE))
def test_a_memory_is_superseded_only_by_an_approved_one_that_names_it(memory: Memory) -> None:
    """Not by itself, not by one that names another, not by a candidate or a dead memory."""
    successor = _successor_of(memory)
    others = [
        memory,
        attrs.evolve(successor, supersedes=uuid.UUID(int=8)),
        attrs.evolve(successor, supersedes=None),
        attrs.evolve(successor, id=memory.id, supersedes=None),
        *(attrs.evolve(successor, status=status) for status in (S.PROPOSED, S.REJECTED, S.SUPERSEDED, S.ARCHIVED)),
    ]
    for other in others:
        with pytest.raises(InvalidSupersession, match=r"^supersedes: .*(Name another|Approve)"):
            lifecycle.supersede(memory, other, NOW)


@FEW
@given(memories(status=S.ARCHIVED))
def test_an_archived_memory_is_not_verified(memory: Memory) -> None:
    """Vouching for what is out of recall would bring it back unseen: it is restored first."""
    with pytest.raises(IllegalTransition, match="archived cannot become active by being verified"):
        lifecycle.verify(memory, NOW + timedelta(days=1))
