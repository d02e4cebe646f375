"""Browse and tags: bounded, labelled, checked again; the domain has the last word on every row."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

import attrs
import pytest
from dependency_injector import providers

from firm_memory.adapters.in_memory.clock import FixedClock
from firm_memory.adapters.in_memory.records import InMemoryRecords
from firm_memory.application.browse import STALE_DAYS_MOST, Browsing
from firm_memory.application.ports.shelf import Shelf
from firm_memory.domain.browsing import Filters
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import InvalidField, RecordsUnavailable
from firm_memory.domain.label import Mode, Reason
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import Firm
from firm_memory.features.laws.sample_memories import sample
from tests.application.conftest import OMS

HERE = Browsing(scope=MemoryScope.asked(repo="oms"))
DAY = 86_400


@attrs.define
class WrongQueue:
    """A queue that lists what it was not asked for, or cannot be reached."""

    record: Record | None = None

    def browse(self, filters: Filters, limit: int, cursor: str | None) -> Shelf:  # noqa: ARG002 -- as the port asks
        """That record, whatever is asked."""
        if self.record is None:
            raise RecordsUnavailable("down")
        return Shelf(records=(self.record,))

    def tags(self, filters: Filters) -> Mapping[str, int]:
        """Never known."""
        raise RecordsUnavailable(f"down for {filters}")


class WrongRecords(InMemoryRecords):
    """Records with that queue."""

    def __init__(self, record: Record | None = None) -> None:
        super().__init__()
        self._queue = WrongQueue(record)  # type: ignore[assignment]  # the part that is asked here


def _ids(firm: Firm, asked: Browsing) -> list[uuid.UUID]:
    return [each.id for each in firm.container.browse()(asked)]


def test_what_is_in_force_is_listed_latest_change_first(dated: Firm, clock: FixedClock) -> None:
    """Rule: without a status candidates and closed records stay out; each row tells its age and whether it is stale."""
    old = dated.approved("Orders are netted.", OMS)
    clock.advance(91 * DAY)
    new = dated.approved("Fills are booked in minor units.", OMS)
    waiting = dated.propose("Books close at 15:20.", OMS)
    listing = dated.container.browse()(HERE)
    assert [(each.id, each.age_days, each.stale) for each in listing] == [(new, 0, False), (old, 91, True)]
    assert (listing.label.mode, listing.reason, listing.cursor) == (Mode.LEXICAL, None, None)
    assert _ids(dated, attrs.evolve(HERE, status=MemoryStatus.PROPOSED)) == [waiting]
    assert _ids(dated, attrs.evolve(HERE, kind=MemoryType.BUG_FIX)) == []


def test_stale_is_asked_for_in_days_or_by_hash(dated: Firm, clock: FixedClock) -> None:
    """Rule: so many days without a change, or a document that reads otherwise; the label agrees with the list."""
    one = dated.approved("Orders are netted.", OMS)
    clock.advance(10 * DAY)
    other = dated.approved("Fills are booked in minor units.", OMS)
    clock.advance(DAY)
    assert _ids(dated, attrs.evolve(HERE, stale_days=10)) == [one]
    assert _ids(dated, attrs.evolve(HERE, stale_days=0)) == [other, one]
    [listed] = dated.container.browse()(attrs.evolve(HERE, stale_days=10))
    assert listed.stale
    assert _ids(dated, attrs.evolve(HERE, documents={"mr-310": "b2"})) == []  # taken from no hashed document
    clock.advance(90 * DAY)
    assert _ids(dated, attrs.evolve(HERE, documents={"mr-310": "b2"})) == [other, one]


def test_nothing_found_is_no_match(firm: Firm) -> None:
    """Rule: an empty page says that the memory works and holds nothing that fits."""
    listing, counted = firm.container.browse()(HERE), firm.container.tags()(HERE.scope)
    assert (len(listing), listing.reason, listing.label.mode, listing.degraded) == (
        0,
        Reason.NO_MATCH,
        Mode.NONE,
        False,
    )
    assert (counted.counts, counted.reason) == ({}, Reason.NO_MATCH)


@pytest.mark.parametrize(("limit", "shown"), [(-1, 1), (0, 1), (2, 2), (10**9, 3)])
def test_a_limit_is_clamped_and_that_is_said(firm: Firm, limit: int, shown: int) -> None:
    """Rule: 1 to 50; beyond that the nearest of them, with the reason."""
    for number in range(3):
        firm.approved(f"Fact {number} about the netting of desk {number}.", OMS)
    listing = firm.container.browse()(attrs.evolve(HERE, limit=limit))
    assert len(listing) == shown
    assert (listing.reason is Reason.LIMIT_CLAMPED) == (limit != shown)
    assert (listing.cursor is None) == (shown == 3)


def test_another_scope_is_not_shown(firm: Firm) -> None:
    """Rule: browsing sees what search sees, and no more."""
    firm.approved("The gateway rounds half up.", MemoryScope(repos=("gateway",)))
    assert _ids(firm, HERE) == []
    assert len(_ids(firm, Browsing(scope=MemoryScope.asked(repo="gateway")))) == 1


def test_a_row_that_was_not_asked_for_is_dropped_and_counted(firm: Firm) -> None:
    """Rule: the domain checks every row again; a leak is counted, never shown."""
    leaked = Record(memory=sample(1, scope=MemoryScope(repos=("gateway",))))
    firm.container.records_for_reads.override(providers.Object(WrongRecords(leaked)))
    listing = firm.container.browse()(HERE)
    assert (len(listing), listing.reason) == (0, Reason.NO_MATCH)
    assert firm.container.metrics().value("scope_leak") == 1


def test_an_outage_is_a_labelled_empty_page(firm: Firm) -> None:
    """Rule: reads never raise; the reason is told and counted."""
    firm.container.records_for_reads.override(providers.Object(WrongRecords()))
    listing = firm.container.browse()(attrs.evolve(HERE, limit=0))
    assert listing.label.reasons == (Reason.UNAVAILABLE, Reason.LIMIT_CLAMPED)
    assert firm.container.tags()(HERE.scope).reason is Reason.UNAVAILABLE
    for operation in ("browse", "tags"):
        assert firm.container.metrics().value("read_failed", operation=operation, reason="unavailable") == 1


def test_tags_are_counted_most_used_first(firm: Firm) -> None:
    """Rule: over what is in force in the asked scope; ties by name."""
    for number, tags in enumerate((("b", "a"), ("b",), ("c",))):
        proposal = firm.at("oms").propose(
            f"Fact {number} about the netting of desk {number}.",
            type=MemoryType.TERMINOLOGY,
            scope=OMS if number < 2 else MemoryScope(repos=("gateway",)),
            reference="mr-1",
            tags=tags,
        )
        assert proposal.candidate_id
        firm.desk.approve(proposal.candidate_id, approver="lead")
    counted = firm.container.tags()(HERE.scope)
    assert (list(counted.counts.items()), counted.reason) == ([("b", 2), ("a", 1)], None)


@pytest.mark.parametrize("days", [-1, STALE_DAYS_MOST + 1])
def test_days_beyond_any_calendar_are_refused(days: int) -> None:
    """Rule: a number that means nothing is a usage error, before anything is asked."""
    with pytest.raises(InvalidField, match="stale_days"):
        Browsing(scope=OMS, stale_days=days)


def test_a_cursor_of_something_else_is_refused() -> None:
    """Rule: so is a cursor that no listing wrote."""
    with pytest.raises(InvalidField, match="cursor"):
        Browsing(scope=OMS, cursor="W10=")
