"""The one place that bounds reads: they answer in time, or say why not, and never raise."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from firm_memory.adapters.in_memory.clock import FixedClock
from firm_memory.adapters.in_memory.metrics import InMemoryMetrics
from firm_memory.adapters.system.clock import SystemClock
from firm_memory.application import bounded_reads
from firm_memory.application.bounded_reads import OPEN_SECONDS, THREADS_MOST, TIMEOUTS_TO_OPEN, BoundedReads
from firm_memory.application.ports.deadline import Deadline
from firm_memory.domain.errors import ConfigurationError, StoreUnavailable, WarmingUp
from firm_memory.domain.label import Reason
from tests.application.conftest import NOW


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """A gate at which reads may be made to hang; opened at the end, so that no thread is left."""
    gate = threading.Event()
    yield gate
    gate.set()


def reads(timeout: float = 0.05) -> BoundedReads:
    """Bounded reads on the real clock."""
    return BoundedReads(clock=SystemClock(), metrics=InMemoryMetrics(), timeout=timeout)


def hanging(gate: threading.Event) -> Callable[[Deadline], str]:
    """A read that waits at the gate."""

    def read(_: Deadline) -> str:
        gate.wait()
        return "late"

    return read


def failing(error: BaseException) -> Callable[[Deadline], str]:
    """A read that raises `error`."""

    def read(_: Deadline) -> str:
        raise error

    return read


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ConfigurationError("FIRM_MEMORY_LIMIT is 'x'"), Reason.CONFIG),
        (StoreUnavailable("down"), Reason.UNAVAILABLE),
        (WarmingUp("loading"), Reason.WARMING_UP),
        (RuntimeError("postgresql://svc:hunter2@db/x"), Reason.UNAVAILABLE),
        (StoreUnavailable("postgresql://svc:hunter2@db/x failed"), Reason.UNAVAILABLE),
        (SystemExit(3), Reason.UNAVAILABLE),
        (KeyboardInterrupt(), Reason.UNAVAILABLE),
    ],
)
def test_every_failure_becomes_a_labelled_answer(
    error: BaseException, reason: Reason, caplog: pytest.LogCaptureFixture
) -> None:
    """No exception reaches the caller; a foreign message is not logged, it may hold a secret."""
    bounded = reads(timeout=5)
    assert bounded("search", failing(error)).reason is reason
    assert bounded.metrics.value("read_failed", operation="search", reason=reason.value) == 1  # type: ignore[attr-defined]
    assert "hunter2" not in caplog.text


def test_a_value_comes_back_as_it_is() -> None:
    """A read that works gives its value and no reason."""
    outcome = reads(timeout=5)("search", lambda deadline: deadline.remaining > 0)
    assert (outcome.value, outcome.reason) == (True, None)


def test_a_hanging_read_is_abandoned_at_its_deadline(gate: threading.Event) -> None:
    """The caller waits no longer than the timeout; the answer says `timeout`."""
    assert reads()("search", hanging(gate)).reason is Reason.TIMEOUT


def test_a_failure_at_the_deadline_counts_as_a_timeout() -> None:
    """An adapter that gives up because time ran out reports an outage; the label says what it was."""
    clock = FixedClock(NOW)
    bounded = BoundedReads(clock=clock, metrics=InMemoryMetrics(), timeout=5)

    def overrun(_: Deadline) -> str:
        clock.advance(6)
        raise StoreUnavailable("cancelled by the deadline")

    assert bounded("search", overrun).reason is Reason.TIMEOUT


def test_repeated_timeouts_open_the_circuit_for_a_moment() -> None:
    """Callers stop queueing behind a dead store, and the first call after the pause is tried for real."""
    clock = FixedClock(NOW)
    bounded = BoundedReads(clock=clock, metrics=InMemoryMetrics(), timeout=5)

    def overrun(_: Deadline) -> str:
        clock.advance(6)
        raise StoreUnavailable("cancelled by the deadline")

    for _ in range(TIMEOUTS_TO_OPEN):
        assert bounded("search", overrun).reason is Reason.TIMEOUT
    assert bounded("search", lambda _: "fine").reason is Reason.CIRCUIT_OPEN
    clock.advance(OPEN_SECONDS)
    assert bounded("search", lambda _: "fine").value == "fine"


def test_reads_that_hang_never_pile_up_threads(gate: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """At most `THREADS_MOST` reads are under way; a further one waits its time and is told `timeout`."""
    monkeypatch.setattr(bounded_reads, "TIMEOUTS_TO_OPEN", 10 * THREADS_MOST)
    bounded = reads(timeout=0.01)
    before = threading.active_count()
    outcomes = [bounded("search", hanging(gate)).reason for _ in range(THREADS_MOST + 8)]
    assert set(outcomes) == {Reason.TIMEOUT}
    assert threading.active_count() - before <= THREADS_MOST


def test_the_first_read_after_an_outage_works() -> None:
    """Fast failures do not open the circuit: what is back is used at once."""
    bounded = reads(timeout=5)
    for _ in range(TIMEOUTS_TO_OPEN + 1):
        assert bounded("search", failing(StoreUnavailable("down"))).reason is Reason.UNAVAILABLE
    assert bounded("search", lambda _: "back").value == "back"


def test_a_store_that_takes_its_time_to_fail_opens_the_circuit_too() -> None:
    """A database that is there and says nothing costs a caller as much as one that hangs."""
    clock = FixedClock(NOW)
    bounded = BoundedReads(clock=clock, metrics=InMemoryMetrics(), timeout=2)

    def slow(_: Deadline) -> str:
        clock.advance(1)
        raise StoreUnavailable("no connection within a second")

    for _ in range(TIMEOUTS_TO_OPEN):
        assert bounded("search", slow).reason is Reason.UNAVAILABLE
    assert bounded("search", lambda _: "fine").reason is Reason.CIRCUIT_OPEN
