"""An exclusion: one rule on what never reaches a queue or a store, that explains itself.

The patterns are plain data in RE2 syntax, so that a linear-time engine can run them (port `Scanner`); what no
pattern can say, such as whether a word is likely to be a password, is a pure function beside them.
The domain says what is forbidden, why, and what to do instead.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from typing import Final

import attrs

from firm_memory.domain.errors import FirmMemoryError

Span = tuple[int, int]
# As much of what follows a hit as `completed` is given: no value that a person writes down is longer.
FOLLOWING_MOST: Final = 300


class ExclusionReason(enum.Enum):
    """The four kinds of text that the firm's memory never holds, the gravest first."""

    SECRET = "secret"
    SOURCE_CODE = "source_code"
    INDIVIDUAL = "individual"
    TRANSIENT = "transient"


class Certainty(enum.Enum):
    """How sure a rule is: what is certain is refused, what is suspicious is queued with a notice."""

    CERTAIN = "certain"
    SUSPICIOUS = "suspicious"


@attrs.frozen(kw_only=True)
class Exclusion:
    """One rule: a match of any of `patterns` (RE2) breaks it, unless one of `harmless` covers that match in full.

    `judged` has the last word on a match. `completed` is given what follows a match and answers how many
    characters of it complete the breach; none means there is no breach. `reading` finds the places by itself.
    With `closed_up` the patterns are also held against the text as it reads with its gaps and joints closed,
    and it has the last word on a match there.
    All of them take time linear in the text.
    """

    rule: str
    reason: ExclusionReason
    certainty: Certainty = Certainty.CERTAIN
    why: str
    instead: str
    patterns: tuple[str, ...] = ()
    harmless: tuple[str, ...] = ()
    judged: Callable[[str], bool] | None = None
    completed: Callable[[str], int] | None = None
    reading: Callable[[str], Iterable[Span]] | None = None
    closed_up: Callable[[str], bool] | None = None


@attrs.frozen(kw_only=True)
class Finding:
    """Where a text breaks a rule: field name and the half-open span of code points. Never the text itself."""

    exclusion: Exclusion
    field: str
    start: int
    end: int


def gravest(findings: Iterable[Finding], certainty: Certainty) -> Finding | None:
    """Of the findings of one certainty the one to speak of: by gravity of the reason, then by place."""
    gravity = list(ExclusionReason)
    certain = (each for each in findings if each.exclusion.certainty is certainty)
    return min(certain, key=lambda each: gravity.index(each.exclusion.reason), default=None)


class Refused(FirmMemoryError):
    """A text breaks an exclusion; says which rule, where, why, and what to do instead."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding
        rule = finding.exclusion
        super().__init__(
            f"{finding.field}, characters {finding.start}–{finding.end}: {rule.why} [{rule.rule}]. {rule.instead}."
        )
