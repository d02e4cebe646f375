"""An exclusion: one rule on what never reaches a queue or a store, that explains itself.

The patterns are plain data in RE2 syntax, so that a linear-time engine can run them (port `Scanner`).
The domain says what is forbidden, why, and what to do instead.
"""

from __future__ import annotations

import enum

import attrs

from firm_memory.domain.errors import FirmMemoryError


class ExclusionReason(enum.Enum):
    """The four kinds of text that the firm's memory never holds."""

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
    """One rule: a match of any of `patterns` (RE2) breaks it, unless one of `harmless` covers that match in full."""

    rule: str
    reason: ExclusionReason
    certainty: Certainty = Certainty.CERTAIN
    why: str
    instead: str
    patterns: tuple[str, ...]
    harmless: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Finding:
    """Where a text breaks a rule: field name and the half-open span of code points. Never the text itself."""

    exclusion: Exclusion
    field: str
    start: int
    end: int


class Refused(FirmMemoryError):
    """A text breaks an exclusion; says which rule, where, why, and what to do instead."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding
        rule = finding.exclusion
        super().__init__(
            f"{finding.field}, characters {finding.start}–{finding.end}: {rule.why} [{rule.rule}]. {rule.instead}."
        )
