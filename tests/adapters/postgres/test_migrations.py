"""The schema: numbered steps, applied once by one, taken back without loss, refused when unknown."""

from __future__ import annotations

from contextlib import closing

import attrs
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.postgres.migrations import Migration, migrate, migrate_down, migrations, status
from firm_memory.adapters.postgres.records import PostgresRecords
from firm_memory.domain.errors import InvalidField, RecordsUnavailable, StoreReadOnly
from firm_memory.domain.ledger import EventKind
from firm_memory.features.laws.sample_changes import Scribe
from tests.adapters.postgres.asking import Asking, Opening

LABELS = [each.label for each in migrations()]


def shape(ask: Asking) -> list[tuple[object, ...]]:
    """Every column, index, function and trigger of the schema, as the database describes them."""
    return ask("""
        SELECT 'column', table_name || '.' || column_name, data_type || is_nullable || coalesce(column_default, '')
        FROM information_schema.columns WHERE table_schema = 'firm_memory'
        UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'firm_memory'
        UNION ALL SELECT 'function', proname, pg_get_functiondef(oid)
        FROM pg_proc WHERE pronamespace = 'firm_memory'::regnamespace
        UNION ALL SELECT 'trigger', tgname || tgenabled::text, pg_get_triggerdef(t.oid)
        FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
        WHERE relnamespace = 'firm_memory'::regnamespace AND NOT tgisinternal
        ORDER BY 1, 2, 3
    """)


def test_up_down_and_up_again(database: Database, ask: Asking) -> None:
    """Rule: migrations are reversible step by step, and going up again gives the same schema."""
    assert migrate(database) == LABELS
    first = shape(ask)
    assert migrate(database) == []
    assert migrate_down(database, 1) == LABELS[:0:-1]
    assert status(database).applied == (LABELS[0],)
    assert migrate_down(database, 0) == LABELS[:1]
    assert ask(
        "SELECT relname FROM pg_class WHERE relnamespace = 'firm_memory'::regnamespace AND relkind IN ('r', 'v')"
    ) == [("migration",)]
    assert migrate_down(database, 0) == []
    assert migrate(database) == LABELS
    assert shape(ask) == first


def test_status_tells_what_is_applied_and_what_is_pending(open_database: Opening, role_dsn: str, ask: Asking) -> None:
    """Rule: asking changes nothing; it also tells whether the asking role owns the schema."""
    database = open_database()
    assert attrs.astuple(status(database)) == ((), tuple(LABELS), (), (), False)
    assert ask("SELECT to_regnamespace('firm_memory')") == [(None,)]
    migrate(database, app_role=str(conninfo_to_dict(role_dsn)["user"]))
    assert attrs.astuple(status(database)) == (tuple(LABELS), (), (), (), True)
    assert attrs.astuple(status(open_database(role_dsn))) == (tuple(LABELS), (), (), (), False)


def test_a_failing_migration_leaves_nothing(database: Database, ask: Asking) -> None:
    """Rule: all pending migrations are applied, or none."""
    broken = Migration(version=99, name="broken", up="CREATE TABLE firm_memory.half (); SELECT 1 / 0", down="")
    with pytest.raises(RecordsUnavailable, match="22012"):
        migrate(database, known=[*migrations(), broken])
    assert ask("SELECT to_regnamespace('firm_memory')") == [(None,)]


def test_an_edited_migration_is_refused(database: Database) -> None:
    """Rule: a step that was applied with another text than ours is named, and nothing is written."""
    migrate(database)
    edited = [attrs.evolve(migrations()[0], up=migrations()[0].up + "-- and more"), *migrations()[1:]]
    assert status(database, edited).edited == (LABELS[0],)
    for attempt in (migrate, lambda database, known: migrate_down(database, 0, known=known)):
        with pytest.raises(RecordsUnavailable, match=rf"{LABELS[0]} was applied with another text"):
            attempt(database, known=edited)


def test_a_newer_database_is_read_but_not_written(database: Database, scribe: Scribe) -> None:
    """Rule: an older release neither writes to nor migrates a database that a newer one has changed."""
    records = PostgresRecords(database)
    record = scribe.candidate("before the upgrade")
    records.commit(scribe.change(EventKind.PROPOSED, record))
    later = Migration(version=99, name="later", up="CREATE TABLE firm_memory.later ()", down="")
    assert migrate(database, known=[*migrations(), later]) == ["0099_later"]
    for attempt in (records.prepare, lambda: records.commit(scribe.change(EventKind.SEEN_AGAIN, record))):
        with pytest.raises(RecordsUnavailable, match=r"newer than this release: it has 0099_later.*Upgrade"):
            attempt()
    assert status(database).newer == ("0099_later",)
    assert records.queue.get(record.id) == record


def test_what_holds_entries_is_not_taken_back(database: Database, ask: Asking, scribe: Scribe) -> None:
    """Rule: nothing deletes; a migration whose tables are in use stays, and so do all the others."""
    records = PostgresRecords(database)
    event = records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("kept")))
    with pytest.raises(RecordsUnavailable, match="there are records"):
        migrate_down(database, 1)
    assert list(records.queue.every()) == list(event.records)
    ask("DELETE FROM firm_memory.record")
    with pytest.raises(RecordsUnavailable, match="the ledger holds entries"):
        migrate_down(database, 0)
    assert list(status(database).applied) == LABELS
    assert list(records.ledger.events()) == [event]


def test_a_version_below_zero_is_refused(database: Database) -> None:
    """Rule: an argument that means nothing is refused by name."""
    with pytest.raises(InvalidField, match="down: -1 is no version"):
        migrate_down(database, -1)


def test_a_role_without_rights_is_sent_to_the_owner(
    open_database: Opening, role_dsn: str, ask: Asking, scribe: Scribe
) -> None:
    """Rule: where the schema is missing and may not be made, the error names `firm-memory migrate`; reads are empty."""
    app = open_database(role_dsn)
    with pytest.raises(StoreReadOnly, match="permission denied for database"):
        migrate(app)
    records = PostgresRecords(app)
    for attempt in (
        records.prepare,
        lambda: records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("one"))),
    ):
        with pytest.raises(RecordsUnavailable, match=r"missing or older.*firm-memory migrate.*FIRM_MEMORY_MIGRATE_DSN"):
            attempt()
    assert list(records.queue.every()) == []
    assert ask("SELECT to_regnamespace('firm_memory')") == [(None,)]


def test_a_schema_made_by_somebody_else_is_used(open_database: Opening, role_dsn: str, ask: Asking) -> None:
    """Rule: the right to create a schema is not asked for where there is one."""
    ask(f"CREATE SCHEMA firm_memory AUTHORIZATION {conninfo_to_dict(role_dsn)['user']}")
    assert migrate(open_database(role_dsn)) == LABELS


def test_another_encoding_is_refused(postgres_dsn: str, ask: Asking) -> None:
    """Rule: texts are kept byte for byte, so the database must be able to hold them all."""
    name = f"{conninfo_to_dict(postgres_dsn)['dbname']}_latin"
    ask(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    try:
        with (
            closing(Database(make_conninfo(postgres_dsn, dbname=name))) as database,
            pytest.raises(RecordsUnavailable, match="encoded in LATIN1"),
        ):
            migrate(database)
    finally:
        ask(f"DROP DATABASE {name} WITH (FORCE)")


def test_every_migration_can_be_taken_back() -> None:
    """Rule: versions count from 1 without gaps, and each has its way back."""
    assert [each.version for each in migrations()] == list(range(1, len(LABELS) + 1))
    assert all(each.down.strip() and each.up.strip() for each in migrations())
