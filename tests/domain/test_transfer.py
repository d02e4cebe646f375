"""Stewardship moves; nothing else about the memory does."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain import lifecycle
from firm_memory.domain.errors import IllegalTransition
from firm_memory.domain.memory import Memory
from firm_memory.domain.status import STORED, MemoryStatus
from tests.strategies import FEW, memories

_WHERE = sorted(STORED, key=lambda each: each.value)


@FEW
@given(memories(), st.sampled_from(_WHERE))
def test_a_memory_has_another_steward_and_is_otherwise_as_it_was(memory: Memory, status: MemoryStatus) -> None:
    """Rule: a transfer is no look at the words: `updated_at` stays, so that a stale memory stays stale."""
    memory = attrs.evolve(memory, status=status)
    moved = lifecycle.transfer(memory, "kim")
    assert moved == attrs.evolve(memory, steward="kim", revision=memory.revision + 1)


@pytest.mark.parametrize("status", [MemoryStatus.PROPOSED, MemoryStatus.REJECTED])
@FEW
@given(memory=memories())
def test_a_candidate_is_not_transferred(status: MemoryStatus, memory: Memory) -> None:
    """Rule: only a memory has a steward who answers for it."""
    with pytest.raises(IllegalTransition, match=status.value):
        lifecycle.transfer(attrs.evolve(memory, status=status), "kim")
