"""What the records in Postgres promise beyond the laws: races, crashes, outages, damage."""

from __future__ import annotations

from contextlib import ExitStack

import attrs
import pytest
from psycopg.conninfo import make_conninfo

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.postgres.migrations import migrate, migrations
from firm_memory.adapters.postgres.records import PostgresRecords
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import LostUpdate, NotFound, RecordsDamaged, RecordsUnavailable, StoreReadOnly
from firm_memory.domain.ledger import EventKind
from firm_memory.features.laws.sample_changes import Scribe, a_long_story
from firm_memory.features.postgres import PostgresServer
from tests.adapters.postgres.asking import Asking, Opening, another_process, let_loose
from tests.adapters.postgres.wire import Wire
from tests.fixtures.embedded_home import eventually

_IGNORING_TRIGGERS = (
    "ALTER TABLE firm_memory.{0} DISABLE TRIGGER USER; {1}; ALTER TABLE firm_memory.{0} ENABLE TRIGGER USER"
)


@pytest.fixture
def records(database: Database) -> PostgresRecords:
    """Records in this test's database."""
    return PostgresRecords(database)


def test_processes_that_start_at_once_leave_one_whole_chain(postgres_dsn: str, records: PostgresRecords) -> None:
    """Rule: of many processes one migrates and one wins what all want; none loses what it alone wants."""
    with ExitStack() as running:
        processes = [running.enter_context(another_process(postgres_dsn, name)) for name in "abcd"]
        outcomes = [each.split() for each in let_loose(processes)]
    assert sorted(applied for applied, _ in outcomes) == ["0", "0", "0", str(len(migrations()))]
    assert sorted(race for _, race in outcomes) == ["lost", "lost", "lost", "won"]
    report = verify_chain(records.ledger.sealed())
    assert (report.ok, report.length, len(list(records.queue.every()))) == (True, 41, 41)


def test_a_killed_commit_leaves_nothing_and_blocks_nobody(
    postgres_dsn: str, records: PostgresRecords, ask: Asking, scribe: Scribe
) -> None:
    """Rule: a process killed between appending and committing leaves the records as they were."""
    records.prepare()
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'firm_memory.record'::regclass"
    ask("BEGIN; LOCK TABLE firm_memory.record IN SHARE MODE")
    with another_process(postgres_dsn, "a") as process:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.close()
        eventually(lambda: ask(waiting) == [(1,)])
        process.kill()
        process.wait()
    ask("ROLLBACK")
    event = records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("a 0")))
    assert (event.seq, verify_chain(records.ledger.sealed()).length) == (1, 1)


def test_a_commit_whose_answer_is_lost_is_not_doubled(
    open_database: Opening, wire: Wire, records: PostgresRecords, scribe: Scribe
) -> None:
    """Rule: what failed can be retried: had it taken effect, the retry is a lost update and changes nothing."""
    far = PostgresRecords(open_database(wire.dsn))
    far.prepare()
    change = scribe.change(EventKind.PROPOSED, scribe.candidate("once"))
    wire.cut_after(b"COMMIT\0")
    with pytest.raises(RecordsUnavailable, match="nobody knows whether it took effect"):
        far.commit(change)
    eventually(lambda: len(list(records.ledger.sealed())) == 1)
    with pytest.raises(LostUpdate):
        far.commit(change)
    assert len(list(records.ledger.sealed())) == 1


def test_an_outage_raises_and_passes(own_postgres: PostgresServer, scribe: Scribe) -> None:
    """Rule: without the database every read and write raises at once; the first call after it is back works."""
    with ExitStack() as opened:
        database = Database(own_postgres.dsn)
        opened.callback(database.close)
        records = PostgresRecords(database)
        record = scribe.candidate("kept")
        records.commit(scribe.change(EventKind.PROPOSED, record))
        own_postgres.stop()
        for attempt in (
            records.prepare,
            lambda: records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("other"))),
            lambda: records.ledger.mark_stored(1),
            lambda: records.queue.get(record.id),
            lambda: list(records.ledger.sealed()),
        ):
            with pytest.raises(RecordsUnavailable, match="nothing answers"):
                attempt()
        own_postgres.start()
        assert records.queue.get(record.id) == record
        own_postgres.restart()
        assert records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("other"))).seq == 2


def test_a_read_only_database_reads_and_refuses_writes(
    open_database: Opening, postgres_dsn: str, records: PostgresRecords, ask: Asking, scribe: Scribe
) -> None:
    """Rule: a standby serves reads, and every write says that the store is read-only; no DDL is tried."""
    standby = PostgresRecords(open_database(make_conninfo(postgres_dsn, options="-c default_transaction_read_only=on")))
    change = scribe.change(EventKind.PROPOSED, scribe.candidate("kept"))
    for attempt in (standby.prepare, lambda: standby.commit(change)):
        with pytest.raises(StoreReadOnly, match="read-only"):
            attempt()
    assert ask("SELECT to_regnamespace('firm_memory')") == [(None,)]
    event = records.commit(change)
    other = scribe.change(EventKind.PROPOSED, scribe.candidate("other"))
    for attempt in (standby.prepare, lambda: standby.commit(other), lambda: standby.ledger.mark_stored(1)):
        with pytest.raises(StoreReadOnly, match="read-only"):
            attempt()
    assert list(standby.ledger.events()) == [event]
    assert standby.queue.waiting() == list(event.records)


