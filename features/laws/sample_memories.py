"""Memories, vectors and terms for the laws of stores: the same in every run and on every adapter."""

from __future__ import annotations

import math
import time
import uuid
from datetime import UTC, datetime, timedelta
from typing import Final

import attrs

from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.embedder import Vector
from firm_memory.application.ports.memory_store import Fingerprint
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import Provenance, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.visibility import Visibility

DIMENSION: Final = 4
MODEL: Final = Fingerprint(model="sample-model", dimension=DIMENSION, weights="5a" * 32, analyzer="words.1")
FIRM: Final = MemoryScope(firm=True)
OMS: Final = MemoryScope(repos=("oms",))
FIRM_WIDE: Final = Visibility(atoms=FIRM.atoms)
NOTHING: Final = frozenset[str]()
_START: Final = datetime(2026, 1, 5, 9, 0, 0, 123456, tzinfo=UTC)
_NAMES: Final = uuid.UUID("3d0f8a52-8a3e-5b0e-b0f5-2a3c6d1f7b11")


class _Steady:
    """The clock of the laws' deadlines: a deadline is a promise about real time."""

    def now(self) -> datetime:
        """The present moment."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()


def soon() -> Deadline:
    """A deadline that a working store always meets."""
    return Deadline.after(60, _Steady())


def passed() -> Deadline:
    """A deadline that nobody can meet any more."""
    return Deadline.after(-1, _Steady())


@attrs.frozen(kw_only=True)
class Row:
    """A memory with its vector and terms, as a store is given them."""

    memory: Memory
    vector: Vector = ()
    terms: frozenset[str] = NOTHING

    @property
    def id(self) -> uuid.UUID:
        """The id of the memory."""
        return self.memory.id


def sample(
    number: int,
    *,
    content: str | None = None,
    scope: MemoryScope = FIRM,
    tier: MemoryTier = MemoryTier.DURABLE,
    status: MemoryStatus = MemoryStatus.ACTIVE,
    kind: MemoryType = MemoryType.BUG_FIX,
    task: str | None = None,
    minutes: int | None = None,
    revision: int = 1,
) -> Memory:
    """The memory of that number, created `minutes` (else `number`) after a fixed moment."""
    created = _START + timedelta(minutes=number if minutes is None else minutes)
    return Memory(
        id=uuid.uuid5(_NAMES, str(number)),
        content=content or f"Fact {number} about netting.",
        type=kind,
        scope=scope,
        tier=tier,
        status=status,
        confidence=0.7,
        provenance=Provenance(kind=SourceKind.MR, reference=f"mr-{number}", proposed_by="agent:opencode"),
        task=task,
        created_at=created,
        updated_at=created,
        revision=revision,
    )


def revised(memory: Memory, revision: int, **changes: object) -> Memory:
    """`memory` at a later revision, changed an hour later."""
    later = memory.updated_at + timedelta(hours=1)
    return attrs.evolve(memory, revision=revision, **{"updated_at": later, **changes})  # type: ignore[arg-type]  # fields


def pointing(angle: float) -> Vector:
    """A unit vector at `angle` degrees from `pointing(0)`; no two angles below 180 are equally near to it."""
    return (math.cos(math.radians(angle)), math.sin(math.radians(angle)), 0.0, 0.0)
