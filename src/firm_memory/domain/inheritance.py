"""What was said of a memory before it came here, put upon it: it counts once an approver lets the memory in."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import attrs

from firm_memory.domain import lifecycle
from firm_memory.domain.memory import Flag, FlagKind, Memory
from firm_memory.domain.stance import confirm, refute
from firm_memory.domain.status import MemoryStatus

NOBODY: Final = ""  # whose flag it is where the former memory did not say
_WHY_DISPUTED: Final = "It was in dispute where it was imported from, which did not say why."


def confirmed(memory: Memory, *, by: str) -> Memory:
    """The memory, a candidate or in force, with the confirmation that `by` gave it earlier.

    Raises `IllegalTransition` for what is neither.
    """
    if memory.status is not MemoryStatus.PROPOSED:
        return confirm(memory, by=by)
    return attrs.evolve(memory, confirmations=memory.confirmations + 1, revision=memory.revision + 1)


def refuted(memory: Memory, *, by: str, reason: str, at: datetime, now: datetime) -> Memory:
    """The memory, a candidate or in force, with the refutation that `by` gave it earlier, at `at`.

    `by` has no stance on it here. Raises `IllegalTransition` for what is neither.
    """
    if memory.status is not MemoryStatus.PROPOSED:
        return refute(memory, by=by, reason=reason, now=now, held=None)
    return _flagged(memory, Flag(kind=FlagKind.REFUTATION, by=by, reason=reason, at=at))


def disputed(memory: Memory, now: datetime) -> Memory:
    """The memory, a candidate or in force, with a flag of nobody's: it was in dispute elsewhere.

    Raises `IllegalTransition` for what is neither.
    """
    flag = authorless(now)
    return _flagged(memory, flag) if memory.status is MemoryStatus.PROPOSED else lifecycle.dispute(memory, flag, now)


def authorless(now: datetime) -> Flag:
    """The open flag of what was in dispute elsewhere: it names nobody."""
    return Flag(kind=FlagKind.CORRECTION, by=NOBODY, reason=_WHY_DISPUTED, at=now)


def remembered(memory: Memory) -> Memory:
    """The memory at its next revision, unchanged: its ledger tells of something more."""
    return attrs.evolve(memory, revision=memory.revision + 1)


def _flagged(candidate: Memory, flag: Flag) -> Memory:
    return attrs.evolve(candidate, flags=(*candidate.flags, flag), revision=candidate.revision + 1)
