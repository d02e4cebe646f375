"""The table of present states follows the ledger: not even the role that writes it changes it otherwise."""

from __future__ import annotations

import psycopg
import pytest
from psycopg import sql

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.postgres.records import PostgresRecords
from firm_memory.application.sealing import seal
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.ledger import Change, EventKind
from firm_memory.features.laws.sample_changes import Scribe
from tests.adapters.postgres.asking import Opening

FORGED = """
INSERT INTO firm_memory.record SELECT gen_random_uuid(), revision, status, tier, type, task, atoms, tags,
    steward, created_at, updated_at, verified_at, body, first_seq, 9, last_seq, NULL FROM firm_memory.record
"""
BEHIND_NOTHING = "follows no entry of this transaction"


@pytest.fixture
def told(open_database: Opening, role_dsn: str, database: Database, scribe: Scribe) -> Change:
    """Two candidates, written by the serving role; what is given would reject the first of them."""
    records = PostgresRecords(open_database(role_dsn), migrate=database)
    first, second = scribe.candidate("one"), scribe.candidate("two")
    records.commit(scribe.change(EventKind.PROPOSED, first))
    records.commit(scribe.change(EventKind.PROPOSED, second))
    return scribe.change(EventKind.REJECTED, scribe.rejected(first, "Too vague."))


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("UPDATE firm_memory.record SET status = 'active'", BEHIND_NOTHING),
        ("UPDATE firm_memory.record SET body = jsonb_set(body, '{memory,content}', '\"other\"')", BEHIND_NOTHING),
        ("UPDATE firm_memory.record SET revision = revision + 1, last_seq = 2", BEHIND_NOTHING),
        ("UPDATE firm_memory.record SET first_place = 7", "stays where it entered"),
        (FORGED, BEHIND_NOTHING),
    ],
)
def test_no_state_changes_without_an_entry(role_dsn: str, statement: str, problem: str) -> None:
    """Rule: the serving role may write present states, and none of them but behind an entry of that transaction."""
    with (
        psycopg.connect(role_dsn, autocommit=True) as connection,
        pytest.raises(psycopg.errors.RaiseException, match=problem),
    ):
        connection.execute(statement.encode())


@pytest.mark.parametrize("chosen", ["named", "another"])
def test_an_entry_lets_its_own_records_change_and_no_other(
    told: Change, database: Database, role_dsn: str, chosen: str
) -> None:
    """Rule: whoever appends an entry changes with it what it names, as it says, and nothing beside it."""
    last = list(PostgresRecords(database).ledger.sealed())[-1]
    sealed = seal(told, last.seq + 1, last.hash)
    target = told.records[0].id
    change = sql.SQL(
        "UPDATE firm_memory.record SET status = 'rejected', revision = 2, last_seq = 3,"
        " body = jsonb_set(jsonb_set(body, '{{memory,status}}', '\"rejected\"'), '{{memory,revision}}', '2')"
        " WHERE (id = {}) = {}"
    ).format(sql.Literal(target), sql.Literal(chosen == "named"))
    append = "SELECT firm_memory.append(%s::bigint, %s, %s, %s::uuid[], false, %s, %s::text[], %s::text[])"
    texts = [text.text for text in sealed.texts.values()]
    entry = (sealed.seq, sealed.body, sealed.hash, [target], told.salt, list(sealed.texts), texts)
    with psycopg.connect(role_dsn) as connection:
        connection.execute(append.encode(), entry)
        if chosen == "named":
            connection.execute(change)
        else:
            with pytest.raises(psycopg.errors.RaiseException, match=BEHIND_NOTHING):
                connection.execute(change)
            connection.rollback()
    report = verify_chain(PostgresRecords(database).ledger.sealed())
    assert (report.ok, report.length) == (True, 3 if chosen == "named" else 2)
