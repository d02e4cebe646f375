"""Stances: who confirms a memory and who refutes it. One each; a later one replaces the earlier."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

import attrs

from firm_memory.domain import lifecycle
from firm_memory.domain.errors import IllegalTransition
from firm_memory.domain.ledger import Event, EventKind
from firm_memory.domain.memory import Flag, FlagKind, Memory
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.text import comparison_key


class Stance(enum.Enum):
    """What a principal says of a memory today."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"


STANCE: Final = "stance"  # the detail of an imported event that tells which stance it brought
_NAMED: Final = {each.value: each for each in Stance}


def stances(history: Iterable[Event]) -> Mapping[str, Stance]:
    """The stance of every principal that has one, by comparison key, from a memory's history (oldest first).

    A principal is the person behind it, else the agent itself. Verifying or restoring closes the open
    refutations: whoever refuted may speak again.
    """
    held = dict[str, Stance]()
    for event in history:
        match event.kind:
            case EventKind.CONFIRMED:
                held[comparison_key(event.speaker)] = Stance.CONFIRMED
            case EventKind.REFUTED:
                held[comparison_key(event.speaker)] = Stance.REFUTED
            case EventKind.IMPORTED if event.details.get(STANCE) in _NAMED:
                held[comparison_key(event.speaker)] = _NAMED[event.details[STANCE]]
            case EventKind.VERIFIED | EventKind.RESTORED:
                held = {who: stance for who, stance in held.items() if stance is Stance.CONFIRMED}
            case _:
                pass
    return held


def confirm(memory: Memory, *, by: str) -> Memory:
    """The memory confirmed once more. Takes back the refutation of `by`; does not undo a dispute.

    `updated_at` stays: it is the steward's word that keeps a memory from going stale, not a nod. Raises
    `IllegalTransition` for what is not in force.
    """
    if memory.status not in (MemoryStatus.ACTIVE, MemoryStatus.DISPUTED):
        raise IllegalTransition(
            f"A record that is {memory.status.value} cannot be confirmed. Only what is in force is confirmed: "
            f"{MemoryStatus.ACTIVE.value} or {MemoryStatus.DISPUTED.value}."
        )
    return attrs.evolve(
        memory,
        flags=tuple(flag for flag in memory.flags if not _refutes(flag, by)),
        confirmations=memory.confirmations + 1,
        revision=memory.revision + 1,
    )


def refute(memory: Memory, *, by: str, reason: str, now: datetime, held: Stance | None) -> Memory:
    """The memory with a refutation among its flags, and one confirmation less where `by` had confirmed it.

    Raises `IllegalTransition` for what is not in force.
    """
    disputed = lifecycle.dispute(memory, Flag(kind=FlagKind.REFUTATION, by=by, reason=reason, at=now), now)
    withdrawn = 1 if held is Stance.CONFIRMED else 0
    return attrs.evolve(disputed, confirmations=max(0, memory.confirmations - withdrawn))


def refutations(memory: Memory) -> int:
    """How many refute it today."""
    return sum(flag.kind is FlagKind.REFUTATION for flag in memory.flags)


def _refutes(flag: Flag, by: str) -> bool:
    return flag.kind is FlagKind.REFUTATION and comparison_key(flag.by) == comparison_key(by)
