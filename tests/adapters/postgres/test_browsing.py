"""Browsing in Postgres: an index for every filter, and the view of what has gone stale."""

from __future__ import annotations

import uuid
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import attrs
import psycopg
import pytest

from firm_memory.adapters.postgres.browsing import page, tagged
from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.postgres.migrations import migrate, migrate_down, status
from firm_memory.adapters.postgres.records import PostgresRecords
from firm_memory.application.ports.shelf import Bookmark
from firm_memory.domain.browsing import Filters, Staleness
from firm_memory.domain.errors import RecordsUnavailable
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.laws.sample_changes import LEAD, Scribe
from tests.adapters.postgres.asking import Asking

ROWS = 25_000
NOW = datetime(2026, 12, 1, tzinfo=UTC)
FIRM = frozenset({"firm"})
# 25,000 records, a minute apart; every hundredth and more is rare in one way each.
_FILL = """
INSERT INTO firm_memory.record (
    id, revision, status, tier, type, atoms, tags, steward, created_at, updated_at, verified_at, body,
    first_seq, first_place, last_seq
)
SELECT gen_random_uuid(), 1,
    CASE WHEN n % 500 = 1 THEN 'archived' ELSE 'active' END,
    CASE WHEN n % 3 = 0 THEN 'index' ELSE 'durable' END,
    CASE WHEN n % 500 = 2 THEN 'ownership' ELSE 'bug_fixes' END,
    CASE WHEN n % 500 = 3 THEN '{repo:rare}' ELSE '{firm}' END::text[],
    CASE WHEN n % 500 = 4 THEN '{common,rare}' ELSE '{common}' END::text[],
    CASE WHEN n % 500 = 5 THEN 'kim' ELSE 'mira' END,
    '2026-12-01T00:00:00Z'::timestamptz - n * interval '1 minute',
    '2026-12-01T00:00:00Z'::timestamptz - n * interval '1 minute',
    NULL,
    jsonb_build_object('memory', jsonb_build_object(
        'content', repeat('x', 200), 'provenance', jsonb_build_object('reference', 'mr-' || n, 'doc_sha', 'a1')
    )),
    1, n, 1
FROM generate_series(1, 25000) AS n
"""


@contextmanager
def _unguarded(ask: Asking) -> Generator[None]:
    """The table of records as its owner may write it: no entry has to stand behind a row."""
    ask("ALTER TABLE firm_memory.record DISABLE TRIGGER USER")
    yield
    ask("ALTER TABLE firm_memory.record ENABLE TRIGGER USER")


@pytest.fixture
def full(database: Database, ask: Asking) -> Asking:
    """A database of 25,000 records, known to its planner."""
    migrate(database)
    ask("INSERT INTO firm_memory.ledger VALUES (1, '{}', repeat('0', 64), '{}')")
    with _unguarded(ask):
        ask(_FILL)
    ask("VACUUM ANALYZE firm_memory.record")
    return ask


