"""Counters and durations kept in the process."""

from __future__ import annotations

import threading

import attrs

_Key = tuple[str, tuple[tuple[str, str], ...]]


@attrs.frozen(kw_only=True)
class Series:
    """One counter or duration with its labels: how often it was counted, and the seconds in all."""

    name: str
    labels: tuple[tuple[str, str], ...]
    count: int
    seconds: float


class InMemoryMetrics:
    """Counts in a dictionary under a lock. Thread-safe; never raises."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._series: dict[_Key, tuple[int, float]] = {}

    def count(self, name: str, **labels: str) -> None:
        """Add one to the counter `name` with those labels."""
        self._add(name, labels, 0.0)

    def observe(self, name: str, seconds: float, **labels: str) -> None:
        """Record one duration in seconds under `name` with those labels."""
        self._add(name, labels, seconds)

    def value(self, name: str, **labels: str) -> int:
        """How often `name` was counted or observed, summed over all series that carry at least `labels`."""
        return sum(
            each.count for each in self.snapshot() if each.name == name and labels.items() <= dict(each.labels).items()
        )

    def snapshot(self) -> tuple[Series, ...]:
        """All series at one instant, ordered by name, then labels."""
        with self._lock:
            held = sorted(self._series.items())
        return tuple(
            Series(name=name, labels=labels, count=count, seconds=seconds) for (name, labels), (count, seconds) in held
        )

    def _add(self, name: str, labels: dict[str, str], seconds: float) -> None:
        key = (name, tuple(sorted(labels.items())))
        with self._lock:
            count, total = self._series.get(key, (0, 0.0))
            self._series[key] = (count + 1, total + seconds)
