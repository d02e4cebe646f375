"""A tombstone in the collection: nothing of the row that stood there is left."""

from __future__ import annotations

import json

import psycopg
import pytest

from firm_memory.domain.candidate import Record
from firm_memory.domain.redaction import Redaction
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.tombstone import redacted
from firm_memory.features.laws.sample_memories import FIRM_WIDE, MODEL, pointing, sample, soon
from tests.adapters.mem0_pgvector.conftest import Opened


def test_payload_terms_and_vector_are_those_of_the_tombstone(
    owner: psycopg.Connection, postgres_dsn: str, opened: Opened
) -> None:
    """Rule: no column of the row tells the old words, their terms or their vector; recall finds it no more."""
    store, leaked = opened(postgres_dsn), sample(1, content="The vault opens to brass lantern.")
    store.prepare(MODEL)
    store.put(leaked, pointing(0), frozenset({"brass", "lantern"}))
    tombstone = redacted(
        Record(memory=leaked), Redaction(by="admin", at=leaked.created_at, reason="A password.")
    ).memory
    store.put(tombstone, pointing(90), frozenset({"redacted"}))
    rows = owner.execute("SELECT t::text, t.vector::text FROM mem0_firm AS t").fetchall()
    [(row, vector)] = rows
    assert "brass" not in row
    assert "lantern" not in row
    assert json.loads(vector) == pytest.approx(pointing(90), abs=1e-6)
    assert store.get(leaked.id, soon()) == tombstone
    assert tombstone.status is MemoryStatus.ARCHIVED
    assert store.search(pointing(0), frozenset({"lantern"}), FIRM_WIDE, 5, soon()).matches == ()