def test_an_exhausted_pool_raises_and_recovers(open_database: Opening, scribe: Scribe) -> None:
    """Rule: a write that gets no connection raises within its bound and can be retried."""
    database = open_database(max_size=1, connect_timeout=0.1)
    records = PostgresRecords(database)
    records.prepare()
    change = scribe.change(EventKind.PROPOSED, scribe.candidate("kept"))
    with (
        database.transaction(unavailable=RecordsUnavailable),
        pytest.raises(RecordsUnavailable, match="gave no connection in time"),
    ):
        records.commit(change)
    assert records.commit(change).seq == 1


def test_long_ledgers_are_read_page_by_page(records: PostgresRecords, scribe: Scribe) -> None:
    """Rule: everything comes once and in order, however many pages it takes."""
    entered = [scribe.candidate(f"fact {number}") for number in range(606)]
    for start in range(0, len(entered), 3):
        records.commit(scribe.change(EventKind.PROPOSED, *entered[start : start + 3]))
    assert [each.seq for each in records.ledger.events(after=1)] == list(range(2, 203))
    assert [each.id for each in records.queue.every()] == [each.id for each in entered]


def test_tampering_is_found_at_its_entry(records: PostgresRecords, ask: Asking) -> None:
    """Rule: who rewrites the past against trigger and rights is found: the first bad entry is named."""
    for change in a_long_story():
        records.commit(change)
    ask(
        _IGNORING_TRIGGERS.format(
            "ledger", "UPDATE firm_memory.ledger SET body = replace(body, 'dana', 'eve') WHERE seq = 6"
        )
    )
    report = verify_chain(records.ledger.sealed())
    assert (report.ok, report.bad_seq) == (False, 6)


def test_a_rewritten_text_is_found_and_one_erased_without_a_redaction_too(
    records: PostgresRecords, ask: Asking
) -> None:
    """Rule: texts are bound by their digests; only a redaction may erase one (what it erases is no fault: laws)."""
    for change in a_long_story():
        records.commit(change)
    ask("UPDATE firm_memory.ledger_text SET text = NULL, salt = NULL, redacted_by = 12 WHERE seq = 5")
    assert verify_chain(records.ledger.sealed()).bad_seq == 5
    assert next(iter(records.ledger.events(after=4))).records[0].memory.content == "[redacted]"
    ask(_IGNORING_TRIGGERS.format("ledger_text", "UPDATE firm_memory.ledger_text SET text = text || '.' WHERE seq = 3"))
    assert verify_chain(records.ledger.sealed()).bad_seq == 3


def test_damage_is_named_by_its_place(records: PostgresRecords, ask: Asking) -> None:
    """Rule: what does not read back raises `RecordsDamaged` with the place; what is whole still reads."""
    story = a_long_story()
    for change in story:
        records.commit(change)
    ask(_IGNORING_TRIGGERS.format("ledger", "UPDATE firm_memory.ledger SET body = 'nonsense' WHERE seq = 2"))
    with pytest.raises(RecordsDamaged, match=r"Entry 2 of firm_memory\.ledger"):
        list(records.ledger.events())
    first = story[0].records[0].id
    assert [each.seq for each in records.ledger.history(first)] == [1, 3, 4, 8, 9]
    ask("ALTER TABLE firm_memory.record DISABLE TRIGGER USER")
    ask("UPDATE firm_memory.record SET body = body || '{\"x\": 1}' WHERE id = %s", first)
    with pytest.raises(RecordsDamaged, match=rf"Record {first} in firm_memory\.record"):
        records.queue.get(first)


def test_a_lost_part_of_the_schema_is_an_outage_and_not_emptiness(
    records: PostgresRecords, ask: Asking, scribe: Scribe
) -> None:
    """Rule: a missing schema reads as empty, a damaged one never does."""
    with pytest.raises(NotFound, match="no entry 1"):
        records.ledger.mark_stored(1)
    records.prepare()
    ask("DROP VIEW firm_memory.present")
    with pytest.raises(RecordsUnavailable, match="firm-memory migrate"):
        records.queue.waiting()
    ask("DROP TABLE firm_memory.record CASCADE")
    with pytest.raises(RecordsUnavailable):
        records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("one")))


def test_an_older_schema_is_brought_up_by_the_first_write(database: Database, scribe: Scribe) -> None:
    """Rule: `serve`, `up` and the first write migrate what is missing."""
    migrate(database, known=migrations()[:1])
    records = PostgresRecords(database)
    event = records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("one")))
    assert list(records.queue.every()) == list(event.records)


def test_one_change_may_move_a_record_twice(records: PostgresRecords, scribe: Scribe) -> None:
    """Rule: revisions are compared one after another, and the last one stands."""
    once = scribe.candidate("twice")
    again = attrs.evolve(once, memory=attrs.evolve(once.memory, revision=2, tags=("second",)))
    records.commit(scribe.change(EventKind.PROPOSED, once, again))
    assert list(records.queue.every()) == [again]


def test_a_rejected_replacement_waits_for_the_mark_of_its_correction(records: PostgresRecords, scribe: Scribe) -> None:
    """Rule: a record is unstored while the latest event that touched it and concerns the store bears no mark."""
    first = scribe.candidate("old")
    records.commit(scribe.change(EventKind.PROPOSED, first))
    first = scribe.approved(first)
    records.commit(scribe.change(EventKind.APPROVED, first))
    rival = scribe.candidate("new", supersedes=first.memory)
    records.commit(scribe.change(EventKind.CORRECTED, scribe.disputed(first, rival, "it changed"), rival))
    records.commit(scribe.change(EventKind.REJECTED, scribe.rejected(rival, "it did not")))
    assert [each.stored for each in records.queue.every()] == [False, False]
    records.ledger.mark_stored(3)
    assert [each.stored for each in records.queue.every()] == [True, True]
