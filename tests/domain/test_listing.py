"""A listing is a sequence that says how it was made."""

from __future__ import annotations

from datetime import timedelta

from firm_memory.domain.candidate import Record
from firm_memory.domain.label import Label, Reason
from firm_memory.domain.listing import Listed, Listing, TagCounts
from firm_memory.features.laws.sample_memories import sample

MEMORY = sample(1)
RECORD = Record(memory=MEMORY)


def test_a_listing_is_a_sequence_of_what_is_listed() -> None:
    """Rule: length, order, index and slice are those of the page."""
    first, second = (Listed.of(RECORD, MEMORY.created_at, stale=stale) for stale in (False, True))
    listing = Listing(listed=(first, second), label=Label(reasons=(Reason.TIMEOUT,)))
    assert (len(listing), list(listing), listing[1], listing[:1]) == (2, [first, second], second, (first,))
    assert (listing.reason, listing.degraded) == (Reason.TIMEOUT, True)
    assert (first.id, first.memory) == (MEMORY.id, MEMORY)


def test_an_age_from_the_future_is_unknown() -> None:
    """Rule: ages are whole days, and none for a moment that has not come."""
    aged = [Listed.of(RECORD, MEMORY.created_at + timedelta(days=days), stale=False).age_days for days in (3, -1)]
    assert aged == [3, None]


def test_counted_tags_say_why_there_are_none() -> None:
    """Rule: an empty count has a reason, a full one has none."""
    assert TagCounts(label=Label(reasons=(Reason.NO_MATCH,))).reason is Reason.NO_MATCH
    assert TagCounts(counts={"netting": 1}).reason is None
