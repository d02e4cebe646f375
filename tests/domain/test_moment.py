from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone, tzinfo

import pytest
from hypothesis import given

from firm_memory.domain.errors import InvalidTimestamp
from firm_memory.domain.moment import CLOCK_TOLERANCE, age, optional_utc, read_moment, utc, write_moment
from tests.strategies import moments

NOW = datetime(2026, 12, 1, tzinfo=UTC)


class Nowhere(tzinfo):
    """A zone that knows no offset: a datetime in it is naive for all its tzinfo."""

    def utcoffset(self, _: datetime | None) -> None:
        """None, always."""

    dst = tzname = utcoffset


class AutumnNight(tzinfo):
    """Berlin in the night when clocks go back: the first 02:30 is summer time, the second is not."""

    def utcoffset(self, dt: datetime | None) -> timedelta:
        """Two hours, then one."""
        return timedelta(hours=1 if dt and dt.fold else 2)

    def dst(self, dt: datetime | None) -> timedelta:
        """An hour, then none."""
        return self.utcoffset(dt) - timedelta(hours=1)

    def tzname(self, dt: datetime | None) -> str:
        """As people there say."""
        return "CET" if dt and dt.fold else "CEST"


@given(moments())
def test_a_moment_is_the_same_instant_in_utc(moment: datetime) -> None:
    """Whatever zone it came in."""
    kept = utc(moment)
    assert kept == moment
    assert kept.tzinfo is UTC
    assert utc(kept) == kept


@pytest.mark.parametrize("zone", [None, Nowhere()])
def test_a_naive_moment_is_never_kept(zone: tzinfo | None) -> None:
    """Not even one whose zone knows no offset, which Python would read in the machine's zone."""
    with pytest.raises(InvalidTimestamp, match=r"^timestamp: 2026-05-04T10:00:00 has no time zone\. Give an aware"):
        utc(datetime(2026, 5, 4, 10, tzinfo=zone))
    with pytest.raises(InvalidTimestamp):
        write_moment(datetime(2026, 5, 4, 10, tzinfo=zone))


def test_an_absent_moment_stays_absent() -> None:
    """`verified_at` of what nobody has verified."""
    assert optional_utc(None) is None
    assert optional_utc(NOW) == NOW


@given(moments())
def test_a_written_moment_reads_back_to_the_microsecond(moment: datetime) -> None:
    """In every year, also those that C libraries write with fewer digits."""
    written = write_moment(moment)
    assert len(written) == len("2026-05-04T10:00:00.000000Z")
    assert read_moment("created_at", written) == moment


@given(moments(), moments())
def test_the_order_of_written_moments_is_the_order_of_time(one: datetime, other: datetime) -> None:
    """bug-time-07: stores may compare texts."""
    assert (write_moment(one) < write_moment(other)) == (one < other)


@pytest.mark.parametrize(
    "text",
    [
        "2026-05-04T10:00:00",
        " 2026-05-04T10:00:00Z\n",
        "2026-05-04 10:00:00+00",
        "2026-05-04T12:00:00+02:00",
        "2026-05-04T10:00:00.0000009Z",
    ],
)
def test_every_iso_8601_form_reads_as_utc_and_naive_ones_too(text: str) -> None:
    """bug-time-01: without an offset, at the edge, a time is UTC."""
    assert read_moment("created_at", text) == datetime(2026, 5, 4, 10, tzinfo=UTC)
    assert read_moment("created_at", text).tzinfo is UTC


@pytest.mark.parametrize(
    "text", ["", "yesterday", "2026-13-01", "2026-05-04T25:00:00Z", "0001-01-01T00:00:00+01:00", "2026-05-04T10:00:60Z"]
)
def test_what_is_no_time_is_refused_by_field(text: str) -> None:
    """Also a time that lies before the first year once it is in UTC."""
    with pytest.raises(InvalidTimestamp, match=r"^updated_since: .* is no ISO 8601 time\. Write 2026-05-04T10:00:00Z"):
        read_moment("updated_since", text)


def test_a_moment_outside_the_calendar_is_refused() -> None:
    """The last hour of the year 9999 west of Greenwich is a year that Python does not have."""
    west = timezone(timedelta(hours=-5))
    with pytest.raises(InvalidTimestamp, match=r"^timestamp: .* is no date in UTC\. Give years 1 to 9999"):
        utc(datetime(9999, 12, 31, 23, tzinfo=west))


def test_the_hour_that_happens_twice_counts_twice() -> None:
    """bug-time-03: 02:30 and 02:30 again are an hour apart; wall clocks in one zone would say 0."""
    night = AutumnNight()
    first, second = (datetime(2026, 10, 25, 2, 30, fold=fold, tzinfo=night) for fold in (0, 1))
    assert second - first == timedelta(0), "what Python says, and why all arithmetic is in UTC"
    assert age(first, second) == timedelta(hours=1)
    assert (write_moment(first), write_moment(second)) == (
        "2026-10-25T00:30:00.000000Z",
        "2026-10-25T01:30:00.000000Z",
    )


@pytest.mark.parametrize(
    ("ahead", "passed"),
    [
        (timedelta(0), timedelta(0)),
        (timedelta(seconds=4), timedelta(0)),
        (CLOCK_TOLERANCE, timedelta(0)),
        (CLOCK_TOLERANCE + timedelta(microseconds=1), None),
        (timedelta(days=365), None),
        (timedelta(days=-1), timedelta(days=1)),
    ],
)
def test_a_small_skew_is_age_0_and_the_future_is_unknown(ahead: timedelta, passed: timedelta | None) -> None:
    """bug-time-05 and -06: two replicas may differ by five minutes; a negative age is never "fresh for ever"."""
    assert age(NOW + ahead, NOW) == passed
