"""Chains of supersession: from a memory to the one that stands in its place today."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Final

from firm_memory.domain.errors import InvalidSupersession
from firm_memory.domain.memory import Memory
from firm_memory.domain.status import MemoryStatus

CHAIN_MOST: Final = 10_000
_LIVING: Final = frozenset({MemoryStatus.ACTIVE, MemoryStatus.DISPUTED})

Lookup = Callable[[uuid.UUID], Memory | None]


def chain_from(memory: Memory, lookup: Lookup) -> tuple[Memory, ...]:
    """The memory and its successors up to the end of the chain.

    Bad data cannot trap a reader: a cycle, a missing link or an endless chain ends the walk.
    """
    chain, seen = [memory], {memory.id}
    while (successor := chain[-1].superseded_by) is not None and len(chain) < CHAIN_MOST:
        following = None if successor in seen else lookup(successor)
        if following is None:
            break
        chain.append(following)
        seen.add(following.id)
    return tuple(chain)


def require_living(target: uuid.UUID, successor: uuid.UUID, lookup: Lookup) -> Memory:
    """The memory `target`, fit to be superseded by `successor`.

    Raises `InvalidSupersession` for the successor itself, a missing target, or one that is not in force
    (naming the living end of its chain). A memory in force is the end of its chain, so no cycle can close.
    """
    if target == successor:
        raise InvalidSupersession("supersedes", "names the memory itself", "Name another, existing memory")
    memory = lookup(target)
    if memory is None:
        raise InvalidSupersession("supersedes", f"there is no memory {target}", "Copy the id from a search")
    if memory.status is MemoryStatus.PROPOSED:
        raise InvalidSupersession("supersedes", f"{target} waits for a decision itself", "Decide that one first")
    if memory.status not in _LIVING:
        end = chain_from(memory, lookup)[-1]
        remedy = f"Name its living successor {end.id}" if end.status in _LIVING else "Name a memory in force"
        raise InvalidSupersession("supersedes", f"memory {target} is {memory.status.value}", remedy)
    return memory


def require_foreseeable(target: uuid.UUID, successor: uuid.UUID, lookup: Lookup) -> Memory:
    """The memory `target`, fit to be superseded by `successor` now or, as a candidate, once it is approved.

    Raises `InvalidSupersession` like `require_living`, and for a candidate whose own plans lead to the successor.
    """
    memory = lookup(target)
    if memory is None or memory.status is not MemoryStatus.PROPOSED:
        return require_living(target, successor, lookup)
    each: Memory | None = memory
    seen = set[uuid.UUID]()
    while each is not None and each.id not in seen:
        if each.id == successor:
            raise InvalidSupersession("supersedes", "leads back to the candidate itself", "Name an older statement")
        seen.add(each.id)
        each = lookup(each.supersedes) if each.supersedes else None
    return memory
