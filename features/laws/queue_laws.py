"""The laws of the approval queue: the present state of every record."""

from __future__ import annotations

import attrs

from firm_memory.application.ports.records import Records
from firm_memory.domain.browsing import Filters
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.memory import Flag, FlagKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.features.laws.sample_changes import LEAD, Scribe


class QueueLaws:
    """What `Records.queue` promises; part of `RecordsLaws`."""

    def test_candidates_wait_oldest_first(self, records: Records, scribe: Scribe) -> None:
        """Rule: PROPOSED and APPROVING candidates wait, by creation, ties by id; decided ones do not."""
        late = scribe.candidate("late")
        late = attrs.evolve(late, memory=attrs.evolve(late.memory, created_at=scribe.now.replace(year=2027)))
        twins = [scribe.candidate(f"twin {number}") for number in range(4)]
        for record in (late, *twins):
            records.commit(scribe.change(EventKind.PROPOSED, record))
        records.commit(scribe.change(EventKind.NOTED, scribe.note("mr-1", "no candidate")))
        expected = [*sorted((each.id for each in twins), key=str), late.id]
        assert [each.id for each in records.queue.waiting()] == expected
        records.commit(scribe.change(EventKind.APPROVED, scribe.approved(late), by=LEAD))
        records.commit(scribe.change(EventKind.REJECTED, scribe.rejected(twins[0], "no"), by=LEAD))
        expected.remove(twins[0].id)
        assert [each.id for each in records.queue.waiting()] == expected
        assert records.queue.waiting()[-1].status is MemoryStatus.APPROVING
        records.ledger.mark_stored(7)
        assert [each.id for each in records.queue.waiting()] == expected[:-1]

    def test_notes_come_in_the_order_they_were_written(self, records: Records, scribe: Scribe) -> None:
        """Rule: a task's notes, no other task's, oldest first, also after one of them changed."""
        notes = [scribe.note("mr-1", f"finding {number}") for number in range(5)]
        for note in notes:
            records.commit(scribe.change(EventKind.NOTED, note))
            records.commit(scribe.change(EventKind.NOTED, scribe.note("mr-2", note.memory.content)))
        first = attrs.evolve(notes[0], memory=attrs.evolve(notes[0].memory, revision=2, tags=("amended",)))
        records.commit(scribe.change(EventKind.NOTED, first))
        assert [each.id for each in records.queue.notes("mr-1")] == [each.id for each in notes]
        assert records.queue.notes("mr-1")[0].memory.tags == ("amended",)
        assert not records.queue.notes("MR-1")

    def test_every_record_comes_in_the_order_it_entered(self, records: Records, scribe: Scribe) -> None:
        """Rule: `every` follows first entry into the ledger, whatever changed since."""
        entered = [scribe.candidate(f"fact {number}") for number in range(5)]
        records.commit(scribe.change(EventKind.PROPOSED, *entered[:3]))
        records.commit(scribe.change(EventKind.PROPOSED, *entered[3:]))
        records.commit(scribe.change(EventKind.REJECTED, scribe.rejected(entered[0], "no"), by=LEAD))
        assert [each.id for each in records.queue.every()] == [each.id for each in entered]

    def test_atoms_are_those_that_some_record_uses(self, records: Records, scribe: Scribe) -> None:
        """Rule: an atom is known while a record uses it; an amended scope takes its place."""
        one = scribe.candidate("one", MemoryScope(repos=("oms",)))
        records.commit(scribe.change(EventKind.PROPOSED, one, scribe.candidate("two", MemoryScope(firm=True))))
        assert records.queue.atoms() == {"repo:oms", "firm"}
        moved = attrs.evolve(one.memory, scope=MemoryScope(domains=("mcx",)), revision=2)
        records.commit(scribe.change(EventKind.APPROVED, attrs.evolve(one, memory=moved), by=LEAD))
        assert records.queue.atoms() == {"domain:mcx", "firm"}

    def test_an_approval_waits_for_the_store(self, records: Records, scribe: Scribe) -> None:
        """Rule: a projecting event is unstored, and its record APPROVING, until it is marked; marking again is fine."""
        record = scribe.candidate("one")
        records.commit(scribe.change(EventKind.PROPOSED, record))
        event = records.commit(scribe.change(EventKind.APPROVED, scribe.approved(record), by=LEAD))
        present = records.queue.get(record.id)
        assert present is not None
        assert (event.stored, present.stored, present.status) == (False, False, MemoryStatus.APPROVING)
        assert list(records.ledger.unstored()) == [event]
        records.ledger.mark_stored(2)
        records.ledger.mark_stored(2)
        present = records.queue.get(record.id)
        assert present is not None
        assert (present.stored, present.status) == (True, MemoryStatus.ACTIVE)
        assert not records.ledger.unstored()
        assert [each.stored for each in records.ledger.events()] == [True, True]
        assert [each.stored for each in records.ledger.history(record.id)] == [True, True]

    def test_an_approval_in_dispute_waits_for_the_store_alike(self, records: Records, scribe: Scribe) -> None:
        """Rule: a memory that is disputed from the first is APPROVING, and listed so, until its approval is marked."""
        record = scribe.candidate("one")
        flag = Flag(kind=FlagKind.CORRECTION, by="", reason="it was in dispute elsewhere", at=scribe.now)
        record = attrs.evolve(record, memory=attrs.evolve(record.memory, flags=(flag,)))
        records.commit(scribe.change(EventKind.PROPOSED, record))
        records.commit(scribe.change(EventKind.APPROVED, scribe.approved(record), by=LEAD))
        asked = Filters(atoms=record.memory.scope.atoms, statuses=frozenset({MemoryStatus.APPROVING}))
        assert [each.status for each in records.queue.waiting()] == [MemoryStatus.APPROVING]
        assert [each.id for each in records.queue.browse(asked, 5, None).records] == [record.id]
        records.ledger.mark_stored(2)
        present = records.queue.get(record.id)
        assert present is not None
        assert present.status is MemoryStatus.DISPUTED
        assert not records.queue.waiting()
        assert not records.queue.browse(asked, 5, None).records

    def test_a_record_is_stored_once_its_latest_change_is(self, records: Records, scribe: Scribe) -> None:
        """Rule: only the mark of the latest projecting event counts; earlier ones stay listed until marked."""
        record = scribe.candidate("one")
        records.commit(scribe.change(EventKind.PROPOSED, record))
        approved = scribe.approved(record)
        records.commit(scribe.change(EventKind.APPROVED, approved, by=LEAD))
        records.commit(scribe.change(EventKind.VERIFIED, scribe.verified(approved), by=LEAD))
        records.ledger.mark_stored(2)
        assert [each.stored for each in records.queue.every()] == [False]
        records.ledger.mark_stored(3)
        assert [each.stored for each in records.queue.every()] == [True]
        records.commit(scribe.change(EventKind.ARCHIVED, scribe.archived(scribe.verified(approved)), by=LEAD))
        assert [each.stored for each in records.queue.every()] == [False]
        assert [each.seq for each in records.ledger.unstored()] == [4]
