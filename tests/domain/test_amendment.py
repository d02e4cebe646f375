from __future__ import annotations

import uuid
from typing import Any

import attrs
import pytest
from hypothesis import given

from firm_memory.domain.amendment import Amendment
from firm_memory.domain.errors import InvalidConfidence, InvalidContent, InvalidField
from firm_memory.domain.memory import Memory
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType
from tests.strategies import FEW, memories

EVERYTHING = Amendment(
    content="Orders after 15:25 go to netting.",
    title="Cut-off",
    type=MemoryType.TERMINOLOGY,
    scope=MemoryScope(domains=("risk",)),
    confidence=0.5,
    tags=("Netting",),
    supersedes=uuid.UUID(int=9),
)


@FEW
@given(memories(status=MemoryStatus.PROPOSED, tier=MemoryTier.DURABLE))
def test_an_amendment_changes_what_it_names_and_keeps_the_id(memory: Memory) -> None:
    """Content, title, type, scope, confidence, tags and what it supersedes; the proposer's part stays."""
    amended = EVERYTHING.applied_to(attrs.evolve(memory, superseded_by=None))
    assert (amended.id, amended.provenance, amended.summary) == (memory.id, memory.provenance, memory.summary)
    assert amended.content == EVERYTHING.content
    assert (amended.title, amended.type, amended.scope) == ("Cut-off", EVERYTHING.type, EVERYTHING.scope)
    assert (amended.confidence, amended.tags, amended.supersedes) == (0.5, ("netting",), EVERYTHING.supersedes)
    assert (amended.revision, amended.status) == (memory.revision, memory.status)


@FEW
@given(memories())
def test_an_empty_amendment_changes_nothing(memory: Memory) -> None:
    """A plain approval is an amendment of nothing."""
    assert Amendment().applied_to(memory) == memory


@FEW
@given(memories())
def test_no_tags_and_no_confidence_are_amendments_too(memory: Memory) -> None:
    """Only None leaves a field as it was proposed."""
    amended = Amendment(tags=(), confidence=0.0).applied_to(memory)
    assert (amended.tags, amended.confidence) == ((), 0.0)


@pytest.mark.parametrize(
    ("change", "error"),
    [({"content": " "}, InvalidContent), ({"confidence": 2.0}, InvalidConfidence), ({"title": "a\nb"}, InvalidContent)],
)
@FEW
@given(memory=memories())
def test_amended_words_keep_the_invariants(change: dict[str, Any], error: type[InvalidField], memory: Memory) -> None:
    """An approver's words are checked as a proposer's are."""
    with pytest.raises(error):
        Amendment(**change).applied_to(memory)
