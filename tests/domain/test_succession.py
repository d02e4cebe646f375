from __future__ import annotations

import uuid
from datetime import UTC, datetime
from itertools import pairwise

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.errors import InvalidSupersession
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import Provenance, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.succession import CHAIN_MOST, chain_from, require_foreseeable, require_living
from firm_memory.domain.taxonomy import MemoryType

NOW = datetime(2026, 5, 4, 10, tzinfo=UTC)
PLAIN = Memory(
    id=uuid.UUID(int=0),
    content="All session clocks run in UTC.",
    type=MemoryType.CONVENTION,
    scope=MemoryScope(firm=True),
    status=MemoryStatus.SUPERSEDED,
    confidence=0.7,
    provenance=Provenance(kind=SourceKind.MR, reference="mr-1", proposed_by="dana"),
    created_at=NOW,
    updated_at=NOW,
)


def _chain(length: int) -> dict[uuid.UUID, Memory]:
    """Memories 0 … length-1, each superseded by the next; the last one is in force."""
    ids = [uuid.UUID(int=number) for number in range(length)]
    made = {each: attrs.evolve(PLAIN, id=each, superseded_by=following) for each, following in pairwise(ids)}
    return made | {ids[-1]: attrs.evolve(PLAIN, id=ids[-1], status=MemoryStatus.ACTIVE)}


@given(st.integers(1, 40), st.data())
def test_a_chain_of_any_length_resolves_to_its_living_end(length: int, data: st.DataObject) -> None:
    """From wherever one enters it."""
    chain = _chain(length)
    start = data.draw(st.integers(0, length - 1))
    walked = chain_from(chain[uuid.UUID(int=start)], chain.get)
    assert walked == tuple(chain[uuid.UUID(int=number)] for number in range(start, length))


@given(st.integers(2, 10), st.integers(0, 9))
def test_a_cycle_in_bad_data_ends_the_walk(length: int, back: int) -> None:
    """bug-supersession-03: every memory once, and no hanging reader."""
    chain = _chain(length)
    last = uuid.UUID(int=length - 1)
    chain[last] = attrs.evolve(chain[last], superseded_by=uuid.UUID(int=back % (length - 1)))
    assert chain_from(chain[uuid.UUID(int=0)], chain.get) == tuple(chain.values())


def test_a_missing_link_and_an_endless_chain_end_the_walk_too() -> None:
    """Bad data cannot trap a reader."""
    lost = attrs.evolve(PLAIN, superseded_by=uuid.UUID(int=5))
    assert chain_from(lost, lambda _: None) == (lost,)

    def endless(memory: uuid.UUID) -> Memory:
        return attrs.evolve(PLAIN, id=memory, superseded_by=uuid.UUID(int=memory.int + 1))

    assert len(chain_from(endless(uuid.UUID(int=0)), endless)) == CHAIN_MOST


_LINKS = st.tuples(st.sampled_from(list(MemoryStatus)), st.none() | st.integers(0, 11))


@given(st.lists(_LINKS, min_size=1, max_size=12))
def test_in_whatever_data_no_walk_is_trapped_and_no_new_link_closes_a_circle(
    links: list[tuple[MemoryStatus, int | None]],
) -> None:
    """Rule: no self, no cycle, also where an import left circles, lost links and living memories with successors."""
    known = {
        uuid.UUID(int=number): attrs.evolve(
            PLAIN,
            id=uuid.UUID(int=number),
            status=status,
            superseded_by=None if following in (None, number) else uuid.UUID(int=following),
        )
        for number, (status, following) in enumerate(links)
    }
    newcomer = uuid.UUID(int=99)
    for start in known.values():
        walked = chain_from(start, known.get)
        assert walked[0] is start
        assert len({each.id for each in walked}) == len(walked)
        assert all(before.superseded_by == after.id for before, after in pairwise(walked))
        try:
            old = require_living(start.id, newcomer, known.get)
        except InvalidSupersession:
            assert start.status not in (MemoryStatus.ACTIVE, MemoryStatus.DISPUTED)
            continue
        superseded = attrs.evolve(old, status=MemoryStatus.SUPERSEDED, superseded_by=newcomer)
        new = attrs.evolve(PLAIN, id=newcomer, status=MemoryStatus.ACTIVE, supersedes=old.id)
        assert chain_from(new, (known | {old.id: superseded, newcomer: new}).get) == (new,)


