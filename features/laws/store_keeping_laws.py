"""The laws of keeping: what is put comes back, once, at its highest revision, and nothing is lost."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

import attrs
import pytest

from firm_memory.application.ports.memory_store import MemoryStore, Order
from firm_memory.domain.errors import FirmMemoryError
from firm_memory.domain.memory import Memory
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import STORED
from firm_memory.domain.text import CONTENT_LIMIT_MOST
from firm_memory.domain.visibility import Visibility
from firm_memory.features.laws.sample_changes import AWKWARD
from firm_memory.features.laws.sample_memories import (
    FIRM_WIDE,
    MODEL,
    NOTHING,
    OMS,
    pointing,
    revised,
    sample,
    soon,
)

RACERS: Final = 4
_DELETING: Final = ("delete", "remove", "drop", "clear", "purge", "truncate", "reset", "forget", "erase", "pop")
_EVERY_STATUS: Final = Visibility(atoms=FIRM_WIDE.atoms | OMS.atoms, statuses=frozenset(STORED))


def all_at_once(attempts: Sequence[Callable[[], None]]) -> None:
    """Run every attempt on a thread of its own, all started at one instant; the first error is raised."""
    start = threading.Barrier(len(attempts))

    def run(attempt: Callable[[], None]) -> None:
        start.wait()
        attempt()

    with ThreadPoolExecutor(len(attempts)) as threads:
        list(threads.map(run, attempts))


def everything(store: MemoryStore) -> tuple[Memory, ...]:
    """What the firm and the repo of the samples hold, whatever its status, by creation."""
    return store.list(_EVERY_STATUS, Order.CREATED, 1_000, None, soon()).memories


def _with_every_text(memory: Memory, text: str) -> Memory:
    """`memory` with `text`, or what fits of it, in all its fields for text."""
    short = " ".join(text.split())[:60]
    return attrs.evolve(
        memory,
        content=text,
        title=short,
        summary=short[::-1],
        steward=short,
        provenance=attrs.evolve(memory.provenance, reference=short, evidence=text[:1_000], on_behalf_of=short),
        supersedes=uuid.UUID(int=5),
        verified_at=sample(7).created_at,
        confidence=0.1 + 0.2,
    )


class StoreKeepingLaws:
    """What `put` and `get` promise; part of `StoreLaws`."""

    def test_text_comes_back_byte_for_byte(self, store: MemoryStore) -> None:
        """Rule: what was put is what get, search and list give back, in every field, whatever script it is in."""
        for number, text in enumerate((*AWKWARD, "\U0001f600" * CONTENT_LIMIT_MOST, "x")):
            memory = _with_every_text(sample(number, scope=MemoryScope(repos=(f"repo-{number}",))), text)
            store.put(memory, pointing(3), frozenset({"fee"}))
            alone = Visibility(atoms=memory.scope.atoms)
            found = store.search(pointing(3), NOTHING, alone, 1, soon()).matches[0].memory
            listed = store.list(alone, Order.CREATED, 1, None, soon()).memories[0]
            for kept in (store.get(memory.id, soon()), found, listed):
                assert kept is not None
                assert kept == memory
                assert kept.content.encode() == text.encode()

    def test_putting_again_changes_nothing(self, store: MemoryStore) -> None:
        """Rule: put is idempotent: the revision that is held, put again, is a success and a no-op."""
        memory = sample(1)
        store.put(memory, pointing(0), frozenset({"fee"}))
        store.put(memory, pointing(0), frozenset({"fee"}))
        store.put(attrs.evolve(memory, content="Another text under the same revision."), pointing(90), NOTHING)
        found = store.search(pointing(0), frozenset({"fee"}), FIRM_WIDE, 5, soon())
        assert [(match.memory, match.terms) for match in found.matches] == [(memory, frozenset({"fee"}))]
        assert found.matches[0].cosine == pytest.approx(1)

    def test_a_later_revision_takes_the_place_of_an_earlier_one(self, store: MemoryStore) -> None:
        """Rule: it is found by its own scope, terms and vector, and no longer by those it had."""
        memory = sample(1)
        store.put(memory, pointing(0), frozenset({"old"}))
        later = revised(memory, 2, scope=OMS, content="Another text.")
        store.put(later, pointing(90), frozenset({"new"}))
        assert store.search(pointing(0), frozenset({"old"}), FIRM_WIDE, 5, soon()).total == 0
        found = store.search(pointing(90), frozenset({"old", "new"}), Visibility(atoms=OMS.atoms), 5, soon())
        assert [(match.memory, match.terms) for match in found.matches] == [(later, frozenset({"new"}))]
        assert found.frequencies == {"old": 0, "new": 1}
        assert found.matches[0].cosine == pytest.approx(1)
        assert everything(store) == (later,)

    def test_an_earlier_revision_that_comes_late_is_a_no_op(self, store: MemoryStore) -> None:
        """Rule: put is monotone: revisions 3, 1, 2 leave revision 3, without an error."""
        memory = sample(1)
        for revision in (3, 1, 2):
            store.put(revised(memory, revision, content=f"revision {revision}"), pointing(revision), NOTHING)
        kept = store.get(memory.id, soon())
        assert kept is not None
        assert (kept.revision, kept.content) == (3, "revision 3")

    def test_racing_revisions_leave_the_highest(self, open_store: Callable[[], MemoryStore]) -> None:
        """Rule: put is safe among any number of writers: in whatever order they come, the highest revision stays."""
        store = open_store()
        store.prepare(MODEL)
        for number in range(6):
            revisions = [revised(sample(number), each, content=f"revision {each}") for each in range(1, RACERS + 1)]
            all_at_once([partial(store.put, each, pointing(1), NOTHING) for each in revisions])
            assert store.get(sample(number).id, soon()) == revisions[-1]
        store.close()

    def test_a_vector_that_cannot_be_compared_is_refused(self, store: MemoryStore) -> None:
        """Rule: put and search refuse a vector of another dimension and one that is not finite; nothing is stored."""
        store.put(sample(1), pointing(0), NOTHING)
        for vector in ((1.0,), (0.5,) * 8, (float("nan"), 0.0, 0.0, 1.0), (float("inf"),) * 4):
            with pytest.raises(FirmMemoryError):
                store.put(sample(2), vector, NOTHING)
            with pytest.raises(FirmMemoryError):
                store.search(vector, NOTHING, FIRM_WIDE, 5, soon())
        assert everything(store) == (sample(1),)

    def test_nothing_deletes(self, store: MemoryStore) -> None:
        """Rule: the port has no word for it, and a memory that leaves recall still resolves by id."""
        assert not [name for name in dir(MemoryStore) if any(word in name.lower() for word in _DELETING)]
        for number, status in enumerate(sorted(STORED, key=lambda each: each.value)):
            memory = sample(number)
            store.put(memory, pointing(number), NOTHING)
            store.put(revised(memory, 2, status=status, scope=MemoryScope(repos=("oms",))), pointing(number), NOTHING)
        assert len(everything(store)) == len(STORED)
        for number in range(len(STORED)):
            assert store.get(sample(number).id, soon()) is not None
