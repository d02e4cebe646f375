"""A pool that is adopted stays approved and gains a history; nothing of it is lost, however the run ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from firm_memory.application.adopt import Adopt
from firm_memory.application.survey import Adopted
from firm_memory.domain.errors import FingerprintMismatch, NotAllowed, WriteFailed
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.principal import Caller
from firm_memory.domain.statement import Statement
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.entrypoints.pools import pool
from firm_memory.features.earlier_pool import EarlierPool
from firm_memory.features.firm import Firm
from tests.application.conftest import SwitchedEmbedder
from tests.application.former_memories import ADMIN, FIRM, TOKEN

NETTING = "Netting runs at six because the exchange closes at half past five."
LOTS = "Odd lots are netted before the close."


@pytest.fixture
def earlier(postgres_dsn: str, tmp_path: Path) -> EarlierPool:
    """The pool, still empty."""
    return EarlierPool(dsn=postgres_dsn, mem0_dir=tmp_path)


@pytest.fixture
def firm(postgres_dsn: str, tmp_path: Path, embedder: SwitchedEmbedder) -> Iterator[Firm]:
    """A firm whose collection is that pool."""
    environment = {
        "FIRM_MEMORY_HOME": str(tmp_path),
        "FIRM_MEMORY_PROVIDER": "mem0",
        "FIRM_MEM0_PG_DSN": postgres_dsn,
        "FIRM_MEMORY_TIMEOUT_SECONDS": "5",
    }
    firm = Firm(environment, embedder)
    yield firm
    firm.close()


def adopt(firm: Firm, *, keep_vectors: bool = False, dry_run: bool = False, **repos: str) -> Adopted:
    """Take the pool over, as an administrator."""
    renamed = {old.replace("_", "-"): new for old, new in repos.items()}
    old = pool(firm.container.host())
    return firm.container.adopt()(old, ADMIN, repos=renamed, keep_vectors=keep_vectors, dry_run=dry_run)


def contents(dsn: str) -> list[tuple[object, ...]]:
    """Every row of the pool, as mem0 sees it."""
    with psycopg.connect(dsn) as connection:
        return connection.execute("SELECT id, payload, vector::text FROM mem0_firm ORDER BY id").fetchall()


def test_its_memories_are_found_with_their_sources(firm: Firm, earlier: EarlierPool) -> None:
    """Adopt: what was approved stays approved, under its id, with its source, and has a first event."""
    id_ = earlier.add(NETTING)
    outcome = adopt(firm)
    assert (outcome.memories, outcome.recorded, outcome.left_out) == (1, 1, ())
    [hit] = firm.at("oms").search("netting exchange")
    assert (hit.id, hit.provenance.reference, hit.status) == (id_, "mr-12", MemoryStatus.ACTIVE)
    [event] = firm.container.records().ledger.history(id_)
    assert (event.kind, event.principal, event.stored) == (EventKind.IMPORTED, "olga", True)
    assert event.details == {"source": "mem0:mem0_firm"}


def test_a_second_run_changes_nothing(firm: Firm, earlier: EarlierPool, postgres_dsn: str) -> None:
    """Adopt, idempotent: a pool is taken over once."""
    earlier.add_all([(NETTING, {}), (LOTS, {"status": "proposed"})])
    adopt(firm)
    before = contents(postgres_dsn), len(list(firm.container.records().ledger.sealed()))
    outcome = adopt(firm)
    assert (outcome.already, outcome.memories, outcome.finished) == (True, 0, 0)
    assert adopt(firm, dry_run=True).already
    assert (contents(postgres_dsn), len(list(firm.container.records().ledger.sealed()))) == before


def test_a_dry_run_tells_all_and_changes_nothing(firm: Firm, earlier: EarlierPool, postgres_dsn: str) -> None:
    """Adopt: a dry run names what would come, what would not, and what has another name by now."""
    ids = earlier.add_all(
        [
            (NETTING, {"repo__quant-oms": True, "sprint": 4}),
            (LOTS, {"reference": None}),
            (f"The deploy token is {TOKEN}.", {}),
        ]
    )
    before = contents(postgres_dsn)
    outcome = adopt(firm, dry_run=True)
    assert (outcome.memories, outcome.recorded, outcome.repos, outcome.unread) == (1, 0, ("quant-oms",), ("sprint",))
    assert {each.place for each in outcome.left_out} == {str(ids[1]), str(ids[2])}
    assert all(each.rule for each in outcome.left_out)
    assert TOKEN not in str(outcome)
    assert contents(postgres_dsn) == before
    assert list(firm.container.records().ledger.sealed()) == []


def test_a_row_that_breaks_a_rule_stays_and_is_not_recalled(
    firm: Firm, earlier: EarlierPool, postgres_dsn: str
) -> None:
    """Adopt: nothing is deleted; what cannot be a memory keeps its payload and is out of recall."""
    good, bad = earlier.add_all([(NETTING, {}), (LOTS, {"memory_type": "diary"})])
    adopt(firm)
    rows = {row[0]: row for row in contents(postgres_dsn)}
    assert rows.keys() == {good, bad}
    payload, vector = rows[bad][1], rows[bad][2]
    assert isinstance(payload, dict)
    assert (payload["data"], payload["memory_type"], vector is None) == (LOTS, "diary", False)
    assert [hit.id for hit in firm.at("oms").search("odd lots netted")] == [good]
    assert firm.container.records().queue.get(bad) is None


def test_repositories_get_their_present_names(firm: Firm, earlier: EarlierPool) -> None:
    """Adopt: the earlier `owner-repo` names become what they are told to be."""
    id_ = earlier.add(NETTING, scope_firm=None, **{"repo__quant-oms": True})
    adopt(firm, quant_oms="quant/oms")
    assert firm.memory(id_).scope.repos == ("quant/oms",)
    assert [hit.id for hit in firm.at("quant/oms").search("netting")] == [id_]


def test_vectors_are_kept_where_the_same_model_made_them(
    firm: Firm, embedder: SwitchedEmbedder, postgres_dsn: str, tmp_path: Path
) -> None:
    """Adopt: with the model's own vectors nothing has to be embedded anew."""
    EarlierPool(dsn=postgres_dsn, mem0_dir=tmp_path, dimension=embedder.dimension).add(NETTING)
    before = contents(postgres_dsn)[0][2]
    adopt(firm, keep_vectors=True)
    assert contents(postgres_dsn)[0][2] == before


