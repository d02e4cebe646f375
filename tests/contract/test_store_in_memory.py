"""The in-process store keeps the laws of the port."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firm_memory.adapters.in_memory.clock import FixedClock
from firm_memory.adapters.in_memory.memory_store import InMemoryStore
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.memory_store import MemoryStore
from firm_memory.domain.errors import StoreUnavailable
from firm_memory.features.laws.sample_memories import FIRM_WIDE, NOTHING, pointing, sample
from firm_memory.features.laws.store_laws import StoreLaws


class TestInMemoryStore(StoreLaws):
    """One object is one place: opening it again gives the same one."""

    @pytest.fixture
    def open_store(self) -> Callable[[], MemoryStore]:
        """The same store every time."""
        store = InMemoryStore()
        return lambda: store

    def test_a_search_that_overruns_is_given_up(self, store: MemoryStore) -> None:
        """Rule: the deadline is looked at while rows are compared, not only before."""
        store.put(sample(1), pointing(0), NOTHING)
        with pytest.raises(StoreUnavailable, match="while the store was comparing"):
            store.search(pointing(0), NOTHING, FIRM_WIDE, 5, Deadline.after(2.5, _Ticking()))


class _Ticking(FixedClock):
    """A clock on which every look takes a second: the deadline passes at the third."""

    def __init__(self) -> None:
        super().__init__(sample(1).created_at)

    def monotonic(self) -> float:
        """One second later each time."""
        self.advance(1)
        return super().monotonic()
