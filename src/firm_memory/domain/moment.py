"""Timestamps: aware, UTC, to the microsecond. Naive ones are read as UTC at the edge, never kept."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from firm_memory.domain.errors import InvalidTimestamp
from firm_memory.domain.text import quoted

# Two replicas' clocks may differ by this much before a timestamp counts as "from the future".
CLOCK_TOLERANCE: Final = timedelta(minutes=5)


def utc(value: datetime) -> datetime:
    """`value` in UTC; a naive one, or one outside the calendar once in UTC, is refused with `InvalidTimestamp`."""
    if value.utcoffset() is None:  # a zone that knows no offset is as naive as none
        raise InvalidTimestamp("timestamp", f"{value.isoformat()} has no time zone", "Give an aware datetime")
    try:
        return value.astimezone(UTC)
    except OverflowError:
        raise InvalidTimestamp("timestamp", f"{value.isoformat()} is no date in UTC", "Give years 1 to 9999") from None


def optional_utc(value: datetime | None) -> datetime | None:
    """`utc`, letting None through."""
    return None if value is None else utc(value)


def read_moment(field: str, text: str) -> datetime:
    """An ISO 8601 text as UTC; without an offset it is read as UTC. Raises `InvalidTimestamp`."""
    try:
        value = datetime.fromisoformat(text.strip())
        return utc(value.replace(tzinfo=UTC) if value.tzinfo is None else value)
    except ValueError:  # `InvalidTimestamp` is one too
        raise InvalidTimestamp(field, f"{quoted(text)} is no ISO 8601 time", "Write 2026-05-04T10:00:00Z") from None


def read_until(field: str, text: str) -> datetime:
    """The last instant that `text` covers: a bare date means its end in UTC. Raises `InvalidTimestamp`."""
    try:
        return end_of(date.fromisoformat(text.strip()))
    except ValueError:
        return read_moment(field, text)


def end_of(day: date) -> datetime:
    """The last microsecond of a day in UTC."""
    return datetime.combine(day, time.max, UTC)


def write_moment(value: datetime) -> str:
    """A moment as fixed-width text, so that text order is time order: `2026-05-04T10:00:00.000000Z`."""
    return f"{utc(value).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def age(since: datetime, now: datetime) -> timedelta | None:
    """Time passed; zero for a small clock skew; None (unknown) for a moment from the future."""
    passed = utc(now) - utc(since)  # in one zone Python subtracts wall clocks, also over a repeated hour
    if passed < -CLOCK_TOLERANCE:
        return None
    return max(passed, timedelta(0))
