"""Who may do what in the database: the ledger has one door, and the role that serves requests no other."""

from __future__ import annotations

from datetime import UTC, datetime

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.postgres.migrations import migrate
from firm_memory.adapters.postgres.records import PostgresRecords
from firm_memory.application.ports.signals import Access
from firm_memory.application.sealing import seal
from firm_memory.domain.browsing import Filters
from firm_memory.domain.chain import GENESIS, verify_chain
from firm_memory.domain.errors import StoreReadOnly
from firm_memory.domain.ledger import EventKind
from firm_memory.features.laws.sample_changes import Scribe, a_long_story
from tests.adapters.postgres.asking import Asking, Opening

_TABLES = ("ledger", "ledger_text", "store_mark", "record", "migration")


@pytest.fixture
def served(open_database: Opening, role_dsn: str, database: Database) -> PostgresRecords:
    """Records of the role that serves requests, over a schema that its owner has made, with a story in them."""
    records = PostgresRecords(open_database(role_dsn), migrate=database)
    for change in a_long_story():
        records.commit(change)
    return records


def test_a_role_without_ddl_does_all_that_is_asked_of_it(served: PostgresRecords) -> None:
    """Rule: the owner's DSN makes the schema and grants the rights; everything else works without it."""
    served.prepare()
    served.ledger.mark_stored(12)
    assert verify_chain(served.ledger.sealed()).length == 12
    assert [each.stored for each in served.queue.every()] == [False, True, False, False, True]
    assert served.queue.notes("mr-4821")
    assert served.queue.atoms()


@pytest.mark.usefixtures("served")
def test_the_serving_role_can_neither_delete_nor_define(role_dsn: str) -> None:
    """Rule: no DELETE, no TRUNCATE, no DDL, no writing past the ledger's door."""
    refused = [
        *(f"{verb} firm_memory.{table}" for table in _TABLES for verb in ("DELETE FROM", "TRUNCATE")),
        "UPDATE firm_memory.ledger SET seq = 99",
        "UPDATE firm_memory.ledger_text SET seq = 99",
        "UPDATE firm_memory.store_mark SET seq = 99",
        "INSERT INTO firm_memory.ledger VALUES (13, '', repeat('0', 64), '{}')",
        "INSERT INTO firm_memory.ledger_text VALUES (1, '', '', '')",
        "INSERT INTO firm_memory.store_mark VALUES (1)",
        "INSERT INTO firm_memory.migration VALUES (99, '', '')",
        "ALTER TABLE firm_memory.record ADD COLUMN x int",
        "ALTER TABLE firm_memory.ledger DISABLE TRIGGER ALL",
        "DROP TABLE firm_memory.record",
        "CREATE TABLE firm_memory.mine ()",
        "DROP SCHEMA firm_memory CASCADE",
    ]
    with psycopg.connect(role_dsn, autocommit=True) as connection:
        for statement in refused:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement.encode())


@pytest.mark.usefixtures("served")
@pytest.mark.parametrize("mode", ["origin", "replica"])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE firm_memory.ledger SET hash = hash",
        "DELETE FROM firm_memory.ledger WHERE seq = 12",
        "TRUNCATE firm_memory.ledger CASCADE",
        "DELETE FROM firm_memory.ledger_text",
        "TRUNCATE firm_memory.ledger_text",
        "UPDATE firm_memory.ledger_text SET text = 'rewritten'",
        "UPDATE firm_memory.ledger_text SET seq = 11 WHERE seq = 12",
    ],
)
def test_the_ledger_is_append_only_for_everybody(ask: Asking, mode: str, statement: str) -> None:
    """Rule: UPDATE, DELETE and TRUNCATE are blocked by trigger, for its owner and a superuser too."""
    ask(f"SET session_replication_role = {mode}")
    with pytest.raises(psycopg.errors.RaiseException, match=r"append-only|only be erased"):
        ask(statement)


