from datetime import UTC, datetime, timedelta, timezone

import pytest

from firm_memory.adapters.in_memory.clock import FixedClock
from firm_memory.application.ports.deadline import Deadline
from firm_memory.domain.errors import InvalidTimestamp

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def test_it_stands_still_until_it_is_advanced() -> None:
    """An example that says "90 days later" takes no time and always the same."""
    clock = FixedClock(NOON)
    assert (clock.now(), clock.now()) == (NOON, NOON)
    clock.advance(90.5)
    assert clock.now() == NOON + timedelta(seconds=90.5)


def test_deadlines_pass_with_it() -> None:
    """Wall and monotonic time move together, so that timeouts can be told without waiting."""
    clock = FixedClock(NOON)
    deadline = Deadline.after(2.0, clock)
    clock.advance(1.5)
    assert deadline.remaining == pytest.approx(0.5)
    clock.advance(1.0)
    assert deadline.remaining == 0


@pytest.mark.parametrize("step", [-1.0, float("nan"), float("inf")])
def test_it_never_goes_back(step: float) -> None:
    """Time goes forward by a finite step; anything else is a mistake in the example."""
    clock = FixedClock(NOON)
    with pytest.raises(ValueError, match="advance"):
        clock.advance(step)
    assert clock.now() == NOON


def test_it_shows_utc_and_needs_to_know_the_zone() -> None:
    """A naive moment is never stored, so a clock does not start from one."""
    abroad = NOON.astimezone(timezone(timedelta(hours=5, minutes=30)))
    assert FixedClock(abroad).now().utcoffset() == timedelta(0)
    with pytest.raises(InvalidTimestamp):
        FixedClock(NOON.replace(tzinfo=None))
