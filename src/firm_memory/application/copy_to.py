"""Copy: project the ledger into another store, without touching the present one."""

from __future__ import annotations

import attrs

from firm_memory.application.ports.memory_store import MemoryStore
from firm_memory.application.project import Progress, Project, Projected, in_silence
from firm_memory.application.projection import Projection


@attrs.frozen(kw_only=True)
class CopyTo:
    """Fills another store with what the ledger says. Ledger and queue stay where they are, and stay the truth."""

    projection: Projection
    project: Project

    def __call__(self, target: MemoryStore, progress: Progress = in_silence) -> Projected:
        """Tell `target` everything, and then what came meanwhile; each memory is read back, word for word.

        Raises what `target` raises. Whoever is cut off runs it again: what is there is not embedded twice.
        """
        beside = attrs.evolve(self.projection, store=target)
        beside.prepare(())  # also an empty ledger makes the collection, or is told that it cannot
        filled = self.project(beside, progress=progress)
        behind = self.project(beside, after=filled.seq)
        return attrs.evolve(filled, seq=behind.seq)
