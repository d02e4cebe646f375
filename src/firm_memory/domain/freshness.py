"""Whether a memory has gone stale: computed when asked, never stored."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from firm_memory.domain.memory import Memory
from firm_memory.domain.moment import age
from firm_memory.domain.status import MemoryStatus

STALENESS_DAYS: Final = 90


def last_seen_alive(memory: Memory) -> datetime:
    """When somebody last changed or verified the memory."""
    return max(memory.updated_at, memory.verified_at or memory.updated_at)


def is_stale(memory: Memory, now: datetime, days: int = STALENESS_DAYS, doc_sha: str | None = None) -> bool:
    """ACTIVE, and neither changed nor verified for `days` days, or its document reads otherwise by now.

    A moment from the future counts as unknown. `doc_sha` is the present hash of the memory's document; without
    it, or for a memory that was taken from no hashed document, time alone decides.
    """
    if memory.status is not MemoryStatus.ACTIVE:
        return False
    taken_from = memory.provenance.doc_sha
    if doc_sha is not None and taken_from is not None and doc_sha != taken_from:
        return True
    passed = age(last_seen_alive(memory), now)
    return passed is None or passed > timedelta(days=days)
