"""Vectors: of one model, of one length, and of real numbers; or none is written."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psycopg
import pytest

from firm_memory import MemoryStatus, Mode, Reason
from firm_memory.application.ports.embedder import Vector
from firm_memory.domain.errors import FingerprintMismatch, WriteFailed
from firm_memory.features.firm import Firm
from tests.cases.firms import EVERYWHERE, OMS, contents, environment_of
from tests.cases.models import Model
from tests.cases.notation import given

SIZES = given("bug-embedding-01")
MODELS = given("bug-embedding-03")
Founding = Callable[[Model], Firm]


@pytest.fixture(params=EVERYWHERE)
def founded(request: pytest.FixtureRequest, tmp_path: Path) -> Founding:
    """Makes a firm, in every place, that works with a given model."""

    def found(model: Model) -> Firm:
        environment = environment_of(request.param, tmp_path, lambda: request.getfixturevalue("postgres_dsn"))
        firm = Firm(environment, model)
        request.addfinalizer(firm.close)
        return firm

    return found


def _rows(firm: Firm) -> list[tuple[object, ...]]:
    """Number and checksum of the vectors in the table; nothing where there is no table."""
    dsn = firm.environment.get("FIRM_MEM0_PG_DSN")
    if dsn is None:
        return []
    with psycopg.connect(dsn) as connection:
        statement = "SELECT count(*), count(vector), md5(string_agg(vector::text, ',' ORDER BY id)) FROM mem0_firm"
        return connection.execute(statement).fetchall()


def _stays_apart(firm: Firm, filled: Model, other: Model, named: set[str]) -> None:
    """What `filled` filled is not written to with `other`, and is read by words alone until `filled` is back.

    The specification differs in one point: reads fall back to words, labelled, instead of being empty.
    """
    firm.approved("Odd lots go through the netting queue.", OMS)
    waiting = firm.propose("Money is stored as integer minor units.", OMS)
    before = [(hit.id, hit.score) for hit in firm.at("oms").search("odd lots netting")]
    rows = _rows(firm)
    firm.configure_embedder(other)
    hits = firm.at("oms").search("odd lots netting")
    assert [hit.id for hit in hits] == [each for each, _ in before]
    assert (hits.mode, hits.reason, hits.degraded) == (Mode.LEXICAL, Reason.FINGERPRINT_MISMATCH, True)
    for write in (
        lambda: firm.desk.approve(waiting, approver="lead"),
        lambda: firm.at("oms").for_task("mr-1").note("A note."),
    ):
        with pytest.raises(FingerprintMismatch) as refusal:
            write()
        assert all(word in str(refusal.value) for word in named | {"firm-memory"})
    assert [record.status for record in firm.desk.pending()] == [MemoryStatus.PROPOSED]
    assert _rows(firm) == rows
    firm.configure_embedder(filled)
    hits = firm.at("oms").search("odd lots netting")
    assert (hits.mode, [(hit.id, hit.score) for hit in hits]) == (Mode.HYBRID, before)
    assert firm.desk.approve(waiting, approver="lead").status is MemoryStatus.ACTIVE


def test_bug_embedding_01_model_with_other_dimension_on_an_existing_table(founded: Founding) -> None:
    """Another dimension refuses writes, naming both and the remedy; nothing stored is touched."""
    filled, other = (Model("mini", SIZES[name]) for name in ("stored_dim", "embedder_dim"))
    _stays_apart(founded(filled), filled, other, {str(SIZES["stored_dim"]), str(SIZES["embedder_dim"])})


def test_bug_embedding_03_same_dimension_different_model(founded: Founding) -> None:
    """Sizes that agree prove nothing: the collection knows by which model it was filled."""
    filled, other = (Model(MODELS[name], MODELS["dim"]) for name in ("stored_model", "embedder_model"))
    _stays_apart(founded(filled), filled, other, {MODELS["stored_model"], MODELS["embedder_model"]})


def test_bug_embedding_05_embedder_returns_nothing(founded: Founding) -> None:
    """Without a usable vector nothing is approved and no row is written; once the model works, all is well."""
    model = Model("mini", 3)
    firm = founded(model)
    candidate = firm.propose("Odd lots go through the netting queue.", OMS)
    unusable: list[list[Vector]] = [[], [()], [(math.nan, 1.0, 0.0)], [(1.0,)], [(1.0, 0.0, 0.0)] * 2]
    for vectors in unusable:
        model.broken = partial(list, vectors)
        with pytest.raises(WriteFailed, match="no usable vector"):
            firm.desk.approve(candidate, approver="lead")
        assert [record.status for record in firm.desk.pending()] == [MemoryStatus.PROPOSED]
        assert firm.stored(candidate) is None
        assert all(counts[:2] == (0, 0) for counts in _rows(firm))
    model.broken = None
    assert firm.desk.approve(candidate, approver="lead").status is MemoryStatus.ACTIVE
    assert all(counts[:2] == (1, 1) for counts in _rows(firm))


def test_bug_embedding_07_nan_in_an_embedding(founded: Founding) -> None:
    """A query vector with NaN gives an empty, labelled answer that is counted, and no exception."""
    model = Model("mini", 3)
    firm = founded(model)
    firm.approved("Odd lots go through the netting queue.", OMS)
    model.broken = lambda: [tuple(map(float, given("bug-embedding-07")["query_vector"]))]
    hits = firm.at("oms").search("odd lots")
    assert (contents(hits), hits.reason, hits.degraded) == ([], Reason.EMBEDDING_INVALID, True)
    assert firm.container.metrics().value("embedding_invalid") == 1
    model.broken = None
    assert len(firm.at("oms").search("odd lots netting queue")) == 1
