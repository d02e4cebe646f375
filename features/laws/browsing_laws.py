"""The laws of browsing: the present state of the records, by filters, page by page."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Final

import attrs
import pytest

from firm_memory.application.ports.records import Records
from firm_memory.domain.browsing import Filters, Staleness
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.memory import Memory
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.laws.sample_changes import LEAD, START, Scribe
from firm_memory.features.laws.sample_memories import sample

EVERYWHERE: Final = frozenset({"firm", "domain:execution", "domain:mcx", "repo:oms", "repo:gateway"})
ALL: Final = Filters(atoms=EVERYWHERE, statuses=frozenset(MemoryStatus))
_SCOPES: Final = (
    MemoryScope(firm=True),
    MemoryScope(domains=("execution",)),
    MemoryScope(domains=("mcx",), repos=("oms",)),
    MemoryScope(repos=("gateway",)),
)
_STATUSES: Final = (MemoryStatus.ACTIVE, MemoryStatus.ACTIVE, MemoryStatus.DISPUTED, MemoryStatus.ARCHIVED)
_NUMBER: Final = 48


def _memory(number: int) -> Memory:
    """The memory of that number: three of them in each minute, every filter met by some and missed by some."""
    plain = sample(number, scope=_SCOPES[number % 4], status=_STATUSES[number % 3 + number % 2], minutes=number // 3)
    return attrs.evolve(
        plain,
        type=list(MemoryType)[number % 5],
        tier=MemoryTier.INDEX if number % 7 == 0 else MemoryTier.DURABLE,
        tags=("Netting", "cut-off")[: number % 3],
        steward=(None, "mira", "Robin")[number % 3],
        verified_at=plain.updated_at + timedelta(days=1) if number % 5 == 0 else None,
        provenance=attrs.evolve(
            plain.provenance, reference=f"docs/{number % 4}.md", doc_sha="a1" * 20 if number % 2 else None
        ),
    )


def settle(records: Records, scribe: Scribe) -> list[Record]:
    """Records of every kind, some of them waiting for the store, and a working note that nobody browses."""
    kept = [Record(memory=_memory(number)) for number in range(_NUMBER)]
    records.commit(scribe.change(EventKind.IMPORTED, *kept))
    records.ledger.mark_stored(1)
    records.commit(scribe.change(EventKind.NOTED, scribe.note("mr-1", "a finding of today")))
    waiting = [scribe.candidate(f"candidate {number}") for number in range(3)]
    records.commit(scribe.change(EventKind.PROPOSED, *waiting))
    approving, disputed = (scribe.approved(each) for each in waiting[:2])
    disputed = attrs.evolve(disputed, memory=attrs.evolve(disputed.memory, status=MemoryStatus.DISPUTED))
    records.commit(scribe.change(EventKind.IMPORTED, approving, disputed, by=LEAD))
    return list(records.queue.every())


def pages(
    records: Records, filters: Filters, limit: int, between: Callable[[], object] = lambda: None
) -> list[uuid.UUID]:
    """The ids on all pages, in the order in which they were shown."""
    shown, cursor = list[uuid.UUID](), None
    while True:
        shelf = records.queue.browse(filters, limit, cursor)
        assert len(shelf.records) <= limit
        shown += [record.id for record in shelf.records]
        cursor = shelf.cursor
        if cursor is None:
            return shown
        between()


def ordered(found: list[Record]) -> list[uuid.UUID]:
    """Latest change first, ties by id."""
    by_id = sorted(found, key=lambda record: record.id)
    return [record.id for record in sorted(by_id, key=lambda record: record.memory.updated_at, reverse=True)]


_LATER: Final = START + timedelta(minutes=8)
_STALE: Final = Staleness(before=_LATER)
_REWRITTEN: Final = Staleness(before=START, documents={"docs/1.md": "b2" * 20, "docs/3.md": "a1" * 20})
_FILTERS: Final = {
    "everything": ALL,
    "in_recall": Filters(atoms=EVERYWHERE),
    "of_one_scope": Filters(atoms=frozenset({"repo:oms"})),
    "of_no_scope": Filters(atoms=frozenset()),
    "of_another_scope": Filters(atoms=frozenset({"repo:nowhere"})),
    "of_no_status": Filters(atoms=EVERYWHERE, statuses=frozenset()),
    "waiting": Filters(atoms=EVERYWHERE, statuses=frozenset({MemoryStatus.PROPOSED})),
    "approving": Filters(atoms=EVERYWHERE, statuses=frozenset({MemoryStatus.APPROVING})),
    "archived": Filters(atoms=EVERYWHERE, statuses=frozenset({MemoryStatus.ARCHIVED})),
    "of_one_type": attrs.evolve(ALL, kind=MemoryType.CONVENTION),
    "tagged": attrs.evolve(ALL, tag="NETTING"),
    "of_one_steward": attrs.evolve(ALL, steward="Robin"),
    "of_a_steward_written_otherwise": attrs.evolve(ALL, steward="robin"),
    "changed_since": attrs.evolve(ALL, updated_since=_LATER),
    "stale": Filters(atoms=EVERYWHERE, stale=_STALE),
    "stale_and_disputed": Filters(atoms=EVERYWHERE, statuses=frozenset({MemoryStatus.DISPUTED}), stale=_STALE),
    "rewritten": Filters(atoms=EVERYWHERE, stale=_REWRITTEN),
    "all_together": Filters(
        atoms=frozenset({"repo:oms", "firm"}), kind=MemoryType.REJECTED_APPROACH, tag="netting", stale=_STALE
    ),
}
_EMPTY: Final = frozenset(
    {"of_no_scope", "of_another_scope", "of_no_status", "of_a_steward_written_otherwise", "stale_and_disputed"}
)


class BrowsingLaws:
    """What `ApprovalQueue.browse` and `tags` promise; part of `RecordsLaws`."""

    def test_an_empty_place_has_empty_shelves(self, records: Records) -> None:
        """Rule: before the first commit there is nothing to browse, and asking is no error."""
        shelf = records.queue.browse(ALL, 5, None)
        assert (shelf.records, shelf.cursor, dict(records.queue.tags(ALL))) == ((), None, {})

    def test_every_filter_is_exact(self, records: Records, scribe: Scribe) -> None:
        """Rule: what a filter admits is listed, all of it and nothing else, in order, however the pages are cut."""
        known = settle(records, scribe)
        for name, filters in _FILTERS.items():
            wanted = ordered([record for record in known if filters.admits(record)])
            assert bool(wanted) == (name not in _EMPTY), name
            assert len(wanted) < len(known), name
            for limit in (1, 7, 100):
                assert pages(records, filters, limit) == wanted, (name, limit)

    def test_a_shelf_shows_records_as_they_stand(self, records: Records, scribe: Scribe) -> None:
        """Rule: a listed record is the record that its id gives."""
        settle(records, scribe)
        for record in records.queue.browse(ALL, 50, None).records:
            assert records.queue.get(record.id) == record

    def test_touching_records_moves_nothing_between_pages(self, records: Records, scribe: Scribe) -> None:
        """Rule: whoever turns pages sees each record once, though others touch them meanwhile; what is new waits."""
        settle(records, scribe)
        wanted = pages(records, ALL, 50)
        touched = iter(wanted[::-1] + wanted)

        def touch() -> None:
            for _ in range(3):
                present = records.queue.get(next(touched))
                assert present is not None
                moved = attrs.evolve(
                    present.memory,
                    updated_at=scribe.now + timedelta(days=9),
                    revision=present.memory.revision + 1,
                )
                records.commit(scribe.change(EventKind.VERIFIED, attrs.evolve(present, memory=moved)))
            records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate(f"new at {scribe.now}")))

        assert pages(records, ALL, 7, touch) == wanted
        assert pages(records, ALL, 50) != wanted

    def test_a_record_changed_twice_in_one_event_keeps_its_place(self, records: Records, scribe: Scribe) -> None:
        """Rule: the place is that of the last form in which an event left the record."""
        first, others = scribe.candidate("one"), [scribe.candidate(f"other {number}") for number in range(3)]
        late = scribe.now + timedelta(days=1)
        second = attrs.evolve(first, memory=attrs.evolve(first.memory, revision=2, updated_at=late))
        records.commit(scribe.change(EventKind.PROPOSED, *others, first, second))
        shelf = records.queue.browse(ALL, 2, None)
        third = attrs.evolve(second.memory, revision=3, updated_at=late + timedelta(days=1))
        records.commit(scribe.change(EventKind.SEEN_AGAIN, attrs.evolve(second, memory=third)))
        rest = records.queue.browse(ALL, 2, shelf.cursor)
        shown = [*shelf.records, *rest.records]
        assert [each.id for each in shown] == [first.id, *sorted(each.id for each in others)]

    @pytest.mark.parametrize(
        "cursor",
        ["", "nonsense", "W10=", "WzAsIjIwMjYtMDEtMDUiLCJ4Il0=", "eyJhIjoxfQ==", "é", "WzEsMiwzXQ==", "WzEsMiwzXQ"],
    )
    def test_a_cursor_of_no_listing_is_refused(self, records: Records, scribe: Scribe, cursor: str) -> None:
        """Rule: a cursor is taken back as it was given, or refused by name."""
        settle(records, scribe)
        with pytest.raises(InvalidField, match="cursor"):
            records.queue.browse(ALL, 5, cursor)

    def test_tags_are_counted_over_what_is_asked_for(self, records: Records, scribe: Scribe) -> None:
        """Rule: tag → how many of the admitted records bear it."""
        known = settle(records, scribe)
        for filters in _FILTERS.values():
            admitted = [record for record in known if filters.admits(record)]
            tags = {tag for record in admitted for tag in record.memory.tags}
            wanted = {tag: sum(tag in record.memory.tags for record in admitted) for tag in tags}
            assert dict(records.queue.tags(filters)) == wanted
