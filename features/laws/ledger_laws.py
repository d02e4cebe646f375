"""The laws of the ledger: the append-only chain of events."""

from __future__ import annotations

from typing import Final

import attrs
import pytest

from firm_memory.application.ports.records import Records
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import NotFound
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.renaming import Rename
from firm_memory.features.laws.sample_changes import AWKWARD, Scribe, a_long_story

# The last hash of `a_long_story`, whichever adapter keeps it. It changes only with the schema version.
GOLDEN_HEAD: Final = "f860202b99c160d7a5a464fb09e29bc145ae569bc4bc61f4876f41d5bfb083d8"


class LedgerLaws:
    """What `Records.ledger` promises; part of `RecordsLaws`."""

    def test_the_same_changes_give_the_same_bytes_everywhere(self, records: Records) -> None:
        """Rule: bodies and hashes do not depend on the adapter; the chain is gapless and holds."""
        for change in a_long_story():
            records.commit(change)
        sealed = list(records.ledger.sealed())
        report = verify_chain(sealed, GOLDEN_HEAD)
        assert [each.seq for each in sealed] == list(range(1, 13))
        assert (report.ok, report.head, sealed[-1].hash) == (True, GOLDEN_HEAD, GOLDEN_HEAD)

    def test_bodies_hold_no_free_text(self, records: Records) -> None:
        """Rule: a text stands in the chain only as a salted digest, so that it can be redacted later."""
        for change in a_long_story():
            records.commit(change)
        sealed = list(records.ledger.sealed())
        for entry in sealed:
            assert not [text.text for text in entry.texts.values() if (text.text or "") in entry.body]
        assert set(AWKWARD) <= {text.text for each in sealed for text in each.texts.values()}

    def test_entries_are_read_from_any_place_on(self, records: Records) -> None:
        """Rule: `sealed` and `events` give what stands behind `after`, in order."""
        for change in a_long_story():
            records.commit(change)
        assert [each.seq for each in records.ledger.sealed(after=9)] == [10, 11, 12]
        assert [each.seq for each in records.ledger.events(after=9)] == [10, 11, 12]
        assert not list(records.ledger.sealed(after=12))
        assert [each.kind for each in records.ledger.events()] == [each.kind for each in a_long_story()]

    def test_renamings_of_repositories_are_told_in_their_order(self, records: Records) -> None:
        """Rule: `renames` gives what the events of that kind say, and nothing of the others."""
        assert list(records.ledger.renames()) == []
        for change in a_long_story()[:3]:
            records.commit(change)
        there, back = {"old": "oms", "new": "quant/oms"}, {"old": "quant/oms", "new": "oms"}
        for details in (there, back):
            change = attrs.evolve(a_long_story()[0], kind=EventKind.REPO_RENAMED, records=(), details=details)
            records.commit(change)
        assert list(records.ledger.renames()) == [Rename(**there), Rename(**back)]

    def test_history_lists_the_events_that_touched_a_record(self, records: Records) -> None:
        """Rule: every event that changed a record, oldest first, and no other."""
        story = a_long_story()
        for change in story:
            records.commit(change)
        first, third = story[0].records[0].id, story[7].records[1].id
        assert [each.seq for each in records.ledger.history(first)] == [1, 3, 4, 8, 9]
        assert [each.seq for each in records.ledger.history(third)] == [8, 9, 10, 11, 12]
        assert all(each.touches(third) for each in records.ledger.history(third))

    def test_only_entries_that_exist_can_be_marked(self, records: Records, scribe: Scribe) -> None:
        """Rule: marking an entry that does not exist raises `NotFound`; marking a proposal changes nothing."""
        records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("one")))
        for seq in (0, 2, -1):
            with pytest.raises(NotFound):
                records.ledger.mark_stored(seq)
        records.ledger.mark_stored(1)
        assert [each.stored for each in records.ledger.events()] == [True]
