"""What a query may be shown. The store filters by it, and every hit is checked against it again."""

from __future__ import annotations

from typing import Final

import attrs

from firm_memory.domain.memory import Memory
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType

RECALLED: Final = frozenset({MemoryStatus.ACTIVE, MemoryStatus.DISPUTED})
ORDINARY_TIERS: Final = frozenset({MemoryTier.DURABLE, MemoryTier.INDEX})


@attrs.frozen(kw_only=True)
class Visibility:
    """Asked atoms AND tiers AND statuses AND types AND task.

    `atoms`, `tiers` and `statuses` are positive lists and always applied; an empty one admits nothing.
    `types` None admits every type. `task` None means no working note: it is never "don't care".
    """

    atoms: frozenset[str]
    tiers: frozenset[MemoryTier] = ORDINARY_TIERS
    statuses: frozenset[MemoryStatus] = RECALLED
    types: frozenset[MemoryType] | None = None
    task: str | None = None

    def admits(self, memory: Memory) -> bool:
        """Whether `memory` may be shown."""
        return (
            not self.atoms.isdisjoint(memory.scope.atoms)
            and memory.tier in self.tiers
            and memory.status in self.statuses
            and (self.types is None or memory.type in self.types)
            and memory.task == self.task
        )

    @classmethod
    def recall(
        cls, scope: MemoryScope, *, types: frozenset[MemoryType] | None = None, task: str | None = None
    ) -> Visibility:
        """Ordinary recall: DURABLE and INDEX, active or disputed; with `task`, that task's notes only."""
        tiers = ORDINARY_TIERS if task is None else frozenset({MemoryTier.EPISODIC})
        return cls(atoms=scope.atoms, tiers=tiers, types=types, task=task)
