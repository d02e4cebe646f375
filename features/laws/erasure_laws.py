"""The laws of erasure: a redaction takes words away for good and leaves the chain as it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Final

import attrs
import pytest

from firm_memory.application.ports.records import Records
from firm_memory.domain.candidate import Record
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import LostUpdate
from firm_memory.domain.ledger import Change, EventKind, Sealed
from firm_memory.domain.redaction import REDACTED, Redaction
from firm_memory.domain.tombstone import redacted
from firm_memory.features.laws.sample_changes import AWKWARD, LEAD, Scribe

LEAKED: Final = "the vault opens to brass-lantern-9"
# The last hash of `_a_leak`, whichever adapter keeps it.
GOLDEN_ERASURE: Final = "627a8777b652c12c61874fd266feafccbf7f0c9d437413c3f8388f9836b71cc1"


def _redaction(scribe: Scribe, record: Record) -> tuple[Record, Change]:
    """The tombstone of `record`, and the change that puts it in force."""
    reason = "A password had slipped in."
    tombstone = redacted(record, Redaction(by=LEAD.name, at=scribe.now, reason=reason))
    return tombstone, attrs.evolve(scribe.change(EventKind.REDACTED, tombstone, by=LEAD), reason=reason)


def _a_leak(scribe: Scribe, records: Records) -> tuple[Record, Record]:
    """A leaked memory with all its history, told beside an innocent one; entries 1 to 5. Both as they stand."""
    leaked = scribe.candidate(f"{LEAKED}, {AWKWARD[1]}")
    records.commit(scribe.change(EventKind.PROPOSED, leaked))
    leaked = scribe.approved(leaked)
    records.commit(scribe.change(EventKind.APPROVED, leaked, by=LEAD))
    innocent = scribe.candidate(AWKWARD[0], supersedes=leaked.memory)
    leaked = scribe.disputed(leaked, innocent, f"because {LEAKED}")
    records.commit(scribe.change(EventKind.CORRECTED, leaked, innocent))
    leaked = scribe.seen_again(leaked, f"mr-7, {LEAKED}")
    records.commit(attrs.evolve(scribe.change(EventKind.SEEN_AGAIN, leaked), reason=f"again {LEAKED}"))
    innocent = scribe.seen_again(innocent, "mr-8")
    records.commit(scribe.change(EventKind.SEEN_AGAIN, innocent))
    return leaked, innocent


def _kept(entries: Iterable[Sealed]) -> str:
    """Everything that some entries hold, as one text."""
    return json.dumps([attrs.asdict(each) for each in entries], ensure_ascii=False)


class ErasureLaws:
    """What `Records.commit` promises of a redaction; part of `RecordsLaws`."""

    def test_a_redaction_erases_every_text_of_its_record(
        self, open_records: Callable[[], Records], scribe: Scribe
    ) -> None:
        """Rule: queue, history and ledger hold none of its words and no salt of theirs, also when opened anew."""
        records = open_records()
        leaked, _ = _a_leak(scribe, records)
        tombstone, change = _redaction(scribe, leaked)
        event = records.commit(change)
        assert (event.seq, event.records, event.reason) == (6, (attrs.evolve(tombstone, stored=False),), change.reason)
        records.close()
        for place in (records, open_records()):
            present = place.queue.get(leaked.id)
            assert present is not None
            assert present.memory == tombstone.memory
            assert LEAKED not in _kept(place.ledger.sealed())
            assert LEAKED not in repr([*place.ledger.events(), *place.ledger.history(leaked.id), *place.queue.every()])
            told = [each for event in place.ledger.history(leaked.id) for each in event.records if each.id == leaked.id]
            assert {each.memory.content for each in told} == {REDACTED}
            erased = [each for entry in place.ledger.sealed() for each in entry.texts.values() if each.redacted_by]
            assert {(each.text, each.salt, each.redacted_by) for each in erased} == {(None, None, 6)}
            place.close()

    def test_the_chain_stays_as_it_was(self, records: Records, scribe: Scribe) -> None:
        """Rule: no body and no hash changes; a verification lists what was redacted by which event."""
        leaked, _ = _a_leak(scribe, records)
        before = [(each.seq, each.body, each.hash) for each in records.ledger.sealed()]
        records.commit(_redaction(scribe, leaked)[1])
        sealed = list(records.ledger.sealed())
        assert [(each.seq, each.body, each.hash) for each in sealed[:-1]] == before
        report = verify_chain(sealed, GOLDEN_ERASURE)
        assert (report.problem, report.head) == (None, GOLDEN_ERASURE)
        assert report.redacted == ((1, 6), (2, 6), (3, 6), (4, 6))

    def test_only_the_words_of_that_record_go(self, records: Records, scribe: Scribe) -> None:
        """Rule: what the other record of an event says is kept, also the words that both have."""
        leaked, innocent = _a_leak(scribe, records)
        records.commit(_redaction(scribe, leaked)[1])
        assert records.queue.get(innocent.id) == attrs.evolve(innocent, stored=False)
        told = [each for event in records.ledger.history(innocent.id) for each in event.records]
        assert [each.memory.content for each in told if each.id == innocent.id] == [AWKWARD[0]] * 2
        assert [each.memory.tags for each in told if each.id == innocent.id] == [innocent.memory.tags] * 2

    def test_words_that_two_records_share_go_with_the_second(self, records: Records, scribe: Scribe) -> None:
        """Rule: when both are redacted, the event that told of both holds no text of either."""
        leaked, innocent = _a_leak(scribe, records)
        records.commit(_redaction(scribe, leaked)[1])
        records.commit(_redaction(scribe, innocent)[1])
        both = list(records.ledger.sealed())[2]
        assert {each.text for each in both.texts.values()} == {None}
        assert {each.redacted_by for each in both.texts.values()} == {6, 7}
        assert verify_chain(records.ledger.sealed()).redacted == ((1, 6), (2, 6), (3, 6), (3, 7), (4, 6), (5, 7))

    def test_the_ledger_goes_on_behind_a_redaction(self, open_records: Callable[[], Records], scribe: Scribe) -> None:
        """Rule: marks stay where they were, later commits follow, and whoever had the place open sees all of it."""
        one, other = open_records(), open_records()
        leaked, innocent = _a_leak(scribe, one)
        one.ledger.mark_stored(2)
        assert len(list(other.ledger.sealed())) == 5
        one.commit(_redaction(scribe, leaked)[1])
        assert LEAKED not in _kept(other.ledger.sealed())
        assert [each.seq for each in other.ledger.unstored()] == [3, 4, 6]
        other.commit(scribe.change(EventKind.REJECTED, scribe.rejected(innocent, "no"), by=LEAD))
        assert [each.seq for each in one.ledger.sealed()] == [1, 2, 3, 4, 5, 6, 7]
        assert verify_chain(one.ledger.sealed()).ok
        one.close()
        other.close()

    def test_a_redaction_that_lost_its_race_erases_nothing(self, records: Records, scribe: Scribe) -> None:
        """Rule: all of it or nothing; the words of a record that somebody changed meanwhile are still there."""
        leaked, _ = _a_leak(scribe, records)
        early = attrs.evolve(leaked, memory=attrs.evolve(leaked.memory, revision=9))
        before = list(records.ledger.sealed())
        with pytest.raises(LostUpdate):
            records.commit(_redaction(scribe, early)[1])
        assert list(records.ledger.sealed()) == before
        assert records.queue.get(leaked.id) == attrs.evolve(leaked, stored=False)
