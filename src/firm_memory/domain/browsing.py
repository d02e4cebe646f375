"""What a reader browses by: filters over the present state of the records."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import attrs

from firm_memory.domain.candidate import Record
from firm_memory.domain.freshness import last_seen_alive
from firm_memory.domain.memory import Memory
from firm_memory.domain.moment import optional_utc, utc
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.text import comparison_key
from firm_memory.domain.visibility import ORDINARY_TIERS, RECALLED


def _key(tag: str | None) -> str | None:
    return None if tag is None else comparison_key(tag)


@attrs.frozen(kw_only=True)
class Staleness:
    """What counts as stale: nobody changed or verified it since `before`, or its document reads otherwise by now.

    `documents` maps a source's reference to the present hash of that document, as far as the reader knows it.
    """

    before: datetime = attrs.field(converter=utc)
    documents: Mapping[str, str] = attrs.field(factory=dict[str, str])

    def admits(self, memory: Memory) -> bool:
        """Whether `memory` is in force, undisputed, and stale. A moment from the future is not before any other."""
        taken_from = memory.provenance.doc_sha
        present = self.documents.get(memory.provenance.reference)
        rewritten = present is not None and taken_from is not None and present != taken_from
        return memory.status is MemoryStatus.ACTIVE and (rewritten or last_seen_alive(memory) < self.before)


@attrs.frozen(kw_only=True)
class Filters:
    """All of them together. Working notes are never browsed: they belong to their task.

    `atoms` and `statuses` are positive lists and always applied; an empty one admits nothing. A status is that of
    the record, so that an approval which has not reached the store is APPROVING. `tag` is compared as tags are
    kept (folded), `steward` letter for letter.
    """

    atoms: frozenset[str]
    statuses: frozenset[MemoryStatus] = RECALLED
    kind: MemoryType | None = None
    tag: str | None = attrs.field(default=None, converter=_key)
    steward: str | None = None
    updated_since: datetime | None = attrs.field(default=None, converter=optional_utc)
    stale: Staleness | None = None

    def admits(self, record: Record) -> bool:
        """Whether `record` is among what is asked for."""
        memory = record.memory
        return (
            not self.atoms.isdisjoint(memory.scope.atoms)
            and memory.tier in ORDINARY_TIERS
            and record.status in self.statuses
            and self.kind in (None, memory.type)
            and (self.tag is None or self.tag in memory.tags)
            and self.steward in (None, memory.steward)
            and (self.updated_since is None or memory.updated_at >= self.updated_since)
            and (self.stale is None or self.stale.admits(memory))
        )
