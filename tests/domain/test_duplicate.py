from __future__ import annotations

import uuid
from datetime import timedelta

import attrs
import pytest

from firm_memory.domain.duplicate import absorbed, duplicate_reason, require_original
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.memory import Memory
from firm_memory.domain.status import MemoryStatus, MemoryTier
from tests.domain.test_approval import CLEAR, NOW

ORIGINAL = attrs.evolve(CLEAR, id=uuid.UUID(int=9), status=MemoryStatus.ACTIVE)


@pytest.mark.parametrize("status", [MemoryStatus.PROPOSED, MemoryStatus.ACTIVE, MemoryStatus.DISPUTED])
def test_a_duplicate_has_an_original_that_waits_or_is_in_force(status: MemoryStatus) -> None:
    """What says the same is a candidate that waits, or a memory in force."""
    require_original(CLEAR, attrs.evolve(ORIGINAL, status=status))


@pytest.mark.parametrize(
    "original",
    [
        CLEAR,
        attrs.evolve(ORIGINAL, status=MemoryStatus.REJECTED),
        attrs.evolve(ORIGINAL, status=MemoryStatus.ARCHIVED),
        attrs.evolve(ORIGINAL, status=MemoryStatus.SUPERSEDED, superseded_by=uuid.UUID(int=10)),
        attrs.evolve(ORIGINAL, tier=MemoryTier.EPISODIC, task="mr-1"),
        attrs.evolve(ORIGINAL, tier=MemoryTier.INDEX),
    ],
)
def test_nothing_else_is_an_original(original: Memory) -> None:
    """Not itself, nothing closed, no working note, no card."""
    with pytest.raises(InvalidField, match="duplicate_of"):
        require_original(CLEAR, original)


def test_the_original_gains_every_source_once() -> None:
    """Reference and further sources of the duplicate; nothing else changes but the revision and its moment."""
    later = NOW + timedelta(days=1)
    duplicate = attrs.evolve(
        CLEAR, provenance=attrs.evolve(CLEAR.provenance, reference="mr-7", also_seen=("mr-8", "interview-lead"))
    )
    after = absorbed(ORIGINAL, duplicate, later)
    assert after.provenance.also_seen == ("mr-7", "mr-8")
    expected = attrs.evolve(ORIGINAL, provenance=after.provenance, updated_at=later, revision=2)
    assert after == expected
    assert absorbed(after, duplicate, later) is after


def test_the_reason_names_the_original() -> None:
    """Whoever proposes those words again is told what they double."""
    assert duplicate_reason(ORIGINAL.id) == f"duplicate of {ORIGINAL.id}"