def test_vectors_of_another_dimension_are_not_kept(firm: Firm, earlier: EarlierPool, postgres_dsn: str) -> None:
    """Adopt: vectors that cannot be the model's are refused before anything is written."""
    earlier.add(NETTING)
    before = contents(postgres_dsn)
    with pytest.raises(FingerprintMismatch, match="without --keep-vectors"):
        adopt(firm, keep_vectors=True)
    assert contents(postgres_dsn) == before
    assert list(firm.container.records().ledger.sealed()) == []


class _KilledError(Exception):
    """The end of the process, as a step sees it."""


def _die(*_: object, **__: object) -> None:
    raise _KilledError


def _commits_once(patch: pytest.MonkeyPatch, firm: Firm) -> None:
    records = firm.container.records()
    commit, done = records.commit, list[object]()

    def once(change: object) -> object:
        if done:
            raise _KilledError
        done.append(change)
        return commit(change)  # type: ignore[arg-type]  # as it was given

    patch.setattr(records, "commit", once)


@pytest.mark.parametrize(
    "break_",
    [
        pytest.param(lambda patch, _: patch.setattr(Adopt, "_vectors", _die), id="before the ledger"),
        pytest.param(_commits_once, id="amid the ledger"),
        pytest.param(
            lambda patch, _: patch.setattr("firm_memory.adapters.mem0_pgvector.adoption.Mem0Pool.take_over", _die),
            id="before the collection",
        ),
        pytest.param(
            lambda patch, _: patch.setattr("firm_memory.adapters.mem0_pgvector.collection.lay_out", _die),
            id="amid the collection",
        ),
        pytest.param(lambda patch, _: patch.setattr(Adopt, "_finish", _die), id="before the marks"),
    ],
)
def test_a_run_that_was_cut_off_is_completed_by_the_next_one(
    firm: Firm,
    earlier: EarlierPool,
    postgres_dsn: str,
    break_: Callable[[pytest.MonkeyPatch, Firm], None],
) -> None:
    """Adopt, resumable: wherever it ends, no row is lost, the table is old or new, and a run again finishes it."""
    ids = sorted(earlier.add_all([(NETTING, {}), (LOTS, {})]))
    with pytest.MonkeyPatch.context() as patch:
        break_(patch, firm)
        with pytest.raises(_KilledError):
            adopt(firm)
    assert [row[0] for row in contents(postgres_dsn)] == ids
    adopt(firm)
    records = firm.container.records()
    assert [len(records.ledger.history(each)) for each in ids] == [1, 1]
    assert list(records.ledger.unstored()) == []
    assert {hit.id for hit in firm.at("oms").search("netting lots close")} == set(ids)


def test_a_candidate_of_that_id_keeps_its_row_out(firm: Firm, earlier: EarlierPool) -> None:
    """Approval gate: what waits for a decision here is not decided by an adoption."""
    id_ = earlier.add(NETTING)
    statement = Statement(id=id_, content=NETTING, type=MemoryType.BUSINESS_RULE, scope=FIRM, reference="mr-12")
    assert firm.container.propose()(statement, ADMIN).accepted
    outcome = adopt(firm)
    assert [(each.place, each.rule) for each in outcome.left_out] == [(str(id_), "id")]
    assert firm.memory(id_).status is MemoryStatus.PROPOSED


def test_what_else_the_ledger_has_to_tell_the_store_is_told(firm: Firm, earlier: EarlierPool) -> None:
    """Adopt, again: a run finishes whatever is recorded and not stored, the pool's own rows or not."""
    earlier.add(NETTING)
    adopt(firm)
    firm.store.mode = "drops"
    with pytest.raises(WriteFailed, match="not stored yet"):
        firm.container.approve()(firm.propose(LOTS, FIRM), Caller(name="lead", via="cli"))
    firm.store.mode = "up"
    assert adopt(firm).finished == 1
    assert firm.stored(firm.subject) is not None


def test_only_an_administrator_adopts(firm: Firm, earlier: EarlierPool) -> None:
    """Roles: approving a whole pool at once is an administrator's deed, never an agent's."""
    earlier.add(NETTING)
    agent = Caller(name="agent:opencode", via="mcp", on_behalf_of="mira")
    with pytest.raises(NotAllowed):
        firm.container.adopt()(pool(firm.container.host()), agent)
