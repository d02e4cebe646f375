from __future__ import annotations

import uuid
from datetime import UTC, datetime

import attrs
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.budget import CARD_OVERHEAD, tokens, within_budget
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import Provenance, SourceKind
from firm_memory.domain.ranking import Ranked
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from tests.strategies import FEW, memories

SHORT = Memory(
    id=uuid.UUID(int=0),
    content="Netting runs first.",
    type=MemoryType.TASK_LEARNING,
    scope=MemoryScope(firm=True),
    confidence=0.7,
    provenance=Provenance(kind=SourceKind.MR, reference="mr-1", proposed_by="dana"),
    created_at=datetime(2026, 5, 4, 10, tzinfo=UTC),
    updated_at=datetime(2026, 5, 4, 10, tzinfo=UTC),
)
SEVERAL = st.lists(memories(), max_size=3).map(
    lambda drawn: [
        Ranked(memory=attrs.evolve(memory, id=uuid.UUID(int=position), supersedes=None, superseded_by=None), score=0.5)
        for position, memory in enumerate(drawn)
    ]
)


@FEW
@given(SEVERAL, st.integers(0, 500))
def test_the_best_hits_fit_the_budget_and_the_rest_is_named(ranked: list[Ranked], most: int) -> None:
    """Nothing is lost without a word: shown and withheld together are all of them, in order."""
    shown, withheld = within_budget(ranked, most)
    assert [each.memory.id for each in shown] + list(withheld) == [each.memory.id for each in ranked]
    assert sum(tokens(each.memory) for each in shown) <= most
    if withheld:
        assert sum(tokens(each.memory) for each in ranked[: len(shown) + 1]) > most


@FEW
@given(SEVERAL)
def test_without_a_budget_nothing_is_withheld(ranked: list[Ranked]) -> None:
    """The Python API has none unless it is asked for."""
    assert within_budget(ranked, None) == (ranked, ())


@FEW
@given(memories())
def test_a_card_is_counted_at_four_characters_a_token(memory: Memory) -> None:
    """Title and content, and what every card carries besides."""
    characters = len(memory.content) + len(memory.title or "") + CARD_OVERHEAD
    assert 4 * (tokens(memory) - 1) < characters <= 4 * tokens(memory)


def test_the_first_hit_that_does_not_fit_ends_the_answer() -> None:
    """Even where a shorter one further down would fit: hits stay in order, best first."""
    long, short = (
        Ranked(memory=attrs.evolve(SHORT, id=uuid.UUID(int=number), content=content), score=0.5)
        for number, content in ((1, "word " * 500), (2, "Netting runs first."))
    )
    budget = 2 * tokens(short.memory)
    assert within_budget([short, long, short], budget) == ([short], (long.memory.id, short.memory.id))
    assert within_budget([short, short], budget) == ([short, short], ())
    assert within_budget([long], budget) == ([], (long.memory.id,))
