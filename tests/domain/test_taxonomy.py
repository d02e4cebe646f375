from __future__ import annotations

import re

import pytest

from firm_memory.domain.errors import UnknownType
from firm_memory.domain.taxonomy import MemoryType, extraction_prompt

TABLE = {
    "ARCHITECTURE_DECISION": ("architecture_decisions", True),
    "REJECTED_APPROACH": ("anti_patterns", False),
    "CONVENTION": ("coding_conventions", True),
    "REVIEW_PATTERN": ("review_feedback", False),
    "BUG_FIX": ("bug_fixes", False),
    "TASK_LEARNING": ("task_learnings", False),
    "TOOLING_SETUP": ("tooling_setup", False),
    "DEPENDENCY_DECISION": ("dependency_decisions", False),
    "PERFORMANCE_FINDING": ("performance_findings", False),
    "BUSINESS_RULE": ("business_rules", True),
    "PRODUCTION_ISSUE": ("production_issues", True),
    "OWNERSHIP": ("ownership", False),
    "TERMINOLOGY": ("terminology", False),
}


def test_there_are_exactly_thirteen_types_with_their_slugs_and_marks() -> None:
    """The slug is stored and never changes; four types always need a person."""
    assert {kind.name: (kind.value, kind.needs_person) for kind in MemoryType} == TABLE
    assert len(MemoryType) == 13


@pytest.mark.parametrize("kind", list(MemoryType))
def test_both_spellings_resolve_in_any_case(kind: MemoryType) -> None:
    """Member name or wire slug, with blanks around it."""
    for spelling in (kind.name, kind.value):
        for written in (spelling, spelling.lower(), spelling.upper(), spelling.title(), f"  {spelling}\n"):
            assert MemoryType.resolve(written) is kind


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("bug_fix_", "bug_fixes"),
        ("bugfixes", "bug_fixes"),
        ("conventions", "coding_conventions"),
        ("business rule", "business_rules"),
        ("buisness_rules", "business_rules"),
        ("architecture", "architecture_decisions"),
        ("glossary_terminology", "terminology"),
    ],
)
def test_an_unknown_type_is_refused_with_the_nearest_spellings(name: str, nearest: str) -> None:
    """Never guessed: the caller chooses."""
    with pytest.raises(UnknownType, match=r"^type: no memory type ") as refusal:
        MemoryType.resolve(name)
    offered = str(refusal.value).partition("Use one of: ")[2].removesuffix(".").split(", ")
    assert nearest in offered
    assert len(offered) <= 3


@pytest.mark.parametrize("name", ["", "§", "zzzz" * 300_000])
def test_what_is_like_no_type_is_answered_with_all_of_them(name: str) -> None:
    """And a very long name is neither compared nor echoed in full."""
    with pytest.raises(UnknownType) as refusal:
        MemoryType.resolve(name)
    assert all(kind.value in str(refusal.value) for kind in MemoryType)
    assert len(str(refusal.value)) < 500


@pytest.mark.parametrize("kind", list(MemoryType))
def test_a_description_is_one_or_two_sentences(kind: MemoryType) -> None:
    """Long enough to tell the types apart, short enough for a prompt."""
    assert 1 <= len(re.findall(r"[.](?=\s+[A-Z]|$)", kind.description)) <= 2
    assert kind.description.endswith(".")
    assert 40 < len(kind.description) < 240


def test_descriptions_tell_the_types_apart() -> None:
    """No two are alike, and ownership says that it never means a person."""
    assert len({kind.description for kind in MemoryType}) == 13
    assert "Never a single person" in MemoryType.OWNERSHIP.description


def test_the_extraction_prompt_holds_every_type_and_every_exclusion() -> None:
    """What `firm-memory taxonomy --prompt` prints and the MCP resource serves."""
    prompt = extraction_prompt(("passwords", "diffs"))
    for kind in MemoryType:
        assert f"\n- {kind.value}: {kind.description}\n" in prompt
    assert prompt.endswith("Never record:\n- passwords\n- diffs\n")
