"""Filters: all of them together, over the status that a record has."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import attrs
import pytest

from firm_memory.domain.browsing import Filters, Staleness
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import InvalidTimestamp
from firm_memory.domain.memory import Memory
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.laws.sample_changes import Scribe
from firm_memory.features.laws.sample_memories import sample

OMS = MemoryScope(repos=("oms",))
ATOMS = frozenset({"firm", "repo:oms"})
CHANGED = sample(1).updated_at


def plain() -> Memory:
    """A memory that every filter below admits."""
    return attrs.evolve(sample(1, scope=OMS), tags=("Netting",), steward="mira")


WANTED = Filters(
    atoms=ATOMS,
    kind=MemoryType.BUG_FIX,
    tag="ＮＥＴＴＩＮＧ",
    steward="mira",
    updated_since=CHANGED,
    stale=Staleness(before=CHANGED + timedelta(days=1)),
)


def test_a_memory_that_meets_every_filter_is_admitted() -> None:
    """Rule: filters hold together; a tag is compared as tags are kept, whatever width or case it is typed in."""
    assert WANTED.admits(Record(memory=plain()))


@pytest.mark.parametrize(
    "filters",
    [
        attrs.evolve(WANTED, atoms=frozenset({"firm"})),
        attrs.evolve(WANTED, statuses=frozenset({MemoryStatus.DISPUTED})),
        attrs.evolve(WANTED, kind=MemoryType.OWNERSHIP),
        attrs.evolve(WANTED, tag="nett"),
        attrs.evolve(WANTED, steward="Mira"),
        attrs.evolve(WANTED, updated_since=CHANGED + timedelta(microseconds=1)),
        attrs.evolve(WANTED, stale=Staleness(before=CHANGED)),
    ],
)
def test_one_filter_that_does_not_admit_is_enough(filters: Filters) -> None:
    """Rule: what one of them leaves out is out."""
    assert not filters.admits(Record(memory=plain()))


def test_working_notes_are_not_browsed() -> None:
    """Rule: notes belong to their task."""
    note = attrs.evolve(sample(2, tier=MemoryTier.EPISODIC, task="mr-1"))
    assert not Filters(atoms=ATOMS).admits(Record(memory=note))


def test_an_approval_on_its_way_to_the_store_is_approving() -> None:
    """Rule: a status is that of the record; what has not reached the store is not in recall."""
    scribe = Scribe()
    record = scribe.approved(scribe.candidate("one", OMS))
    assert not Filters(atoms=ATOMS).admits(record)
    assert Filters(atoms=ATOMS, statuses=frozenset({MemoryStatus.APPROVING})).admits(record)
    assert Filters(atoms=ATOMS).admits(attrs.evolve(record, stored=True))


@pytest.mark.parametrize(
    ("taken_from", "present", "stale"),
    [("a1", "b2", True), ("a1", "a1", False), (None, "b2", False), ("a1", None, False)],
)
def test_what_was_taken_from_another_text_is_stale(taken_from: str | None, present: str | None, stale: bool) -> None:  # noqa: FBT001 -- a row of the table
    """Rule: a document that reads otherwise by now makes its memory stale, where both hashes are known."""
    memory = attrs.evolve(plain(), provenance=attrs.evolve(plain().provenance, doc_sha=taken_from))
    documents = {memory.provenance.reference: present} if present else {"another": "b2"}
    assert Staleness(before=CHANGED, documents=documents).admits(memory) == stale


def test_only_what_is_undisputed_in_force_is_stale() -> None:
    """Rule: a disputed memory waits for its steward as such."""
    disputed = attrs.evolve(plain(), status=MemoryStatus.DISPUTED)
    assert not Staleness(before=CHANGED + timedelta(days=1)).admits(disputed)


def test_moments_of_filters_know_their_zone() -> None:
    """Rule: a naive moment is refused, never guessed."""
    for build in (
        lambda: Filters(atoms=ATOMS, updated_since=datetime(2026, 1, 1)),  # noqa: DTZ001 -- the point
        lambda: Staleness(before=datetime(2026, 1, 1)),  # noqa: DTZ001 -- the point
    ):
        with pytest.raises(InvalidTimestamp):
            build()
    assert Staleness(before=datetime(2026, 1, 1, tzinfo=UTC)).before.tzinfo is UTC
