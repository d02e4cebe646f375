"""A schema that somebody else makes while we look: whoever meets the empty database at that moment goes on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.postgres.migrations import Migration, migrate, migrations
from firm_memory.adapters.postgres.reading import Reading
from firm_memory.adapters.postgres.records import PostgresRecords
from firm_memory.domain.errors import RecordsUnavailable
from firm_memory.domain.ledger import EventKind
from firm_memory.features.laws.sample_changes import Scribe
from tests.adapters.postgres.asking import Asking, Opening
from tests.fixtures.embedded_home import eventually

GATE = 4711
TURN = "1718186605, 1"  # the lock of whoever migrates
# A reader that looked for the schema's view just before it came, and learns so only when the gate opens.
LOOKED_EARLY = f"""
CREATE FUNCTION looked_early() RETURNS text LANGUAGE plpgsql AS $$
DECLARE early bool := to_regclass('firm_memory.present') IS NULL;
BEGIN
    PERFORM pg_advisory_xact_lock({GATE});
    IF early THEN RAISE undefined_table; END IF;
    RETURN 'found';
END $$
"""
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'"
BROKEN = Migration(version=99, name="broken", up="SELECT 1 / 0", down="")


def test_a_schema_that_comes_between_two_looks_is_read(database: Database, open_database: Opening, ask: Asking) -> None:
    """Rule: who found no schema and then finds one asks again, and does not take it for damaged."""
    ask(LOOKED_EARLY)
    with ThreadPoolExecutor(1) as thread, ExitStack() as gate:
        ask(f"SELECT pg_advisory_lock({GATE})")
        gate.callback(ask, f"SELECT pg_advisory_unlock({GATE})")
        rows = thread.submit(Reading(database=open_database()).rows, "SELECT looked_early()")
        eventually(lambda: ask(WAITING) == [(1,)])
        migrate(database)
        gate.close()
        assert rows.result() == [("found",)]


def test_a_damaged_schema_is_told_from_one_that_came_late(database: Database, ask: Asking) -> None:
    """Rule: what is still absent when it is asked for again is damage, and the message says what to do."""
    records = PostgresRecords(database)
    migrate(database)
    ask("DROP VIEW firm_memory.present")
    with pytest.raises(RecordsUnavailable, match="lacks parts of this release"):
        list(records.queue.every())


def test_who_waited_while_another_migrated_finds_it_done(
    database: Database, open_database: Opening, ask: Asking, scribe: Scribe
) -> None:
    """Rule: one applies, the others find it done, also those whose connection still remembers that nothing was there.

    A connection remembers what it looked for in vain; the failed attempt and the reads before make it do so.
    """
    late = open_database(max_size=1)
    with pytest.raises(RecordsUnavailable, match="22012"):
        migrate(late, known=[BROKEN])
    assert list(PostgresRecords(late).queue.every()) == []
    with ThreadPoolExecutor(2) as threads, ExitStack() as gate:
        ask(f"SELECT pg_advisory_lock({TURN})")
        gate.callback(ask, f"SELECT pg_advisory_unlock({TURN})")
        applied = []
        for waiting, each in enumerate((database, late), 1):
            applied.append(threads.submit(migrate, each))
            eventually(lambda: ask(WAITING) == [(waiting,)])  # noqa: B023 -- asked here and now
        gate.close()
        assert [each.result() for each in applied] == [[each.label for each in migrations()], []]
    records = PostgresRecords(late)
    event = records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("after all that")))
    assert list(records.queue.every()) == list(event.records)
