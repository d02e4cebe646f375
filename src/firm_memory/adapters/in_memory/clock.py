"""A clock that moves only when it is told to: for features, tests and demonstrations."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

from firm_memory.domain.moment import utc


class FixedClock:
    """Stands at the given moment; `advance` moves wall and monotonic time together. Thread-safe."""

    def __init__(self, now: datetime) -> None:
        """Stand at `now`; a naive moment raises `InvalidTimestamp`."""
        self._start = utc(now)
        self._elapsed = 0.0
        self._lock = threading.Lock()

    def now(self) -> datetime:
        """The moment it stands at, aware, in UTC."""
        return self._start + timedelta(seconds=self.monotonic())

    def monotonic(self) -> float:
        """Seconds it was advanced by since it was made."""
        with self._lock:
            return self._elapsed

    def advance(self, seconds: float) -> None:
        """Move on by `seconds`. Raises `ValueError` for a negative or non-finite step: time never goes back."""
        if not 0 <= seconds < float("inf"):
            raise ValueError(f"a clock cannot advance by {seconds} seconds")
        with self._lock:
            self._elapsed += seconds
