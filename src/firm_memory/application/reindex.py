"""Reindex: fill a new collection from the ledger, and take it into use when it is complete."""

from __future__ import annotations

import attrs

from firm_memory.application.ports.memory_store import Fingerprint, MemoryStore
from firm_memory.application.ports.replacement import Replaceable, Replacement
from firm_memory.application.project import Progress, Project, in_silence
from firm_memory.application.projection import Projection
from firm_memory.application.sync import Sync
from firm_memory.application.understanding import fingerprint_of
from firm_memory.domain.errors import NotAllowed


@attrs.frozen(kw_only=True)
class Reindexed:
    """What became of it: the memories in the new collection, and how many of them an earlier run had put there.

    `former` is the name under which the former collection was kept; None where it held nothing but a copy.
    """

    count: int
    resumed: int
    former: str | None


@attrs.frozen(kw_only=True)
class Reindex:
    """Builds beside the present collection, which answers all the while, and switches when complete.

    What is approved meanwhile is in the ledger: it is told to the new collection before the switch, the last of
    it while nobody can write the present one. Whenever this is cut off, the present collection stays as it is.
    """

    projection: Projection
    project: Project
    sync: Sync

    def __call__(self, progress: Progress = in_silence) -> Reindexed:
        """Fill and switch. Raises `NotAllowed` for a store that cannot, and whatever the store raises."""
        projection = self.projection
        projection.embedder.warm_up()
        replacement = replacement_of(projection.store, fingerprint_of(projection.embedder, projection.analyzer))
        beside = attrs.evolve(projection, store=replacement.store)
        filled = self.project(beside, progress=progress)
        behind = self.project(beside, after=filled.seq)  # what was approved while that ran: little
        former = replacement.take_over(lambda: self.project(beside, after=behind.seq))
        self.sync()
        return Reindexed(count=filled.count, resumed=filled.held, former=former)


def replacement_of(store: MemoryStore, fingerprint: Fingerprint) -> Replacement:
    """The replacement that `store` can be given. Raises `NotAllowed` where it has no such ability."""
    if not isinstance(store, Replaceable):
        raise NotAllowed(
            "This store cannot build a new collection beside its present one. Fill another one instead: "
            "firm-memory copy --to PROVIDER."
        )
    return store.replacement(fingerprint)
