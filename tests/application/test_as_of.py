"""Asking the past: the ledger folded up to a moment, by words alone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from dependency_injector import providers

from firm_memory.adapters.in_memory.clock import FixedClock
from firm_memory.application.as_of import Then
from firm_memory.domain.answer import Hits
from firm_memory.domain.errors import InvalidTimestamp, RecordsUnavailable
from firm_memory.domain.label import Mode, Reason
from firm_memory.domain.status import MemoryStatus
from firm_memory.features.firm import Firm
from tests.application.conftest import NOW, OMS

LOTS = "Odd lots go through the netting queue"
DAY = 86_400


def asked(firm: Firm, as_of: date | str, query: str = "netting queue") -> Hits:
    """What `oms` is told of that moment."""
    return firm.at("oms").search(query, as_of=as_of)


def superseded(firm: Firm, words: str) -> None:
    """The first memory is replaced."""
    correction = firm.at("oms").correct(firm.subject, reason="outdated", replacement=words)
    assert correction.replacement
    assert correction.replacement.candidate_id
    firm.desk.approve(correction.replacement.candidate_id, approver="lead")


def test_a_memory_appears_as_it_stood(dated: Firm, clock: FixedClock) -> None:
    """What was superseded later is whole and active; its successor is not known yet; the answer says of when it is."""
    dated.approved(LOTS, OMS)
    clock.advance(DAY)
    superseded(dated, "Odd lots bypass the netting queue")
    assert [hit.content for hit in asked(dated, NOW + timedelta(days=1))] == ["Odd lots bypass the netting queue"]
    hits = asked(dated, NOW)
    assert [(hit.content, hit.status, hit.age_days, hit.memory.superseded_by) for hit in hits] == [
        (LOTS, MemoryStatus.ACTIVE, 0, None)
    ]
    assert (hits.mode, hits.degraded, hits.reason, hits.as_of) == (Mode.LEXICAL, False, None, NOW)


def test_before_the_first_memory_there_was_none(dated: Firm) -> None:
    """The bound is inclusive: at the very moment it is known, a microsecond before it is not."""
    dated.approved(LOTS, OMS)
    assert len(asked(dated, NOW)) == 1
    before = asked(dated, NOW - timedelta(microseconds=1))
    assert (list(before), before.reason, before.mode) == ([], Reason.EMPTY_STORE, Mode.NONE)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2026-12-01", 1),
        ("2026-11-30", 0),
        ("2026-12-01T00:00:00", 1),
        ("2026-12-01T00:59:59+01:00", 0),
        ("2026-12-01T01:00:00+01:00", 1),
        (date(2026, 12, 1), 1),
        (date(2026, 11, 30), 0),
        (datetime(2026, 12, 1), 1),  # noqa: DTZ001 -- a naive one is read as UTC
        (datetime(2026, 12, 1, tzinfo=timezone(timedelta(hours=1))), 0),
    ],
)
def test_how_a_moment_is_read(dated: Firm, text: date | str, found: int) -> None:
    """A bare day lasts until its end in UTC; a time without a zone is UTC; any zone is understood."""
    dated.approved(LOTS, OMS)  # at midnight, UTC
    assert len(asked(dated, text)) == found


def test_a_days_end_is_echoed(dated: Firm) -> None:
    """The answer names the instant that was asked about."""
    assert asked(dated, "2026-12-01").as_of == datetime(2026, 12, 1, 23, 59, 59, 999_999, tzinfo=UTC)


@pytest.mark.parametrize("value", ["yesterday", "", "2026-13-01", 20261201, True, "0001-01-01T00:00:00+10:00"])
def test_what_is_no_moment_is_a_usage_error(dated: Firm, value: str) -> None:
    """It names the argument and shows how to write one."""
    with pytest.raises(InvalidTimestamp, match=r"^as_of: .*2026-05-04"):
        asked(dated, value)


def test_a_clock_that_went_back_reorders_nothing(dated: Firm, clock: FixedClock) -> None:
    """An entry counts by its own time; of several that count, the last in the chain is what holds."""
    clock.advance(DAY)
    dated.approved(LOTS, OMS)
    dated.container.clock.override(providers.Object(FixedClock(NOW)))
    dated.reassemble()
    dated.container.clock.override(providers.Object(FixedClock(NOW)))
    dated.at("oms").archive(dated.subject, by="lead")
    assert list(asked(dated, NOW + timedelta(days=2))) == []


def test_a_redacted_text_stays_redacted(dated: Firm, clock: FixedClock) -> None:
    """The past is asked of what the ledger still holds: what was erased since is gone there too."""
    dated.approved(LOTS, OMS)
    clock.advance(DAY)
    dated.at("oms").redact(dated.subject, reason="held a password", by="lead")
    assert list(asked(dated, NOW)) == []
    assert [hit.content for hit in asked(dated, NOW, "redacted")] == ["[redacted]"]


def test_a_blank_question_folds_nothing(dated: Firm) -> None:
    """It is answered as in the present, without looking at the ledger."""
    dated.container.records().close()
    hits = asked(dated, NOW, " ")
    assert (hits.reason, hits.as_of) == (Reason.EMPTY_QUERY, NOW)


def test_records_that_cannot_be_read_are_a_labelled_answer(dated: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read never raises, also of the past."""

    def fail(*_: object) -> None:
        raise RecordsUnavailable("the records are down")

    monkeypatch.setattr(type(dated.container.records().ledger), "events", fail)
    hits = asked(dated, NOW)
    assert (list(hits), hits.reason, hits.degraded, hits.as_of) == ([], Reason.UNAVAILABLE, True, NOW)


def test_on_the_clock_of_then_time_passes(clock: FixedClock) -> None:
    """It tells the moment that is asked about, and measures durations as the clock of now."""
    then = Then(moment=NOW - timedelta(days=1), clock=clock)
    before = then.monotonic()
    clock.advance(3)
    assert (then.now(), then.monotonic() - before) == (NOW - timedelta(days=1), 3)


def test_the_present_is_left_alone(dated: Firm) -> None:
    """A question to the past needs no store and no model, and leaves nothing behind."""
    dated.approved(LOTS, OMS)
    dated.store.mode = "down"
    assert len(asked(dated, NOW)) == 1
    assert dated.at("oms").search("netting queue").reason is Reason.UNAVAILABLE
