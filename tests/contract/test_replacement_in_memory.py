"""The in-process store can be given a new collection in the place of its present one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firm_memory.adapters.in_memory.memory_store import InMemoryStore
from firm_memory.application.ports.memory_store import MemoryStore
from firm_memory.features.laws.store_replacement_laws import ReplacementLaws


class TestInMemoryReplacement(ReplacementLaws):
    """One object is one place: opening it again gives the same one."""

    @pytest.fixture
    def open_store(self) -> Callable[[], MemoryStore]:
        """The same store every time."""
        store = InMemoryStore()
        return lambda: store
