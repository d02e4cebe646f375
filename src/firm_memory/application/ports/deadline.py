"""How long a caller is ready to wait: one deadline covers connect, pool, embed, query and rank."""

from __future__ import annotations

import attrs

from firm_memory.application.ports.clock import Clock


@attrs.frozen(kw_only=True)
class Deadline:
    """A moment on the monotonic clock."""

    clock: Clock
    at: float

    @classmethod
    def after(cls, seconds: float, clock: Clock) -> Deadline:
        """The deadline `seconds` from now."""
        return cls(clock=clock, at=clock.monotonic() + seconds)

    @property
    def remaining(self) -> float:
        """Seconds left; 0 once it has passed."""
        return max(0.0, self.at - self.clock.monotonic())
