"""The machine's clock."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class SystemClock:
    """Wall time from the operating system, in UTC; monotonic time that survives changes of the wall clock."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC, with microseconds."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds since an arbitrary moment; never goes back."""
        return time.monotonic()
