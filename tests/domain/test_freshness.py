from __future__ import annotations

from datetime import UTC, datetime, timedelta

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.freshness import STALENESS_DAYS, is_stale, last_seen_alive
from firm_memory.domain.memory import Memory
from firm_memory.domain.status import MemoryStatus
from tests.strategies import FEW, memories

NOW = datetime(2026, 12, 1, tzinfo=UTC)


def _aged(memory: Memory, updated: timedelta, verified: timedelta | None = None) -> Memory:
    return attrs.evolve(memory, updated_at=NOW - updated, verified_at=None if verified is None else NOW - verified)


@FEW
@given(memories(status=MemoryStatus.ACTIVE), st.integers(0, 1_000), st.none() | st.integers(0, 1_000))
def test_stale_is_neither_changed_nor_verified_for_90_days(memory: Memory, updated: int, verified: int | None) -> None:
    """The later of the two counts; the ninetieth day itself is still fresh."""
    aged = _aged(memory, timedelta(days=updated), None if verified is None else timedelta(days=verified))
    idle = min(updated, updated if verified is None else verified)
    assert STALENESS_DAYS == 90
    assert last_seen_alive(aged) == NOW - timedelta(days=idle)
    assert is_stale(aged, NOW) == (idle > 90)
    assert is_stale(aged, NOW, idle) is False
    assert is_stale(aged, NOW + timedelta(microseconds=1), idle) is True


@FEW
@given(memories(), st.sampled_from([status for status in MemoryStatus if status is not MemoryStatus.ACTIVE]))
def test_only_an_active_memory_goes_stale(memory: Memory, status: MemoryStatus) -> None:
    """A disputed one waits for its steward already; the rest is out of recall."""
    assert not is_stale(_aged(attrs.evolve(memory, status=status), timedelta(days=1_000)), NOW)


@FEW
@given(memories(status=MemoryStatus.ACTIVE), st.sampled_from(["a1", "b2", None]), st.sampled_from(["a1", None]))
def test_a_memory_goes_stale_when_its_document_changes(memory: Memory, present: str | None, taken: str | None) -> None:
    """Rule: its document's hash changed; where either hash is unknown, time alone decides."""
    memory = attrs.evolve(memory, provenance=attrs.evolve(memory.provenance, doc_sha=taken))
    changed = (present, taken) == ("b2", "a1")
    assert is_stale(_aged(memory, timedelta(days=1)), NOW, doc_sha=present) is changed
    assert is_stale(_aged(memory, timedelta(days=100)), NOW, doc_sha=present)
    archived = attrs.evolve(memory, status=MemoryStatus.ARCHIVED)
    assert not is_stale(_aged(archived, timedelta(days=1)), NOW, doc_sha=present)


@pytest.mark.parametrize(("ahead", "stale"), [(timedelta(seconds=4), False), (timedelta(days=365), True)])
@FEW
@given(memory=memories(status=MemoryStatus.ACTIVE))
def test_a_verification_from_the_future_does_not_keep_a_memory_fresh(
    ahead: timedelta,
    stale: bool,  # noqa: FBT001 -- a figure of the example
    memory: Memory,
) -> None:
    """bug-time-05 and -06: an unknown age shows in the stale list; a skew between replicas does not."""
    assert is_stale(_aged(memory, timedelta(days=1), -ahead), NOW) is stale
