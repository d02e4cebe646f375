"""How long a record lives (tier), where it stands (status), and what became of a finding (disposition)."""

from __future__ import annotations

import enum
from typing import Final


class MemoryTier(enum.Enum):
    """Lifetime: working notes of a task, approved knowledge, or a card of a closed issue."""

    EPISODIC = "episodic"
    DURABLE = "durable"
    INDEX = "index"


class MemoryStatus(enum.Enum):
    """Where a record stands in its life (transitions: `lifecycle`)."""

    PROPOSED = "proposed"
    APPROVING = "approving"
    REJECTED = "rejected"
    ACTIVE = "active"
    DISPUTED = "disputed"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"


CLOSED: Final = frozenset({MemoryStatus.REJECTED, MemoryStatus.SUPERSEDED, MemoryStatus.ARCHIVED})
STORED: Final = frozenset({MemoryStatus.ACTIVE, MemoryStatus.DISPUTED, MemoryStatus.SUPERSEDED, MemoryStatus.ARCHIVED})


class Disposition(enum.Enum):
    """What became of a finding noted under a task."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    FIXED = "fixed"
    OPEN = "open"
