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


def is_stale(memory: Memory, now: datetime, days: int = STALENESS_DAYS) -> bool:
    """ACTIVE, and neither changed nor verified for `days` days; a moment from the future counts as unknown."""
    if memory.status is not MemoryStatus.ACTIVE:
        return False
    passed = age(last_seen_alive(memory), now)
    return passed is None or passed > timedelta(days=days)
