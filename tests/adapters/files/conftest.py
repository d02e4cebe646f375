"""Places with something in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from firm_memory.adapters.files.records import FileRecords
from firm_memory.domain.ledger import Change, EventKind
from firm_memory.features.laws.sample_changes import Scribe

Fill = Callable[[int], list[Change]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A configured folder that does not exist yet."""
    return tmp_path / "records"


@pytest.fixture
def journal(folder: Path) -> Path:
    """The journal of that folder."""
    return folder / "journal.jsonl"


@pytest.fixture
def scribe() -> Scribe:
    """The writer of this test's changes."""
    return Scribe()


@pytest.fixture
def fill(folder: Path, scribe: Scribe) -> Fill:
    """Commits that many proposals to the folder, as another process would, and returns them."""

    def filled(number: int) -> list[Change]:
        records, written = FileRecords(folder), list[Change]()
        for _ in range(number):
            written.append(scribe.change(EventKind.PROPOSED, scribe.candidate(f"fact of {scribe.now.isoformat()}")))
            records.commit(written[-1])
        return written

    return filled
