"""What never reaches a queue or a store, as rules that explain themselves.

The patterns are plain data in RE2 syntax, so that a linear-time engine can run them (port `Scanner`).
The domain says what is forbidden, why, and what to do instead.
"""

from __future__ import annotations

import enum
from typing import Final

import attrs

from firm_memory.domain.errors import FirmMemoryError
from firm_memory.domain.status import MemoryTier


class ExclusionReason(enum.Enum):
    """The four kinds of text that the firm's memory never holds."""

    SECRET = "secret"
    SOURCE_CODE = "source_code"
    INDIVIDUAL = "individual"
    TRANSIENT = "transient"


@attrs.frozen(kw_only=True)
class Exclusion:
    """One rule: a match of any of `patterns` (RE2) breaks it, unless one of `harmless` covers that match in full."""

    rule: str
    reason: ExclusionReason
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


_SECRET_WHY: Final = "this looks like a secret, and a memory is shown to many"
_ROTATE: Final = "Rotate it if it is real, then say where it is kept instead of what it is"
_CODE_WHY: Final = "source code belongs in the repository, which is always newer than a memory of it"
_CODE_INSTEAD: Final = "Say in prose why the code is so, and point to it with an anchor"


def _secret(rule: str, *patterns: str, harmless: tuple[str, ...] = ()) -> Exclusion:
    return Exclusion(
        rule=rule, reason=ExclusionReason.SECRET, why=_SECRET_WHY, instead=_ROTATE, patterns=patterns, harmless=harmless
    )


def _code(rule: str, *patterns: str) -> Exclusion:
    return Exclusion(
        rule=rule, reason=ExclusionReason.SOURCE_CODE, why=_CODE_WHY, instead=_CODE_INSTEAD, patterns=patterns
    )


EXCLUSIONS: Final = (
    _secret("secret.private_key", r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY"),
    _secret(
        "secret.cloud_key",
        r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",
        r"AIza[0-9A-Za-z_\-]{35}",
        r"(?i)aws_secret_access_key\s*[=:]\s*[A-Za-z0-9/+]{40}",
    ),
    _secret(
        "secret.forge_token",
        r"gh[pousr]_[A-Za-z0-9]{36,}",
        r"github_pat_[A-Za-z0-9_]{22,}",
        r"gl(?:pat|ptt|dt|rt|cbt|soat)-[A-Za-z0-9_\-]{20,}",
        r"npm_[A-Za-z0-9]{36}",
        r"pypi-AgE[A-Za-z0-9_\-]{30,}",
        harmless=(r"(?i)[a-z_]+[_\-][x0*.\-]+",),
    ),
    _secret(
        "secret.service_token",
        r"xox[abeoprs]-[A-Za-z0-9\-]{10,}",
        r"xapp-[0-9]-[A-Za-z0-9\-]{10,}",
        r"https://hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/]{20,}",
        r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}",
        r"sk-(?:proj-|ant-[a-z0-9]+-)?[A-Za-z0-9_\-]{32,}",
        r"SG\.[A-Za-z0-9_\-]{16,}\.[A-Za-z0-9_\-]{16,}",
        r"hf_[A-Za-z]{34}",
    ),
    _secret("secret.jwt", r"eyJ[A-Za-z0-9_\-]{8,}\.eyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]{8,}"),
    _secret(
        "secret.connection_string",
        r"[a-zA-Z][a-zA-Z0-9+.\-]*://[^\s/:@<>{}$*]*:[^\s/@<>{}$*]{3,}@[A-Za-z0-9.\-\[\]]+",
        harmless=(r"(?i)[a-z0-9+.\-]+://[^:]*:(?:pass|passwd|password|pwd|secret|changeme|example|x+|\.+)@\S+",),
    ),
    _secret(
        "secret.assignment",
        r"(?i)(?:password|passwd|pwd|api[_\-]?key|secret[_\-]?key|access[_\-]?token|auth[_\-]?token)"
        r"\s*(?:=|:=|:)\s*[\"']?(?:[^\s\"'<>{}$*,;]*[0-9][^\s\"'<>{}$*,;]*){1}",
    ),
    _code("code.fence", r"(?m)^[ \t]*(?:```|~~~)"),
    _code(
        "code.diff",
        r"(?m)^diff --git ",
        r"(?m)^@@ -[0-9]+(?:,[0-9]+)? \+[0-9]+(?:,[0-9]+)? @@",
        r"(?m)^--- \S+.*\n\+\+\+ \S+",
    ),
    _code(
        "code.stack_trace",
        r"(?m)^Traceback \(most recent call last\):",
        r"(?m)^\s*File \"[^\"\n]+\", line [0-9]+",
        r"(?m)^\s*at [\w$.<>/]+\([^()\n]*:[0-9]+(?::[0-9]+)?\)",
        r"(?m)^goroutine [0-9]+ \[",
        r"(?m)^panic: .*\n",
        r"(?m)^thread '[^'\n]*' panicked at ",
    ),
)

SECRETS: Final = tuple(rule for rule in EXCLUSIONS if rule.reason is ExclusionReason.SECRET)

EXCLUSION_LINES: Final = (
    "source code, diffs or stack traces: name the place and say why it is so",
    "passwords, tokens, keys or connection strings, in any form",
    "anything about an individual engineer: habits, performance, contact details",
    "transient state: what is broken, deployed, assigned or in review just now",
)


def exclusions_for(tier: MemoryTier) -> tuple[Exclusion, ...]:
    """The rules that hold for a tier: all of them, save that working notes may speak of transient state."""
    if tier is MemoryTier.EPISODIC:
        return tuple(rule for rule in EXCLUSIONS if rule.reason is not ExclusionReason.TRANSIENT)
    return EXCLUSIONS