def test_what_is_in_force_may_be_superseded() -> None:
    """Active or disputed."""
    chain = _chain(3)
    end = uuid.UUID(int=2)
    assert require_living(end, uuid.UUID(int=9), chain.get) is chain[end]
    disputed = {end: attrs.evolve(chain[end], status=MemoryStatus.DISPUTED)}
    assert require_living(end, uuid.UUID(int=9), disputed.get) is disputed[end]


@pytest.mark.parametrize(
    ("target", "successor", "message"),
    [
        (2, 2, r"names the memory itself\. Name another"),
        (7, 9, r"there is no memory 0+-.*7\. Copy the id"),
        (0, 9, r"memory .* is superseded\. Name its living successor .*2\.$"),
    ],
)
def test_anything_else_is_refused_with_a_way_on(target: int, successor: int, message: str) -> None:
    """bug-supersession-01 and -07: itself, a missing target, a memory that has a successor already."""
    with pytest.raises(InvalidSupersession, match=message) as refusal:
        require_living(uuid.UUID(int=target), uuid.UUID(int=successor), _chain(3).get)
    assert refusal.value.field == "supersedes"


@pytest.mark.parametrize("status", [MemoryStatus.REJECTED, MemoryStatus.ARCHIVED])
def test_a_chain_that_ends_in_nothing_in_force_has_no_successor_to_name(status: MemoryStatus) -> None:
    """Then the caller looks for another memory."""
    dead = attrs.evolve(PLAIN, status=status)
    with pytest.raises(InvalidSupersession, match=rf"is {status.value}\. Name a memory in force"):
        require_living(dead.id, uuid.UUID(int=9), {dead.id: dead}.get)


def _planned(number: int, older: int | None = None, status: MemoryStatus = MemoryStatus.PROPOSED) -> Memory:
    supersedes = None if older is None else uuid.UUID(int=older)
    return attrs.evolve(PLAIN, id=uuid.UUID(int=number), status=status, supersedes=supersedes)


def test_a_candidate_is_superseded_once_it_is_decided() -> None:
    """Until then whoever approves its successor is told to decide the older one first."""
    older = _planned(7)
    with pytest.raises(InvalidSupersession, match=r"waits for a decision itself\. Decide that one first"):
        require_living(older.id, uuid.UUID(int=9), {older.id: older}.get)
    assert require_foreseeable(older.id, uuid.UUID(int=9), {older.id: older}.get) == older


def test_what_is_foreseen_is_in_force_or_waits() -> None:
    """A memory in force will do, and a candidate with plans of its own; what ended will not, nor what is not there."""
    chain = {each.id: each for each in (_planned(1, status=MemoryStatus.ACTIVE), _planned(2, 1), _planned(3, 2))}
    for number in (1, 3):
        assert require_foreseeable(uuid.UUID(int=number), uuid.UUID(int=9), chain.get).id.int == number
    ended = _planned(4, status=MemoryStatus.REJECTED)
    for target in (ended.id, uuid.UUID(int=8)):
        with pytest.raises(InvalidSupersession, match=r"is rejected|there is no memory"):
            require_foreseeable(target, uuid.UUID(int=9), {ended.id: ended}.get)


def test_plans_never_lead_back() -> None:
    """Neither to the candidate itself, at once or on the way, nor does a circle of others trap the walk."""
    circle = {each.id: each for each in (_planned(1, 2), _planned(2, 1))}
    for target in (1, 2):
        with pytest.raises(InvalidSupersession, match="leads back to the candidate itself"):
            require_foreseeable(uuid.UUID(int=target), uuid.UUID(int=1), circle.get)
    assert require_foreseeable(uuid.UUID(int=1), uuid.UUID(int=9), circle.get).id.int == 1
