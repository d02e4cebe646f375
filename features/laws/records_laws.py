"""The laws of the `Records` port.

An adapter joins them in five lines: a test class that subclasses `RecordsLaws` and overrides one fixture,
`open_records`, to return a function that opens the place under test.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import attrs
import pytest

from firm_memory.application.ports.records import Records
from firm_memory.application.wire import record_to_wire
from firm_memory.domain.candidate import Record
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import LostUpdate
from firm_memory.domain.identity import memory_id
from firm_memory.domain.ledger import Change, EventKind
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.text import CONTENT_LIMIT_MOST
from firm_memory.features.laws.adoption_laws import AdoptionLaws
from firm_memory.features.laws.browsing_laws import BrowsingLaws
from firm_memory.features.laws.erasure_laws import ErasureLaws
from firm_memory.features.laws.ledger_laws import LedgerLaws
from firm_memory.features.laws.queue_laws import QueueLaws
from firm_memory.features.laws.sample_changes import AWKWARD, EXECUTION, Scribe, a_long_story
from firm_memory.features.laws.signals_laws import SignalsLaws

RACERS: Final = 6


def _race(attempts: Sequence[Callable[[], object]]) -> list[object]:
    """What each attempt gave, or the `LostUpdate` it raised, all started at one instant."""
    start = threading.Barrier(len(attempts))

    def run(attempt: Callable[[], object]) -> object:
        start.wait()
        try:
            return attempt()
        except LostUpdate as lost:
            return lost

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # so that threads of one process interleave within a commit, too
    try:
        with ThreadPoolExecutor(len(attempts)) as threads:
            return list(threads.map(run, attempts))
    finally:
        sys.setswitchinterval(interval)


def _standing(records: Records) -> list[tuple[Record, MemoryStatus, bool]]:
    return [(each, each.status, each.stored) for each in records.queue.every()]


class RecordsLaws(QueueLaws, LedgerLaws, ErasureLaws, BrowsingLaws, SignalsLaws, AdoptionLaws):
    """What every records adapter promises. `open_records` opens the same, at first empty place each time."""

    @pytest.fixture
    def open_records(self) -> Callable[[], Records]:
        """To be given by the adapter's test class."""
        raise NotImplementedError("give a fixture open_records: a function that opens the place under test")

    @pytest.fixture
    def records(self, open_records: Callable[[], Records]) -> Iterator[Records]:
        """The place under test, opened once."""
        records = open_records()
        yield records
        records.close()

    @pytest.fixture
    def scribe(self) -> Scribe:
        """The writer of this test's changes."""
        return Scribe()

    def test_an_empty_place_reads_as_empty(self, records: Records) -> None:
        """Rule: before the first commit there is nothing, and asking is no error."""
        nobody = memory_id("nothing", MemoryType.BUG_FIX, EXECUTION)
        assert records.queue.get(nobody) is None
        assert not [*records.queue.waiting(), *records.queue.notes("mr-1"), *records.queue.every()]
        assert records.queue.atoms() == frozenset()
        assert not [*records.ledger.sealed(), *records.ledger.events(), *records.ledger.unstored()]
        assert not records.ledger.history(nobody)

    def test_preparing_and_closing_may_be_repeated(self, records: Records, scribe: Scribe) -> None:
        """Rule: `prepare` promises that a commit would be accepted and writes no event; `close` is idempotent."""
        records.prepare()
        records.prepare()
        assert not list(records.ledger.sealed())
        records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("kept")))
        records.close()
        records.close()

    def test_a_commit_puts_its_records_in_force(self, records: Records, scribe: Scribe) -> None:
        """Rule: what `commit` answers, the queue and the ledger show from then on."""
        record = scribe.candidate(AWKWARD[0])
        event = records.commit(scribe.change(EventKind.PROPOSED, record))
        assert (event.seq, event.kind, event.principal) == (1, EventKind.PROPOSED, "agent:opencode")
        assert (event.on_behalf_of, event.via, event.trust) == ("dana", "mcp", "local")
        assert event.records == (record,)
        assert records.queue.get(record.id) == record
        assert list(records.ledger.events()) == [event]

    def test_a_commit_that_lost_its_race_changes_nothing(self, records: Records, scribe: Scribe) -> None:
        """Rule: each revision must be one above the present one, or the whole change is refused."""
        first, other = scribe.candidate("first"), scribe.candidate("other")
        records.commit(scribe.change(EventKind.PROPOSED, first))
        before = (_standing(records), list(records.ledger.sealed()))
        early = attrs.evolve(first, memory=attrs.evolve(first.memory, revision=3))
        unborn = attrs.evolve(other, memory=attrs.evolve(other.memory, revision=2))
        for lost in ((other, first), (other, early), (unborn,), (other, other)):
            with pytest.raises(LostUpdate):
                records.commit(scribe.change(EventKind.PROPOSED, *lost))
        assert (_standing(records), list(records.ledger.sealed())) == before
        records.commit(scribe.change(EventKind.PROPOSED, other))

    def test_a_lost_update_names_the_present_revision(self, records: Records, scribe: Scribe) -> None:
        """Rule: the loser is told what to read again: the record and the revision it has now."""
        first = scribe.candidate("first")
        records.commit(scribe.change(EventKind.PROPOSED, first))
        with pytest.raises(LostUpdate, match=rf"{first.id}.* revision 1\b"):
            records.commit(scribe.change(EventKind.PROPOSED, first))

    def test_one_of_many_racing_commits_wins(self, open_records: Callable[[], Records], scribe: Scribe) -> None:
        """Rule: of any number of commits on one revision exactly one wins; the others change nothing."""
        doors = [open_records() for _ in range(RACERS)]
        record = scribe.candidate("contested")
        doors[0].commit(scribe.change(EventKind.PROPOSED, record))
        changes = [scribe.change(EventKind.REJECTED, scribe.rejected(record, f"reason {n}")) for n in range(RACERS)]
        outcomes = _race([_commit(door, change) for door, change in zip(doors, changes, strict=True)])
        assert sum(isinstance(each, LostUpdate) for each in outcomes) == RACERS - 1
        assert [len(list(door.ledger.sealed())) for door in doors] == [2] * RACERS
        for door in doors:
            door.close()

    def test_racing_commits_on_different_records_all_stand(
        self, open_records: Callable[[], Records], scribe: Scribe
    ) -> None:
        """Rule: whoever does not contend is not refused, and the chain stays gapless."""
        doors = [open_records() for _ in range(RACERS)]
        changes = [scribe.change(EventKind.PROPOSED, scribe.candidate(f"fact {n}")) for n in range(RACERS * 4)]
        attempts = [_commit(doors[n % RACERS], change) for n, change in enumerate(changes)]
        outcomes = _race(attempts)
        assert not [each for each in outcomes if isinstance(each, LostUpdate)]
        report = verify_chain(doors[0].ledger.sealed())
        assert (report.ok, report.length) == (True, len(changes))
        assert {each.id for each in doors[-1].queue.every()} == {each.records[0].id for each in changes}
        for door in doors:
            door.close()

    def test_a_reopened_place_stands_as_it_was_left(self, open_records: Callable[[], Records]) -> None:
        """Rule: records, order, marks, history and bytes outlive the process that wrote them."""
        records = open_records()
        for change in a_long_story():
            records.commit(change)
        records.ledger.mark_stored(4)
        records.ledger.mark_stored(12)
        before, sealed, events = _standing(records), list(records.ledger.sealed()), list(records.ledger.events())
        unstored, waiting = list(records.ledger.unstored()), list(records.queue.waiting())
        records.close()
        again = open_records()
        assert _standing(again) == before
        assert (list(again.ledger.sealed()), list(again.ledger.events())) == (sealed, events)
        assert (list(again.ledger.unstored()), list(again.queue.waiting())) == (unstored, waiting)
        assert [each.seq for each in unstored] == [5, 6, 8, 9, 10, 11]
        again.close()

    @pytest.mark.parametrize("content", [*AWKWARD, "👩🏽‍💻" * (CONTENT_LIMIT_MOST // 4), "\\" * CONTENT_LIMIT_MOST])
    def test_texts_come_back_byte_for_byte(self, open_records: Callable[[], Records], content: str) -> None:
        """Rule: stored text is never bent, however odd or long."""
        scribe, records = Scribe(), open_records()
        record = scribe.candidate(content)
        records.commit(scribe.change(EventKind.PROPOSED, record))
        records.close()
        again = open_records()
        present = again.queue.get(record.id)
        assert present is not None
        assert present.memory.content == content
        assert record_to_wire(present) == record_to_wire(record)
        again.close()


def _commit(records: Records, change: Change) -> Callable[[], object]:
    return lambda: records.commit(change)
