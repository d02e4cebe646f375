"""A candidate that says what another record says already: turned down, while that one gains its source."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Final

import attrs

from firm_memory.domain.errors import InvalidField
from firm_memory.domain.memory import Memory
from firm_memory.domain.status import MemoryStatus, MemoryTier

_STANDING: Final = frozenset({MemoryStatus.PROPOSED, MemoryStatus.ACTIVE, MemoryStatus.DISPUTED})


def duplicate_reason(original: uuid.UUID) -> str:
    """The reason under which a duplicate is rejected; it answers whoever proposes those words again."""
    return f"duplicate of {original}"


def require_original(duplicate: Memory, original: Memory) -> None:
    """Raise `InvalidField` unless `original` is another statement of the firm that waits or is in force."""
    if duplicate.id == original.id:
        raise InvalidField("duplicate_of", "names the candidate itself", "Name the record that says the same")
    if original.tier is not MemoryTier.DURABLE or original.status not in _STANDING:
        raise InvalidField(
            "duplicate_of",
            f"{original.id} is {original.tier.value} and {original.status.value}",
            "Name a memory in force or a candidate that waits",
        )


def absorbed(original: Memory, duplicate: Memory, now: datetime) -> Memory:
    """`original` with the sources of `duplicate` among those where it was seen; itself when it knows them all."""
    provenance = original.provenance
    for reference in (duplicate.provenance.reference, *duplicate.provenance.also_seen):
        provenance = provenance.seen_at(reference)
    if provenance is original.provenance:
        return original
    return attrs.evolve(original, provenance=provenance, updated_at=now, revision=original.revision + 1)
