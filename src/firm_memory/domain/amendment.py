"""What an approver changes of a candidate while approving it. The id stays."""

from __future__ import annotations

import uuid

import attrs

from firm_memory.domain.memory import Memory
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType


@attrs.frozen(kw_only=True)
class Amendment:
    """The fields to change; None leaves one as it was proposed."""

    content: str | None = None
    title: str | None = None
    type: MemoryType | None = None
    scope: MemoryScope | None = None
    confidence: float | None = None
    tags: tuple[str, ...] | None = None
    supersedes: uuid.UUID | None = None

    def applied_to(self, memory: Memory) -> Memory:
        """The amended memory, same id. Raises the invariants' errors."""
        changes = {
            field.name: value for field in attrs.fields(Amendment) if (value := getattr(self, field.name)) is not None
        }
        return attrs.evolve(memory, **changes)
