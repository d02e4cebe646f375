"""The fold of the ledger: what each entry and each mark does to the present state."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firm_memory.application.ledger_fold import LedgerFold
from firm_memory.application.sealing import seal
from firm_memory.domain.candidate import Record
from firm_memory.domain.chain import GENESIS
from firm_memory.domain.errors import LostUpdate, NotFound
from firm_memory.domain.ledger import Change, Event, EventKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import STORED, MemoryStatus, MemoryTier
from firm_memory.features.laws.sample_changes import LEAD, Scribe, a_long_story


def append(fold: LedgerFold, change: Change) -> Event:
    """`change` as the next entry of `fold`, as an adapter does it."""
    fold.check(change)
    return fold.append(seal(change, fold.seq + 1, fold.head))


def test_a_new_fold_stands_at_genesis() -> None:
    """Rule: before the first entry the chain hangs on the genesis hash."""
    fold = LedgerFold()
    assert (fold.seq, fold.head, fold.every()) == (0, GENESIS, ())


def test_reading_an_entry_changes_nothing() -> None:
    """Rule: an adapter may try an entry before it writes it; only `admit` puts it in force."""
    fold, scribe = LedgerFold(), Scribe()
    sealed = seal(scribe.change(EventKind.PROPOSED, scribe.candidate("one")), 1, GENESIS)
    event = fold.read(sealed)
    assert (fold.seq, fold.every(), fold.atoms()) == (0, (), frozenset())
    fold.admit(sealed, event)
    assert (fold.seq, fold.head, fold.every()) == (1, sealed.hash, event.records)


def test_a_snapshot_is_left_alone_by_later_entries() -> None:
    """Rule: whoever iterates an answer sees the moment it was asked for."""
    fold, scribe = LedgerFold(), Scribe()
    append(fold, scribe.change(EventKind.PROPOSED, scribe.candidate("one")))
    every, waiting, sealed, atoms = fold.every(), fold.waiting(), fold.sealed(), fold.atoms()
    append(fold, scribe.change(EventKind.PROPOSED, scribe.candidate("two", MemoryScope(firm=True))))
    assert (len(every), len(waiting), len(sealed), len(atoms)) == (1, 1, 1, 3)


def test_a_record_may_move_twice_in_one_change() -> None:
    """Rule: each revision counts from the one before it, within a change too; a gap is a lost update."""
    fold, scribe = LedgerFold(), Scribe()
    first = scribe.candidate("one")
    second = attrs.evolve(first, memory=attrs.evolve(first.memory, revision=2))
    with pytest.raises(LostUpdate):
        fold.check(scribe.change(EventKind.PROPOSED, second, first))
    event = append(fold, scribe.change(EventKind.PROPOSED, first, second))
    assert fold.every() == (second,)
    assert fold.history(first.id) == (event,)


def test_a_negative_start_reads_from_the_beginning() -> None:
    """Rule: `after` below 0 means before the first entry, not from the end."""
    fold = LedgerFold()
    for change in a_long_story():
        append(fold, change)
    assert fold.sealed(after=-3) == fold.sealed()


def test_a_proposed_replacement_waits_with_the_correction_that_brought_it() -> None:
    """Rule: a record is unstored while its latest projecting event is unmarked, whatever its own status is."""
    fold = LedgerFold()
    for change in a_long_story()[:8]:
        append(fold, change)
    replacement = a_long_story()[7].records[1]
    assert [(each.status, each.stored) for each in fold.every() if each.id == replacement.id] == [
        (MemoryStatus.PROPOSED, False)
    ]
    fold.mark(8)
    assert fold.get(replacement.id) == replacement


def test_entries_that_do_not_exist_await_nothing() -> None:
    """Rule: asking about, or marking, an entry beyond the ledger is told apart from one that is stored."""
    fold = LedgerFold()
    for ask in (fold.awaits_store, fold.mark):
        with pytest.raises(NotFound, match="no entry 1"):
            ask(1)


def _stored(events: list[Event], marks: set[int], record: Record) -> bool:
    """Whether a record is stored, by the rule, read off all events."""
    touching = [event.seq for event in events if event.touches(record.id) and _projects(event)]
    return not touching or touching[-1] in marks


def _projects(event: Event) -> bool:
    return any(record.memory.status in STORED for record in event.records)


STEPS = st.lists(st.tuples(st.sampled_from(["propose", "approve", "verify", "note", "mark"]), st.integers(0, 50)))


@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_the_fold_is_what_a_reading_of_all_events_gives(steps: list[tuple[str, int]]) -> None:
    """Rule: the state after any run of entries and marks equals one computed afresh from all of them."""
    fold, scribe, events, marks = LedgerFold(), Scribe(), list[Event](), set[int]()
    for number, (step, choice) in enumerate(steps):
        if step == "mark" and events:
            marks.add(choice % len(events) + 1)
            fold.mark(choice % len(events) + 1)
            continue
        change = _next_change(fold, scribe, step, choice, f"text {number}")
        if change is not None:
            events.append(append(fold, change))
    latest = {record.id: record for event in events for record in event.records}
    expected = [attrs.evolve(each, stored=_stored(events, marks, each)) for each in latest.values()]
    assert list(fold.every()) == expected
    assert fold.atoms() == {atom for each in expected for atom in each.memory.scope.atoms}
    assert set(fold.waiting()) == {
        each for each in expected if each.status in (MemoryStatus.PROPOSED, MemoryStatus.APPROVING)
    }
    assert list(fold.notes("mr-1")) == [each for each in expected if each.memory.tier is MemoryTier.EPISODIC]
    assert [event.seq for event in fold.unstored()] == [e.seq for e in events if _projects(e) and e.seq not in marks]
    for each in expected:
        assert [event.seq for event in fold.history(each.id)] == [e.seq for e in events if e.touches(each.id)]


def _next_change(fold: LedgerFold, scribe: Scribe, step: str, choice: int, text: str) -> Change | None:
    if step == "propose":
        return scribe.change(EventKind.PROPOSED, scribe.candidate(text, MemoryScope(repos=(f"r{choice % 3}",))))
    if step == "note":
        return scribe.change(EventKind.NOTED, scribe.note("mr-1", text))
    open_ones = [each for each in fold.every() if each.memory.status is MemoryStatus.PROPOSED]
    active = [each for each in fold.every() if each.memory.status is MemoryStatus.ACTIVE]
    if step == "approve" and open_ones:
        return scribe.change(EventKind.APPROVED, scribe.approved(open_ones[choice % len(open_ones)]), by=LEAD)
    if step == "verify" and active:
        return scribe.change(EventKind.VERIFIED, scribe.verified(active[choice % len(active)]), by=LEAD)
    return None
