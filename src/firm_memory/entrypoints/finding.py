"""What a look at the installation found: for `doctor`, in words and as data."""

from __future__ import annotations

import enum

import attrs


class State(enum.Enum):
    """How grave a finding is."""

    GOOD = "good"
    ODD = "odd"
    BAD = "bad"


@attrs.frozen(kw_only=True)
class Finding:
    """One look: what was looked at, what was found, and what mends it (empty when nothing needs mending)."""

    check: str
    state: State
    says: str
    mend: str = ""


def good(check: str, says: str) -> Finding:
    """Nothing to do."""
    return Finding(check=check, state=State.GOOD, says=says)


def odd(check: str, says: str, mend: str = "") -> Finding:
    """Worth knowing."""
    return Finding(check=check, state=State.ODD, says=says, mend=mend)


def bad(check: str, says: str, mend: str) -> Finding:
    """Something does not work."""
    return Finding(check=check, state=State.BAD, says=says, mend=mend)
