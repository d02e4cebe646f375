"""The thirteen kinds of memory. The wire slug is stored and never changes."""

from __future__ import annotations

import difflib
import enum
from typing import Final

from firm_memory.domain.errors import UnknownType
from firm_memory.domain.text import quoted


class MemoryType(enum.Enum):
    """A kind of memory; the value is its wire slug."""

    ARCHITECTURE_DECISION = "architecture_decisions"
    REJECTED_APPROACH = "anti_patterns"
    CONVENTION = "coding_conventions"
    REVIEW_PATTERN = "review_feedback"
    BUG_FIX = "bug_fixes"
    TASK_LEARNING = "task_learnings"
    TOOLING_SETUP = "tooling_setup"
    DEPENDENCY_DECISION = "dependency_decisions"
    PERFORMANCE_FINDING = "performance_findings"
    BUSINESS_RULE = "business_rules"
    PRODUCTION_ISSUE = "production_issues"
    OWNERSHIP = "ownership"
    TERMINOLOGY = "terminology"

    @property
    def description(self) -> str:
        """What belongs under this type, as told to a model that extracts memories."""
        return _DESCRIPTIONS[self]

    @property
    def needs_person(self) -> bool:
        """Whether a person must always approve it, whatever the automatic policy says."""
        return self in _NEEDS_PERSON

    @classmethod
    def resolve(cls, name: str) -> MemoryType:
        """The type spelt `name`: a member name in any case, or a wire slug.

        Raises `UnknownType` with the nearest spellings.
        """
        wanted = name.strip().casefold()
        spellings = {spelling: kind for kind in cls for spelling in (kind.value, kind.name.casefold())}
        if wanted in spellings:
            return spellings[wanted]
        near = difflib.get_close_matches(wanted[:60], spellings, n=3, cutoff=0.4)
        slugs = list(dict.fromkeys(spellings[each].value for each in near)) or [kind.value for kind in cls]
        raise UnknownType(
            "type",
            f"no memory type {quoted(name)}",
            f"Use one of: {', '.join(slugs)}",
        )


_NEEDS_PERSON: Final = frozenset(
    {
        MemoryType.ARCHITECTURE_DECISION,
        MemoryType.CONVENTION,
        MemoryType.BUSINESS_RULE,
        MemoryType.PRODUCTION_ISSUE,
    }
)

_DESCRIPTIONS: Final = {
    MemoryType.ARCHITECTURE_DECISION: (
        "A structural choice that shapes more than one module, with the forces that led to it "
        "and the alternatives it beat."
    ),
    MemoryType.REJECTED_APPROACH: (
        "An idea that was tried or weighed and then turned down. Keep the reason, so that nobody "
        "pays for the same lesson twice."
    ),
    MemoryType.CONVENTION: ("A standing agreement on how code here is written, named, laid out, tested or reviewed."),
    MemoryType.REVIEW_PATTERN: (
        "A remark that reviewers of this code keep making, phrased so that an author can act on it before the review."
    ),
    MemoryType.BUG_FIX: (
        "A defect worth recognising again: how it showed itself, what really caused it, and what put it right."
    ),
    MemoryType.TASK_LEARNING: (
        "Something learnt by doing a piece of work that its diff does not reveal: a dead end, a "
        "hidden coupling, an order of steps that matters."
    ),
    MemoryType.TOOLING_SETUP: (
        "A quirk of the build, the CI, the environment or a local set-up, and how to live with it."
    ),
    MemoryType.DEPENDENCY_DECISION: ("Why a library, service or version was chosen, held at a version, or forbidden."),
    MemoryType.PERFORMANCE_FINDING: (
        "A cost that somebody measured, under which conditions, and what the code does because of it."
    ),
    MemoryType.BUSINESS_RULE: (
        "A rule that comes from the business, its customers or a regulator, and that code has to "
        "honour even where it looks odd."
    ),
    MemoryType.PRODUCTION_ISSUE: (
        "An incident in production: what failed, why it could, and which safeguard now stands in its way."
    ),
    MemoryType.OWNERSHIP: (
        "Which team, squad or repository answers for a component or a process. Never a single person."
    ),
    MemoryType.TERMINOLOGY: ("What a word, name or acronym means inside this firm, where outsiders would guess wrong."),
}


def extraction_prompt(exclusions: tuple[str, ...]) -> str:
    """Instructions for a model that distils memories: the types, then what must stay out."""
    kinds = "\n".join(f"- {kind.value}: {kind.description}" for kind in MemoryType)
    never = "\n".join(f"- {line}" for line in exclusions)
    return (
        "Record why this firm builds software the way it does, one self-contained fact at a time, each "
        f"under exactly one type:\n{kinds}\n\nNever record:\n{never}\n"
    )
