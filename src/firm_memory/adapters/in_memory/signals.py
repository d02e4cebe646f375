"""Who read what, in this process, and forgotten with it."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Sequence
from datetime import datetime

from firm_memory.application.ports.signals import Access
from firm_memory.domain.moment import utc


class InMemorySignals:
    """`Signals` behind one lock."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._accesses: list[Access] = []

    def accessed(self, access: Access) -> None:
        """Keep one access."""
        with self._lock:
            self._accesses.append(access)

    def accesses(self, memory: uuid.UUID) -> Sequence[Access]:
        """Who read that record, oldest first."""
        with self._lock:
            found = [each for each in self._accesses if each.memory == memory]
        return sorted(found, key=lambda each: each.at)

    def expire(self, before: datetime) -> int:
        """Forget every access earlier than `before`; how many those were."""
        before = utc(before)
        with self._lock:
            kept = [each for each in self._accesses if each.at >= before]
            expired, self._accesses = len(self._accesses) - len(kept), kept
        return expired
