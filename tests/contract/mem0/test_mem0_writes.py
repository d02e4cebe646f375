"""Facts about what mem0 (mem0ai 2.2) does when it is asked to write: why we never ask it to."""

from __future__ import annotations

import logging
import threading
import uuid
from collections.abc import Callable
from functools import partial
from types import ModuleType

import psycopg
import pytest

from firm_memory.adapters.mem0_pgvector import quiet
from tests.contract.mem0.conftest import Plain
from tests.contract.mem0.parts import PlainMemory, PlainVectors, SilentModel

OWNER = {"user_id": "firm"}
WAITING = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.fixture
def memory(plain: Plain, postgres_dsn: str) -> PlainMemory:
    """A plain mem0 on an empty database."""
    return plain(postgres_dsn, "facts")


def _rows(memory: PlainMemory) -> dict[str, object]:
    return {str(each["id"]): each["memory"] for each in memory.get_all(filters={"user_id": "*"})["results"]}


def test_add_invents_its_own_id(memory: PlainMemory) -> None:
    """Rule: the same statement added twice is two memories under two random ids."""
    first, second = (memory.add("Orders net at 15:20.", user_id="firm", infer=False)["results"] for _ in range(2))
    assert first[0]["id"] != second[0]["id"]
    assert len(_rows(memory)) == 2


def test_add_answers_success_with_nothing_stored(memory: PlainMemory) -> None:
    """Rule: where the model extracts nothing, add returns an empty list, raises nothing, and stores nothing."""
    memory.llm = SilentModel()
    assert memory.add("Orders net at 15:20.", user_id="firm") == {"results": []}
    assert _rows(memory) == {}


def test_add_fails_loudly_where_the_model_does(memory: PlainMemory) -> None:
    """Rule: a model that raises makes add raise; earlier releases answered success."""
    with pytest.raises(Exception, match="LLM extraction failed"):
        memory.add("Orders net at 15:20.", user_id="firm")
    assert _rows(memory) == {}


def test_update_is_an_unlocked_read_modify_write(memory: PlainMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule: what another update wrote between its read and its write is lost, and both are told of success."""
    id_ = str(memory.add("Orders net at 15:20.", user_id="firm", infer=False)["results"][0]["id"])
    stock = type(memory.vector_store)
    between = iter([partial(memory.update, id_, metadata={"reviewed": "yes"})])

    def late(self: PlainVectors, **row: object) -> None:
        for other in between:
            assert other() == {"message": "Memory updated successfully!"}
        write(self, **row)

    write: Callable[..., None] = stock.update
    monkeypatch.setattr(stock, "update", late)
    memory.update(id_, metadata={"owner": "risk"})
    kept = memory.get(id_)
    assert kept is not None
    assert kept["metadata"] == {"owner": "risk"}


def test_deleting_for_a_star_empties_every_tenant(memory: PlainMemory) -> None:
    """Rule: `delete_all` wants an owner, takes `"*"` for one, and then nothing is left of anybody: grant no DELETE."""
    for owner in ("firm", "rival"):
        memory.add("Orders net at 15:20.", user_id=owner, infer=False)
    with pytest.raises(ValueError, match="At least one filter"):
        memory.delete_all()
    memory.delete_all(user_id="*")
    assert _rows(memory) == {}


def test_inserting_an_id_again_raises(memory: PlainMemory) -> None:
    """Rule: the stock insert knows no conflict: a row put again is an error, whatever its revision."""
    row = ([[1.0, 0.0, 0.0, 0.0]], [{"data": "x", **OWNER}], [str(uuid.UUID(int=1))])
    memory.vector_store.insert(*row)
    with pytest.raises(psycopg.errors.UniqueViolation):
        memory.vector_store.insert(*row)


def test_its_log_carries_the_text_of_memories(memory: PlainMemory) -> None:
    """Rule: mem0 logs what it writes at INFO; behind `quiet` no record of any of its loggers reaches a handler."""
    heard: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.append(record.getMessage())

    def add(level: int) -> None:
        logger.setLevel(level)
        memory.update(str(memory.add("The word is heron.", user_id="firm", infer=False)["results"][0]["id"]), "heron")

    logger, ear = logging.getLogger("mem0"), Ear()
    silent = logger.level
    logger.addHandler(ear)
    try:
        add(silent)
        assert heard == []
        add(logging.INFO)
        assert any("heron" in line for line in heard)
    finally:
        logger.removeHandler(ear)
        logger.setLevel(silent)


def test_concurrent_first_use_races_on_its_tables(mem0: ModuleType, postgres_dsn: str) -> None:
    """Rule: two processes that meet an absent collection both create it, and the loser's write fails.

    The first one's transaction is held open until the second waits for it, so the race has one outcome.
    """
    stock = quiet.part(f"{mem0.__name__}.vector_stores.pgvector").PGVector
    failed: list[Exception] = []

    def loser() -> None:
        try:
            store.insert([[1.0, 0.0, 0.0, 0.0]], [{"data": "x"}], [str(uuid.UUID(int=1))])
        except Exception as error:  # noqa: BLE001 -- whatever it is, it is what this test is about
            failed.append(error)

    store = stock(
        None, "facts", 4, None, None, None, None, diskann=False, hnsw=True, connection_string=postgres_dsn, maxconn=1
    )
    with psycopg.connect(postgres_dsn) as winner, psycopg.connect(postgres_dsn, autocommit=True) as watch:
        winner.execute("CREATE TABLE facts (id uuid PRIMARY KEY, vector vector(4), payload jsonb)")
        thread = threading.Thread(target=loser)
        thread.start()
        while watch.execute(WAITING).fetchone() is None:
            assert thread.is_alive()
        winner.commit()
        thread.join()
    store.connection_pool.close()
    assert [type(error) for error in failed] == [psycopg.errors.UniqueViolation]
