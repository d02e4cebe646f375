"""The lifecycle as a state machine: whatever is tried, in whatever order, only the table's steps happen."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Final

import attrs
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from firm_memory.domain import lifecycle, stance
from firm_memory.domain.candidate import Candidacy, Record, Ruling
from firm_memory.domain.errors import IllegalTransition
from firm_memory.domain.memory import Flag, Memory
from firm_memory.domain.status import CLOSED, STORED, MemoryStatus, MemoryTier
from tests.strategies import FEW, flags, memories

_KEPT: Final = (
    "id",
    "content",
    "title",
    "summary",
    "type",
    "scope",
    "tier",
    "confidence",
    "task",
    "tags",
    "supersedes",
    "created_at",
)


class Life(RuleBasedStateMachine):
    """One record, and every deed that anybody may attempt on it at any moment."""

    def __init__(self) -> None:
        super().__init__()
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.states: list[Record] = []

    @initialize(memory=memories(status=MemoryStatus.PROPOSED, tier=MemoryTier.DURABLE))
    def proposed(self, memory: Memory) -> None:
        """A candidate enters the queue."""
        gate = Candidacy(ruling=Ruling(automatic=False, reason="a person decides"))
        born = attrs.evolve(memory, revision=1, flags=(), superseded_by=None, verified_at=None)
        self.states = [Record(memory=born, candidacy=gate)]

    @property
    def record(self) -> Record:
        """The record as it stands."""
        return self.states[-1]

    def attempt(self, deed: Callable[[], Record], status: MemoryStatus) -> None:
        """Do it, or be refused by the name of `status` and leave everything as it was."""
        self.now += timedelta(seconds=1)
        before, refusal = self.record, None
        try:
            self.states.append(deed())
        except IllegalTransition as error:
            refusal = str(error)
        assert refusal is None or (status.value in refusal and self.record is before)

    def change(self, deed: Callable[[Memory, datetime], Memory]) -> None:
        """Attempt a change of the memory alone."""
        memory = self.record.memory
        self.attempt(lambda: attrs.evolve(self.record, memory=deed(memory, self.now)), memory.status)

    @rule(by=st.sampled_from(["lead", "second lead"]))
    def approve(self, by: str) -> None:
        """An approver says yes."""
        self.attempt(lambda: lifecycle.approve(self.record, by=by, now=self.now), self.record.status)

    @rule()
    def store(self) -> None:
        """The store learns of the change; that is no change of the record."""
        self.states[-1] = attrs.evolve(self.record, stored=True)

    @rule()
    def reject(self) -> None:
        """An approver says no."""
        self.attempt(
            lambda: lifecycle.reject(self.record, by="lead", reason="Too vague.", now=self.now), self.record.status
        )

    @rule(flag=flags())
    def dispute(self, flag: Flag) -> None:
        """Somebody reports that it is wrong."""
        self.change(lambda memory, now: lifecycle.dispute(memory, flag, now))

    @rule(by=st.sampled_from(["dana", "robin"]))
    def refute(self, by: str) -> None:
        """Somebody says that it does not hold."""
        self.change(lambda memory, now: stance.refute(memory, by=by, reason="No.", now=now, held=None))

    @rule(by=st.sampled_from(["dana", "robin"]))
    def confirm(self, by: str) -> None:
        """Somebody says that it holds."""
        self.change(lambda memory, _: stance.confirm(memory, by=by))

    @rule(to=st.sampled_from(["dana", "robin"]))
    def transfer(self, to: str) -> None:
        """Somebody else answers for it."""
        self.change(lambda memory, _: lifecycle.transfer(memory, to))

    @rule()
    def verify(self) -> None:
        """The steward vouches for it."""
        self.change(lifecycle.verify)

    @rule()
    def archive(self) -> None:
        """The steward takes it out of recall."""
        self.change(lifecycle.archive)

    @rule()
    def restore(self) -> None:
        """The steward brings it back."""
        self.change(lifecycle.restore)

    @rule(successor=st.uuids())
    def supersede(self, successor: uuid.UUID) -> None:
        """An approved memory takes its place."""
        old = self.record.memory
        if successor in (old.id, old.supersedes):
            return
        newer = attrs.evolve(
            old, id=successor, supersedes=old.id, superseded_by=None, status=MemoryStatus.ACTIVE, flags=()
        )
        self.change(lambda memory, now: lifecycle.supersede(memory, newer, now))

    @invariant()
    def only_the_table_s_steps_happen(self) -> None:
        """An approval passes APPROVING; a word more, a verification or a transfer may stay where it is."""
        for before, after in pairwise(self.states):
            step = (before.memory.status, after.memory.status)
            approved = step == (MemoryStatus.PROPOSED, MemoryStatus.ACTIVE)
            stayed = step in {(status, status) for status in STORED}
            assert step in lifecycle.TRANSITIONS or approved or stayed

    @invariant()
    def every_change_raises_the_revision_by_one(self) -> None:
        """The optimistic lock of the records."""
        assert [record.memory.revision for record in self.states] == list(range(1, len(self.states) + 1))

    @invariant()
    def nothing_is_lost(self) -> None:
        """Words, source and decision stay for ever, in whatever status."""
        first, now = self.states[0].memory, self.record.memory
        assert [getattr(now, field) for field in _KEPT] == [getattr(first, field) for field in _KEPT]
        assert now.provenance.reference == first.provenance.reference
        assert now.provenance.proposed_by == first.provenance.proposed_by
        decided = [record.candidacy.decision for record in self.states if record.candidacy]
        made = [decision for decision in decided if decision is not None]
        assert len(set(made)) <= 1
        assert bool(made) == (now.status is not MemoryStatus.PROPOSED)

    @invariant()
    def flags_are_open_only_while_disputed(self) -> None:
        """An ACTIVE memory has none; a closed one keeps those that were open. Taking one back ends no dispute."""
        memory = self.record.memory
        assert (memory.status is MemoryStatus.ACTIVE) <= (not memory.flags)
        assert bool(memory.flags) <= (memory.status in {MemoryStatus.DISPUTED, *CLOSED})

    @invariant()
    def an_approval_reads_approving_until_it_is_stored(self) -> None:
        """Whatever comes first: the store, or the next change."""
        record = self.record
        approving = record.status is MemoryStatus.APPROVING
        decision = record.candidacy.decision if record.candidacy else None
        just_approved = decision is not None and decision.revision == record.memory.revision
        assert approving == (just_approved and not record.stored and record.memory.status is MemoryStatus.ACTIVE)


TestLife = Life.TestCase
TestLife.settings = settings(FEW, stateful_step_count=25)
