"""The in-process records keep the laws of the port."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firm_memory.adapters.in_memory.records import InMemoryRecords
from firm_memory.application.ports.records import Records
from firm_memory.features.laws.records_laws import RecordsLaws


class TestInMemoryRecords(RecordsLaws):
    """One object is one place: opening it again gives the same one."""

    @pytest.fixture
    def open_records(self) -> Callable[[], Records]:
        """The same records every time."""
        records = InMemoryRecords()
        return lambda: records