def test_a_text_is_erased_once_and_not_restored(served: PostgresRecords, ask: Asking) -> None:
    """Rule: the one change a text allows is its erasure; a verification tells where no redaction is behind it."""
    erase = "UPDATE firm_memory.ledger_text SET text = NULL, salt = NULL, redacted_by = 12 WHERE seq = 1"
    ask(erase)
    assert verify_chain(served.ledger.sealed()).problem == "no event 12 redacts its text"
    for change in (erase, "UPDATE firm_memory.ledger_text SET text = '', salt = '', redacted_by = NULL WHERE seq = 1"):
        with pytest.raises(psycopg.errors.RaiseException, match="only be erased, once"):
            ask(change)


def test_the_door_of_the_ledger_checks_every_entry(database: Database, ask: Asking, scribe: Scribe) -> None:
    """Rule: an entry enters only in its place, bound to the one before, with the texts its body names."""
    migrate(database)
    sealed = seal(scribe.change(EventKind.PROPOSED, scribe.candidate("one")), 1, GENESIS)
    digest, text = next(iter(sealed.texts.items()))
    append = "SELECT firm_memory.append(%s::bigint, %s, %s, '{}'::uuid[], false, %s, %s::text[], %s::text[])"
    whole = (1, sealed.body, sealed.hash, text.salt, [digest], [text.text])
    for place, value, problem in (
        (0, 2, "entry 2 cannot follow entry 0"),
        (0, None, "cannot follow entry 0"),
        (1, sealed.body + " ", "does not bind"),
        (2, "f" * 64, "does not bind"),
        (3, "f" * 32, "does not match its digest"),
        (5, [text.text, "smuggled in"], "does not match its digest"),
        (5, ["another text"], "does not match its digest"),
    ):
        arguments = (*whole[:place], value, *whole[place + 1 :])
        with pytest.raises(psycopg.errors.RaiseException, match=problem):
            ask(append, *arguments)
    assert ask("SELECT count(*) FROM firm_memory.ledger") == [(0,)]


def test_a_reader_reads_and_is_told_what_it_lacks(
    open_database: Opening, role_dsn: str, database: Database, ask: Asking, scribe: Scribe
) -> None:
    """Rule: a role with SELECT alone serves reads; its writes name the missing right, and it tries no DDL."""
    event = PostgresRecords(database).commit(scribe.change(EventKind.PROPOSED, scribe.candidate("one")))
    role = conninfo_to_dict(role_dsn)["user"]
    ask(f"GRANT USAGE ON SCHEMA firm_memory TO {role}; GRANT SELECT ON ALL TABLES IN SCHEMA firm_memory TO {role}")
    reader = PostgresRecords(open_database(role_dsn))
    assert list(reader.ledger.events()) == [event]
    assert list(reader.queue.every()) == list(event.records)
    with pytest.raises(StoreReadOnly, match=r"lacks .*EXECUTE on firm_memory.append.*firm-memory migrate"):
        reader.prepare()
    with pytest.raises(StoreReadOnly, match="permission denied for function take_turn"):
        reader.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("two")))
    with pytest.raises(StoreReadOnly, match="permission denied"):
        reader.ledger.mark_stored(1)


def test_the_owner_s_dsn_repairs_missing_grants(served: PostgresRecords, role_dsn: str, ask: Asking) -> None:
    """Rule: rights that were taken away come back with `prepare` where the owner's DSN is configured."""
    ask(f"REVOKE ALL ON firm_memory.record FROM {conninfo_to_dict(role_dsn)['user']}")
    served.prepare()
    assert len(list(served.queue.every())) == 5


def test_the_access_log_is_the_one_table_that_forgets(served: PostgresRecords, role_dsn: str) -> None:
    """Rule: the serving role browses, logs accesses and lets them expire; it changes none."""
    read = Access(memory=next(served.queue.every()).id, by="mira", at=datetime(2026, 1, 5, tzinfo=UTC))
    served.signals.accessed(read)
    assert served.queue.browse(Filters(atoms=frozenset({"firm"})), 5, None).cursor is None
    assert (list(served.signals.accesses(read.memory)), served.signals.expire(datetime.now(UTC))) == ([read], 1)
    with psycopg.connect(role_dsn, autocommit=True) as connection:
        assert connection.execute("SELECT count(*) >= 0 FROM firm_memory.stale_memories").fetchone() == (True,)
        for refused in ("UPDATE firm_memory.access_log SET read_by = 'kim'", "TRUNCATE firm_memory.access_log"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(refused.encode())