@pytest.fixture
def connection(postgres_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    """A plain connection, with every setting of the planner as the server has it."""
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        yield connection


RECENT = Filters(atoms=FIRM)
PLANS = {
    "in order": (RECENT, "record_changed"),
    "type": (attrs.evolve(RECENT, kind=MemoryType.OWNERSHIP), "record_of_type"),
    "tag": (attrs.evolve(RECENT, tag="rare"), "record_tagged"),
    "status": (attrs.evolve(RECENT, statuses=frozenset({MemoryStatus.ARCHIVED})), "record_of_status"),
    "steward": (attrs.evolve(RECENT, steward="kim"), "record_of_steward"),
    "updated since": (attrs.evolve(RECENT, updated_since=NOW - timedelta(hours=1)), "record_changed"),
    "scope": (Filters(atoms=frozenset({"repo:rare"})), "record_in_scope"),
    "stale": (
        attrs.evolve(RECENT, stale=Staleness(before=NOW - timedelta(minutes=ROWS - 60))),
        "record_fresh",
    ),
    "document": (
        attrs.evolve(RECENT, stale=Staleness(before=NOW - timedelta(minutes=ROWS - 60), documents={"mr-7": "b2"})),
        "record_of_document",
    ),
}


@pytest.mark.usefixtures("full")
def test_every_filter_has_an_index(connection: psycopg.Connection[Any]) -> None:
    """Rule: with 25,000 records the planner, left alone, takes the filter's index and never reads the whole table."""
    assert connection.execute("SHOW enable_seqscan").fetchone() == ("on",)
    for name, (filters, index) in PLANS.items():
        for after in (None, Bookmark(seq=1, moment=NOW - timedelta(minutes=30), id=uuid.UUID(int=1))):
            statement, parameters = page(filters, 51, after)
            rows = connection.execute(f"EXPLAIN {statement}".encode(), parameters).fetchall()
            plan = "\n".join(row for (row,) in rows)
            assert index in plan, f"{name}:\n{plan}"
            assert "Seq Scan on record" not in plan, f"{name}:\n{plan}"


@pytest.mark.usefixtures("full")
def test_the_tags_of_a_narrow_scope_have_an_index(connection: psycopg.Connection[Any]) -> None:
    """Rule: counting tags reads what the scope sees, and no more."""
    statement, parameters = tagged(Filters(atoms=frozenset({"repo:rare"})))
    plan = "\n".join(row for (row,) in connection.execute(f"EXPLAIN {statement}".encode(), parameters))
    assert "record_in_scope" in plan
    assert "Seq Scan on record" not in plan


@pytest.mark.usefixtures("full")
def test_the_access_log_is_indexed(connection: psycopg.Connection[Any], ask: Asking) -> None:
    """Rule: neither who read a record nor what has expired is looked for in the whole log."""
    ask(
        "INSERT INTO firm_memory.access_log (memory, read_by, accessed_at) "
        "SELECT gen_random_uuid(), 'mira', '2026-01-01Z'::timestamptz + n * interval '1 minute' "
        "FROM generate_series(1, 25000) AS n"
    )
    ask("VACUUM ANALYZE firm_memory.access_log")
    for statement, index in (
        (
            "SELECT * FROM firm_memory.access_log WHERE memory = '00000000-0000-5000-8000-000000000000'",
            "access_log_memory",
        ),
        ("DELETE FROM firm_memory.access_log WHERE accessed_at < '2026-01-01T01:00Z'", "access_log_accessed"),
    ):
        plan = "\n".join(row for (row,) in connection.execute(f"EXPLAIN {statement}".encode()))
        assert index in plan, plan


def test_the_view_shows_what_has_gone_stale(database: Database, ask: Asking, scribe: Scribe) -> None:
    """Rule: in force, and neither changed nor verified for 90 days, with the time since; nobody writes through it."""
    records = PostgresRecords(database)
    fresh, disputed, stale, verified, proposed = (
        scribe.candidate(name) for name in ("fresh", "disputed", "stale", "verified", "proposed")
    )
    records.commit(scribe.change(EventKind.PROPOSED, fresh, disputed, stale, verified, proposed))
    approved = [scribe.approved(each) for each in (fresh, disputed, stale, verified)]
    approved[1] = attrs.evolve(approved[1], memory=attrs.evolve(approved[1].memory, status=MemoryStatus.DISPUTED))
    records.commit(scribe.change(EventKind.APPROVED, *approved, by=LEAD))
    records.commit(scribe.change(EventKind.NOTED, scribe.note("mr-1", "a finding")))
    with _unguarded(ask):
        ask("UPDATE firm_memory.record SET updated_at = now() - interval '91 days 1 hour'")
        ask("UPDATE firm_memory.record SET updated_at = now() - interval '89 days' WHERE id = %s", fresh.id)
        ask("UPDATE firm_memory.record SET verified_at = now() - interval '89 days' WHERE id = %s", verified.id)
    assert ask(
        "SELECT id, title, type, summary, content, steward, tags, status, extract(day FROM age) "
        "FROM firm_memory.stale_memories"
    ) == [
        (
            stale.id,
            stale.memory.title,
            "business_rules",
            None,
            "stale",
            "dana",
            ["fix 4.2", "netting"],
            "active",
            91,
        )
    ]
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState):
        ask("UPDATE firm_memory.stale_memories SET steward = 'kim'")


def test_a_log_that_is_in_use_is_not_taken_back(database: Database, ask: Asking) -> None:
    """Rule: who read what is kept for its time, also when the schema goes down."""
    migrate(database)
    before = status(database)
    ask("INSERT INTO firm_memory.access_log (memory, read_by, accessed_at) VALUES (gen_random_uuid(), 'mira', now())")
    with pytest.raises(RecordsUnavailable, match="accesses are logged"):
        migrate_down(database, 0)
    assert status(database) == before
