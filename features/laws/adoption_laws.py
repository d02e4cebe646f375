"""The laws of adoption: a whole chain comes into empty records as it was, in one commit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs
import pytest

from firm_memory.application.erasing import erasures
from firm_memory.application.ledger_fold import LedgerFold
from firm_memory.application.ports.records import Records
from firm_memory.application.sealing import seal
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import LostUpdate
from firm_memory.domain.ledger import Change, EventKind, Sealed
from firm_memory.domain.redaction import Redaction
from firm_memory.domain.tombstone import redacted
from firm_memory.features.laws.sample_changes import AWKWARD, LEAD, Scribe, a_long_story


def _told(fold: LedgerFold, change: Change) -> None:
    erased = erasures(change, fold)
    fold.append(seal(change, fold.seq + 1, fold.head))
    fold.erase(erased)


def a_chain() -> LedgerFold:
    """The long story as somebody else's records hold it, with one candidate redacted behind it."""
    fold = LedgerFold()
    for change in a_long_story():
        _told(fold, change)
    rejected = next(each for each in fold.every() if each.memory.content == AWKWARD[1])
    scribe = Scribe()
    tombstone = redacted(rejected, Redaction(by=LEAD.name, at=scribe.now, reason="It leaked."))
    _told(fold, scribe.change(EventKind.REDACTED, tombstone, by=LEAD))
    return fold


def _entries() -> Sequence[Sealed]:
    return a_chain().sealed()


class AdoptionLaws:
    """What `Records.adopt_chain` promises; part of `RecordsLaws`."""

    def test_a_chain_comes_over_as_it_was(self, open_records: Callable[[], Records]) -> None:
        """Rule: bytes, hashes, texts and erasures are the same, also when opened anew; the chain holds."""
        records = open_records()
        records.adopt_chain(_entries())
        records.close()
        for place in (records, open_records()):
            assert list(place.ledger.sealed()) == list(_entries())
            assert verify_chain(place.ledger.sealed()).redacted
            place.close()

    def test_its_records_are_in_force(self, records: Records) -> None:
        """Rule: queue, notes and order are those of the records that the chain comes from; no store has heard of it."""
        records.adopt_chain(_entries())
        fold = a_chain()
        assert list(records.queue.every()) == list(fold.every())
        assert list(records.queue.waiting()) == list(fold.waiting())
        assert list(records.queue.notes("mr-4821")) == list(fold.notes("mr-4821"))
        assert records.queue.atoms() == fold.atoms()
        assert [each.seq for each in records.ledger.unstored()] == [each.seq for each in fold.unstored()]

    def test_the_ledger_goes_on_behind_it(self, open_records: Callable[[], Records], scribe: Scribe) -> None:
        """Rule: marks and commits follow as behind entries of one's own; whoever had the place open sees all of it."""
        one, other = open_records(), open_records()
        assert not list(other.ledger.sealed())
        one.adopt_chain(_entries())
        length = len(_entries())
        other.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("Odd lots go through the netting queue.")))
        other.ledger.mark_stored(4)
        assert [each.seq for each in one.ledger.sealed()] == list(range(1, length + 2))
        assert 4 not in [each.seq for each in one.ledger.unstored()]
        assert verify_chain(one.ledger.sealed()).ok
        one.close()
        other.close()

    def test_records_that_hold_something_take_nothing_over(self, records: Records, scribe: Scribe) -> None:
        """Rule: two histories are never mixed; what is there stays to the last byte."""
        records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("Odd lots go through the netting queue.")))
        before = list(records.ledger.sealed())
        with pytest.raises(LostUpdate):
            records.adopt_chain(_entries())
        assert list(records.ledger.sealed()) == before

    def test_a_chain_that_breaks_off_leaves_nothing(self, records: Records, scribe: Scribe) -> None:
        """Rule: all of it or nothing, also when an entry in the middle cannot be read."""
        entries = list(_entries())
        entries[6] = attrs.evolve(entries[6], body=entries[6].body.replace('"v":1', '"v":99'))
        with pytest.raises(Exception, match=r"99|reads 1"):
            records.adopt_chain(entries)
        assert not list(records.ledger.sealed())
        assert not list(records.queue.every())
        records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("Odd lots go through the netting queue.")))

    def test_an_empty_chain_is_taken_over_by_doing_nothing(self, records: Records) -> None:
        """Rule: there is nothing to put in force, and nothing is."""
        records.adopt_chain(())
        assert not list(records.ledger.sealed())
