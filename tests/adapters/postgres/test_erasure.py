"""The door through which a redaction erases: who may use it, when, and for which texts."""

from __future__ import annotations

import attrs
import psycopg
import pytest

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.postgres.records import PostgresRecords
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.redaction import Redaction
from firm_memory.domain.tombstone import redacted
from firm_memory.features.laws.sample_changes import LEAD, Scribe
from tests.adapters.postgres.asking import Asking, Opening

SECRET = "the vault opens to brass-lantern-9"
ERASE = "SELECT firm_memory.erase(%s::bigint, %s::bigint[], %s::text[])"
TEXT = "SELECT digest FROM firm_memory.ledger_text WHERE seq = %s AND text IS NOT NULL LIMIT 1"


def _redact(records: PostgresRecords, scribe: Scribe) -> None:
    """Entries 1 and 2 are two candidates, 3 redacts the first one."""
    leaked, other = scribe.candidate(SECRET), scribe.candidate("innocent")
    records.commit(scribe.change(EventKind.PROPOSED, leaked))
    records.commit(scribe.change(EventKind.PROPOSED, other))
    tombstone = redacted(leaked, Redaction(by="admin", at=scribe.now, reason="A password."))
    records.commit(scribe.change(EventKind.REDACTED, tombstone, by=LEAD))


def test_the_serving_role_redacts_without_a_right_to_change_texts(
    open_database: Opening, role_dsn: str, database: Database, scribe: Scribe, ask: Asking
) -> None:
    """Rule: the function alone erases; no column of any table of ours keeps the words."""
    records = PostgresRecords(open_database(role_dsn), migrate=database)
    _redact(records, scribe)
    assert verify_chain(records.ledger.sealed()).redacted == ((1, 3),)
    for table in ("ledger", "ledger_text", "record", "present", "entry"):
        rows = ask(f"TABLE firm_memory.{table}")
        assert rows
        assert SECRET not in repr(rows)
    with psycopg.connect(role_dsn, autocommit=True) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("UPDATE firm_memory.ledger_text SET text = NULL, salt = NULL, redacted_by = 3 WHERE seq = 2")


def test_the_door_opens_for_a_redaction_alone_and_for_its_own_records(
    database: Database, scribe: Scribe, ask: Asking
) -> None:
    """Rule: as it is appended, and never a text of a record that it does not touch."""
    records = PostgresRecords(database)
    _redact(records, scribe)
    [(digest,)] = ask(TEXT, 2)
    for seq, entry, problem in (
        (3, 2, "erases texts of records that it does not redact"),
        (3, 3, "erases texts of records that it does not redact"),
        (3, 9, "erases texts of records that it does not redact"),
        (2, 1, "is not the last one"),
        (None, 1, "is not the last one"),
    ):
        with pytest.raises(psycopg.errors.RaiseException, match=problem):
            ask(ERASE, seq, [entry], [digest])
    records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("third")))
    with pytest.raises(psycopg.errors.RaiseException, match="is no redaction"):
        ask(ERASE, 4, [1], [digest])
    assert verify_chain(records.ledger.sealed()).redacted == ((1, 3),)


def test_a_redaction_is_one_transaction(database: Database, scribe: Scribe, ask: Asking) -> None:
    """Rule: where the words cannot be erased, there is no tombstone and no event either."""
    records = PostgresRecords(database)
    leaked = scribe.candidate(SECRET)
    records.commit(scribe.change(EventKind.PROPOSED, leaked))
    ask("ALTER FUNCTION firm_memory.erase RENAME TO erase_away")
    tombstone = redacted(leaked, Redaction(by="admin", at=scribe.now, reason="A password."))
    change = scribe.change(EventKind.REDACTED, tombstone, by=LEAD)
    with pytest.raises(Exception, match=r"changes while it is used|lacks"):
        records.commit(change)
    assert records.queue.get(leaked.id) == leaked
    assert len(list(records.ledger.sealed())) == 1
    ask("ALTER FUNCTION firm_memory.erase_away RENAME TO erase")
    assert records.commit(change).records == (attrs.evolve(tombstone, stored=True),)
