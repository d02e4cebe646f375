"""Port: counting what happens, so that a labelled empty answer is also seen by operators."""

from __future__ import annotations

from typing import Protocol


class Metrics(Protocol):
    """Counters and durations. Never raises; labels never hold memory text or secrets."""

    def count(self, name: str, **labels: str) -> None:
        """Add one to the counter `name` with those labels."""
        ...

    def observe(self, name: str, seconds: float, **labels: str) -> None:
        """Record one duration in seconds under `name` with those labels."""
        ...
