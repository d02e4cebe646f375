from __future__ import annotations

from datetime import UTC, datetime, timedelta

import attrs
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.answer import Hit, Hits
from firm_memory.domain.freshness import is_stale
from firm_memory.domain.label import NOTE, Label, Mode, Reason
from firm_memory.domain.memory import Memory
from tests.strategies import FEW, memories

NOW = datetime(2026, 12, 1, tzinfo=UTC)


@FEW
@given(memories(), st.integers(0, 400), st.integers(1, 100))
def test_a_hit_shows_the_memory_as_it_is_and_how_old_it_is(memory: Memory, days: int, staleness: int) -> None:
    """Content byte for byte, with its source, status and flags; whole days of age."""
    aged = attrs.evolve(memory, created_at=NOW - timedelta(days=days, hours=5))
    hit = Hit.of(aged, 0.5, NOW, staleness)
    assert (hit.id, hit.content, hit.type, hit.status) == (memory.id, memory.content, memory.type, memory.status)
    assert (hit.flags, hit.provenance, hit.score) == (memory.flags, memory.provenance, 0.5)
    assert hit.age_days == days
    assert hit.stale == is_stale(aged, NOW, staleness)


@FEW
@given(memories())
def test_the_age_of_a_memory_from_the_future_is_unknown(memory: Memory) -> None:
    """bug-time-05: it is never a negative number."""
    future = attrs.evolve(memory, created_at=NOW + timedelta(days=1))
    assert Hit.of(future, 0.5, NOW, 90).age_days is None


@FEW
@given(st.lists(memories(), max_size=3))
def test_hits_are_a_sequence_that_says_how_it_was_made(several: list[Memory]) -> None:
    """Length, order, slices, membership; label, and the note that the code wins."""
    hits = tuple(Hit.of(memory, 0.5, NOW, 90) for memory in several)
    answer = Hits(hits=hits, label=Label(mode=Mode.LEXICAL, reasons=(Reason.WARMING_UP, Reason.LIMIT_CLAMPED)))
    assert (len(answer), tuple(answer), tuple(answer[1:])) == (len(hits), hits, hits[1:])
    assert [answer[position] for position in range(len(hits))] == list(hits)
    assert all(hit in answer for hit in hits)
    assert (answer.mode, answer.degraded, answer.reason) == (Mode.LEXICAL, True, Reason.WARMING_UP)
    assert answer.note == NOTE


def test_no_hits_is_an_answer_too() -> None:
    """Falsy, plain, and not degraded unless something says so."""
    assert not Hits()
    assert (Hits().mode, Hits().degraded, Hits().reason, Hits().withheld) == (Mode.NONE, False, None, ())
