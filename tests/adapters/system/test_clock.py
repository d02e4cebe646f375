from datetime import UTC, datetime, timedelta

from firm_memory.adapters.system.clock import SystemClock


def test_now_is_the_present_in_utc() -> None:
    """Records carry aware UTC timestamps, whatever the machine's zone."""
    before = datetime.now(UTC)
    now = SystemClock().now()
    assert before <= now <= datetime.now(UTC)
    assert now.utcoffset() == timedelta(0)


def test_monotonic_time_never_goes_back() -> None:
    """A deadline must survive somebody setting the wall clock."""
    clock = SystemClock()
    readings = [clock.monotonic() for _ in range(1_000)]
    assert readings == sorted(readings)
