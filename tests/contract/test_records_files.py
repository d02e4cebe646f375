"""The file records keep the laws of the port, in a folder and beside a candidates file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from firm_memory.adapters.files.records import FileRecords
from firm_memory.application.ports.records import Records
from firm_memory.features.laws.records_laws import RecordsLaws


class TestFileRecords(RecordsLaws):
    """Every call opens the place anew, as another process would."""

    @pytest.fixture(params=["records", ".firm-memory/candidates.json"])
    def open_records(self, tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[], Records]:
        """A folder of their own, or the default path of the original quick start."""
        return lambda: FileRecords(tmp_path / str(request.param))
