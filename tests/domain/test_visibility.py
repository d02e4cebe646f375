from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.memory import Memory
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.visibility import Visibility
from tests.strategies import FEW, memories, scopes

TYPES = st.none() | st.frozensets(st.sampled_from(MemoryType), max_size=3)


@FEW
@given(memories(), scopes(), TYPES)
def test_ordinary_recall_shows_durable_and_index_in_force_within_the_asked_scope(
    memory: Memory, asked: MemoryScope, types: frozenset[MemoryType] | None
) -> None:
    """Never a working note, whoever asks: an absent task is not "don't care"."""
    shown = Visibility.recall(asked, types=types).admits(memory)
    assert shown == (
        asked.sees(memory.scope)
        and memory.tier in {MemoryTier.DURABLE, MemoryTier.INDEX}
        and memory.status in {MemoryStatus.ACTIVE, MemoryStatus.DISPUTED}
        and (types is None or memory.type in types)
    )


@FEW
@given(memories(tier=MemoryTier.EPISODIC, status=MemoryStatus.ACTIVE), st.text(max_size=3))
def test_a_task_shows_its_own_notes_only(note: Memory, task: str) -> None:
    """Of that very task, and nothing of other tiers."""
    assert Visibility.recall(note.scope, task=note.task).admits(note)
    assert Visibility.recall(note.scope, task=task).admits(note) == (task == note.task)
    assert not Visibility.recall(note.scope).admits(note)
    assert not Visibility(atoms=note.scope.atoms, tiers=frozenset(MemoryTier)).admits(note), "not even with its tier"
    durable = attrs.evolve(note, tier=MemoryTier.DURABLE, task=None, disposition=None)
    assert not Visibility.recall(note.scope, task=note.task).admits(durable)


@FEW
@given(memories())
def test_an_empty_list_admits_nothing(memory: Memory) -> None:
    """Every part is a positive list; only `types` may be absent."""
    everything = Visibility(
        atoms=memory.scope.atoms,
        tiers=frozenset(MemoryTier),
        statuses=frozenset(MemoryStatus),
        types=frozenset(MemoryType),
        task=memory.task,
    )
    assert everything.admits(memory)
    for narrowed in (
        attrs.evolve(everything, atoms=frozenset()),
        attrs.evolve(everything, tiers=frozenset()),
        attrs.evolve(everything, statuses=frozenset()),
        attrs.evolve(everything, types=frozenset()),
    ):
        assert not narrowed.admits(memory)
