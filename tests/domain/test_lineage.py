"""Links of supersession in records from elsewhere."""

from __future__ import annotations

import uuid

import attrs
import pytest

from firm_memory.domain.errors import InvalidSupersession
from firm_memory.domain.lineage import require_lineage
from firm_memory.domain.memory import Memory
from firm_memory.domain.planning import in_order
from firm_memory.features.laws.sample_memories import sample


def _linked(**links: str) -> dict[uuid.UUID, Memory]:
    """Memories by the letters `a` to `d`; each link names the older one."""
    ids = {letter: sample(number).id for number, letter in enumerate("abcd")}
    memories = (
        attrs.evolve(sample(number), supersedes=ids.get(links.get(letter, ""))) for number, letter in enumerate("abcd")
    )
    return {each.id: each for each in memories}


def test_links_that_end_are_sound() -> None:
    """Rule: none at all, one, a chain, and two that lead to the same memory."""
    for links in ({}, {"a": "b"}, {"a": "b", "b": "c", "c": "d"}, {"b": "c", "a": "b", "d": "c"}):
        require_lineage(_linked(**links))


def test_links_that_lead_back_or_nowhere_are_named() -> None:
    """Rule: field and memory are told."""
    with pytest.raises(InvalidSupersession, match=r"supersedes: .* leads into a cycle"):
        require_lineage(_linked(a="b", b="c", c="b"))
    memories = _linked(a="b")
    memories.pop(sample(1).id)
    with pytest.raises(InvalidSupersession, match="which is not there"):
        require_lineage(memories)


def test_each_draft_comes_behind_the_one_it_replaces() -> None:
    """Rule: otherwise in the order of the source; a link that leads back, to itself or nowhere is dropped."""
    assert list(in_order({"a": "c", "b": None, "c": "d", "d": None})) == [
        ("d", None),
        ("c", "d"),
        ("a", "c"),
        ("b", None),
    ]
    assert list(in_order({"a": "a", "b": "x", "c": "d", "d": "c", "e": "d"})) == [
        ("a", None),
        ("b", None),
        ("d", None),
        ("c", "d"),
        ("e", "d"),
    ]
