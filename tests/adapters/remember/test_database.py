"""A REMEMBER database is read whole, in one snapshot, and left as it is."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from psycopg import sql

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.remember.database import RememberDatabase
from firm_memory.adapters.remember.people import UNKNOWN, User, names
from firm_memory.application.ports.former import FormerEdit, FormerRead, FormerVoice
from firm_memory.domain.errors import ConfigurationError, StoreUnavailable
from firm_memory.features.remember_database import BEGAN, RememberedFirm


def _minute(number: int) -> datetime:
    return BEGAN + timedelta(minutes=number)


def test_a_memory_is_told_with_everything_about_it(remembered: RememberedFirm, former: RememberDatabase) -> None:
    """Migration: users, tags, confirmations, history and the access log belong to the memory that they speak of."""
    memory = remembered.memory("Netting runs at six.", "mira", import_source="wiki-12", type="reference")
    remembered.tag(memory, "netting")
    remembered.tag(memory, "clearing")
    remembered.said(memory, "tomas", "saw it on Monday")
    remembered.said(memory, "anna", "Refuted: it runs at seven")
    remembered.edited(memory, "mira", "Netting runs at five.", "the first try")
    remembered.read(memory, "anna")
    before = remembered.contents()
    [told] = former()
    assert (told.id, told.name, told.kind, told.description) == (memory, "memory 1", "reference", "what was learnt 1")
    assert (told.body, told.owner, told.created_at, told.source) == (
        "Netting runs at six.",
        "mira",
        _minute(1),
        "wiki-12",
    )
    assert (told.archived, told.disputed, told.verified_at) == (False, False, None)
    assert told.tags == ("clearing", "netting")
    confirmed, refuted = told.voices
    assert confirmed == FormerVoice(row=confirmed.row, by="tomas", at=_minute(2), words="saw it on Monday")
    assert refuted == FormerVoice(row=refuted.row, by="anna", at=_minute(3), refutes=True, words="it runs at seven")
    assert confirmed.row != refuted.row
    [edit] = told.edits
    assert edit == FormerEdit(
        row=edit.row, by="mira", at=_minute(4), body="Netting runs at five.", description="the first try"
    )
    assert told.reads == (FormerRead(by="anna", at=_minute(5)),)
    assert remembered.contents() == before


def test_status_and_verification_are_told(remembered: RememberedFirm, former: RememberDatabase) -> None:
    """Migration: what was archived, disputed or verified there is known to whoever imports it, oldest first."""
    verified_at = datetime(2026, 4, 1, tzinfo=UTC)
    ids = [
        remembered.memory("Out of use.", status="archived"),
        remembered.memory("In doubt.", status="disputed", last_verified_at=verified_at),
        remembered.memory("In force.", import_source="  "),
    ]
    told = former()
    assert [each.id for each in told] == ids
    assert [(each.archived, each.disputed, each.verified_at, each.source) for each in told] == [
        (True, False, None, None),
        (False, True, verified_at, None),
        (False, False, None, None),
    ]


def test_a_moment_without_a_zone_is_utc(
    remembered: RememberedFirm, connection: psycopg.Connection, former: RememberDatabase
) -> None:
    """Domain, timestamps: naive ones are read as UTC at the edge, whatever zone the server lives in."""
    remembered.memory("Netting runs at six.")
    connection.execute("DROP VIEW stale_memories")
    connection.execute(
        "ALTER TABLE memories ALTER COLUMN created_at TYPE timestamp USING created_at AT TIME ZONE 'UTC'"
    )
    [told] = former()
    assert told.created_at == _minute(1)


def test_a_database_of_another_kind_is_told_so(former: RememberDatabase) -> None:
    """Configuration: a DSN that names another database is an error with a remedy, not an empty import."""
    with pytest.raises(ConfigurationError, match="no REMEMBER memory"):
        former()


def test_a_database_that_lacks_a_table_is_told_so(
    remembered: RememberedFirm, connection: psycopg.Connection, former: RememberDatabase
) -> None:
    """Configuration: half a database is no former memory; nothing of it is imported."""
    remembered.memory("Netting runs at six.")
    connection.execute("DROP TABLE access_log")
    with pytest.raises(ConfigurationError, match="no REMEMBER memory"):
        former()


def test_tables_of_another_schema_are_not_taken_for_its_own(
    remembered: RememberedFirm, connection: psycopg.Connection, former: RememberDatabase
) -> None:
    """Migration: both may share a database, whose role may find our tables first."""
    memory = remembered.memory("Netting runs at six.")
    remembered.read(memory, "anna")
    role = connection.execute("SELECT current_user").fetchone()
    assert role is not None
    schema = sql.Identifier(role[0])
    connection.execute(sql.SQL("CREATE SCHEMA {0} CREATE TABLE access_log (id bigint)").format(schema))
    [told] = former()
    assert [each.by for each in told.reads] == ["anna"]


def test_an_unreachable_database_tells_no_password() -> None:
    """Security: errors never carry a credential of the DSN."""
    dsn = "postgresql://reader:s3same-0pen@127.0.0.1:1/remember"
    with closing(Database(dsn)) as database, pytest.raises(StoreUnavailable) as raised:
        RememberDatabase(connections=database)()
    assert "s3same" not in str(raised.value)


def test_users_who_share_a_display_name_are_told_apart() -> None:
    """Migration, users: the display name is the principal's name; on a clash it is provider and id."""
    users = [
        User(id="1", provider="github", provider_id="17", display_name="Anna"),
        User(id="2", provider="google", provider_id="4", display_name="anna"),
        User(id="3", provider="github", provider_id="9", display_name="Mira"),
        User(id="4", provider="github", provider_id="11", display_name=" "),
        User(id="5", provider="github", provider_id="12", display_name=None),
    ]
    assert names(users) == {"1": "github:17", "2": "google:4", "3": "Mira", "4": "github:11", "5": "github:12"}


def test_a_user_without_a_row_is_nobody_known(
    remembered: RememberedFirm, connection: psycopg.Connection, former: RememberDatabase
) -> None:
    """Migration, users: what a removed user did is kept, under a name that claims nobody."""
    memory = remembered.memory("Netting runs at six.")
    remembered.edited(memory, "mira", "Netting runs at five.")
    connection.execute("UPDATE memory_history SET edited_by = NULL")
    [told] = former()
    assert told.edits[0].by == UNKNOWN
