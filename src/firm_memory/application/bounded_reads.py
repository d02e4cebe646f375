"""The one place where reads are bounded and made harmless: they answer in time, or say why not.

Writes never come through here: they raise.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final, Generic, Never, TypeVar

import attrs

from firm_memory.application.background import run_in_background
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.metrics import Metrics
from firm_memory.domain.errors import ConfigurationError, FirmMemoryError, WarmingUp
from firm_memory.domain.label import Reason
from firm_memory.domain.text import masked

_T = TypeVar("_T")
_T_co = TypeVar("_T_co", covariant=True)
_LOG: Final = logging.getLogger(__name__)
THREADS_MOST: Final = 32
TIMEOUTS_TO_OPEN: Final = 3
OPEN_SECONDS: Final = 1.0


@attrs.frozen(kw_only=True)
class Outcome(Generic[_T_co]):
    """What a read gave: a value, or the reason why there is none."""

    value: _T_co | None = None
    reason: Reason | None = None


@attrs.define
class _Circuit:
    """Opens for a moment after repeated timeouts, so that callers stop queueing behind a dead store."""

    timeouts: int = 0
    open_until: float = 0.0


@attrs.frozen(kw_only=True)
class BoundedReads:
    """Runs reads on daemon threads, at most `THREADS_MOST` at once, each within `timeout` seconds.

    A read that overruns is abandoned to its own deadline (adapters cancel on the server too); its thread
    keeps its slot until it ends, so threads never pile up.
    """

    clock: Clock
    metrics: Metrics
    timeout: float
    _slots: threading.Semaphore = attrs.field(factory=lambda: threading.Semaphore(THREADS_MOST), init=False)
    _circuit: _Circuit = attrs.field(factory=_Circuit, init=False)

    def __call__(self, operation: str, read: Callable[[Deadline], _T]) -> Outcome[_T]:
        """Run `read` within the deadline. Never raises; every failure is counted under `operation`."""
        started = self.clock.monotonic()
        outcome = self._bounded(read)
        label = outcome.reason.value if outcome.reason else "ok"
        self.metrics.observe("read_seconds", self.clock.monotonic() - started, operation=operation, outcome=label)
        if outcome.reason is not None:
            self.metrics.count("read_failed", operation=operation, reason=outcome.reason.value)
        return outcome

    def _bounded(self, read: Callable[[Deadline], _T]) -> Outcome[_T]:
        if self.clock.monotonic() < self._circuit.open_until:
            return Outcome(reason=Reason.CIRCUIT_OPEN)
        deadline = Deadline.after(self.timeout, self.clock)
        if not self._slots.acquire(timeout=deadline.remaining):
            return self._timed_out()
        done, box = threading.Event(), list[Outcome[_T]]()

        def run() -> None:
            try:
                box.append(_attempt(read, deadline))
            finally:
                self._slots.release()
                done.set()

        run_in_background(run, "read")
        outcome = box[0] if done.wait(deadline.remaining) else None
        if outcome is None or outcome.reason is Reason.TIMEOUT:
            return self._timed_out()
        if outcome.reason is Reason.UNAVAILABLE and deadline.remaining <= self.timeout / 2:
            self._count_slow()  # a store that is there and says nothing costs as much as one that hangs
            return outcome
        self._circuit.timeouts = 0
        return outcome

    def _timed_out(self) -> Outcome[Never]:
        self._count_slow()
        return Outcome(reason=Reason.TIMEOUT)

    def _count_slow(self) -> None:
        self._circuit.timeouts += 1
        if self._circuit.timeouts >= TIMEOUTS_TO_OPEN:
            self._circuit.timeouts = 0
            self._circuit.open_until = self.clock.monotonic() + OPEN_SECONDS


def _attempt(read: Callable[[Deadline], _T], deadline: Deadline) -> Outcome[_T]:
    try:
        return Outcome(value=read(deadline))
    except ConfigurationError as error:
        _LOG.warning("a read found an unusable configuration: %s", error)
        return Outcome(reason=Reason.CONFIG)
    except WarmingUp:
        return Outcome(reason=Reason.WARMING_UP)
    except FirmMemoryError as error:
        _LOG.warning("a read failed: %s", masked(str(error)))
        return Outcome(reason=Reason.UNAVAILABLE if deadline.remaining else Reason.TIMEOUT)
    except BaseException as error:  # noqa: BLE001 -- reads never raise, not even for a store that wants to exit; a foreign message may hold secrets, so only its class is logged
        _LOG.warning("a read failed unexpectedly: %s", type(error).__name__)
        return Outcome(reason=Reason.UNAVAILABLE)
