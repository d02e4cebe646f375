"""The door through which a whole chain comes: what was erased before comes in erased, and nothing else does."""

from __future__ import annotations

import psycopg
import pytest

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.postgres.records import PostgresRecords
from firm_memory.features.laws.adoption_laws import a_chain
from tests.adapters.postgres.asking import Asking, Opening

ERASED = "SELECT firm_memory.adopt_erased(%s::bigint, %s::bigint[], %s::text[])"


def test_the_serving_role_takes_a_chain_over(open_database: Opening, role_dsn: str, database: Database) -> None:
    """Rule: it needs no right to insert into the ledger or its texts."""
    records = PostgresRecords(open_database(role_dsn), migrate=database)
    records.adopt_chain(a_chain().sealed())
    assert list(records.ledger.sealed()) == list(a_chain().sealed())


def test_the_door_opens_for_what_a_redaction_erased_alone(database: Database, ask: Asking) -> None:
    """Rule: by a redaction, of an earlier entry that names the text, where no text stands."""
    PostgresRecords(database).adopt_chain(a_chain().sealed())
    last = len(a_chain().sealed())
    [(digest,)] = ask("SELECT digest FROM firm_memory.ledger_text WHERE seq = 1 AND text IS NOT NULL LIMIT 1")
    for redaction, entry, text, problem in (
        (1, 1, digest, "is no redaction"),
        (last, last, digest, "that no entry before it names"),
        (last, 99, digest, "that no entry before it names"),
        (last, 1, "sha256:00", "that no entry before it names"),
    ):
        with pytest.raises(psycopg.errors.RaiseException, match=problem):
            ask(ERASED, redaction, [entry], [text])
    with pytest.raises(psycopg.errors.UniqueViolation):
        ask(ERASED, last, [1], [digest])
