"""The records in Postgres: one commit is one transaction, and one commit at a time has its turn at the chain."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from typing import Final

import psycopg
from psycopg.rows import TupleRow
from psycopg.types.json import Jsonb

from firm_memory.adapters.postgres.adoption import ADOPTION_SECONDS, adopt
from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.postgres.faults import ABSENT
from firm_memory.adapters.postgres.ledger import PostgresLedger
from firm_memory.adapters.postgres.migrations import COMMAND, migrations
from firm_memory.adapters.postgres.queue import PostgresQueue
from firm_memory.adapters.postgres.readiness import ready
from firm_memory.adapters.postgres.reading import Reading
from firm_memory.adapters.postgres.rebuilding import rebuild
from firm_memory.adapters.postgres.signals import PostgresSignals
from firm_memory.application.erasing import texts_to_erase
from firm_memory.application.ports.records import ApprovalQueue, Ledger
from firm_memory.application.ports.signals import Signals
from firm_memory.application.sealing import seal, unseal
from firm_memory.application.wire import record_to_wire
from firm_memory.domain.candidate import Record
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import LostUpdate, RecordsDamaged, RecordsUnavailable
from firm_memory.domain.ledger import Change, Event, Sealed

_TURN: Final = "SELECT seq, hash, (SELECT max(version) FROM firm_memory.migration) FROM firm_memory.take_turn()"
_REVISIONS: Final = "SELECT id, revision FROM firm_memory.record WHERE id = ANY(%s)"
_APPEND: Final = """
SELECT firm_memory.append(
    %(seq)s::bigint, %(body)s, %(hash)s, %(touched)s::uuid[], %(projects)s,
    %(salt)s, %(digests)s::text[], %(texts)s::text[]
)
"""
_BODIES: Final = """
SELECT seq, body FROM firm_memory.ledger WHERE touched && %(records)s::uuid[] AND seq < %(seq)s ORDER BY seq
"""
_TOMBSTONES: Final = """
SELECT r.id FROM firm_memory.record r
WHERE r.body -> 'memory' ? 'redaction' AND r.id IN (
    SELECT unnest(touched) FROM firm_memory.ledger WHERE touched && %(records)s::uuid[] AND seq < %(seq)s
)
"""
_ERASE: Final = "SELECT firm_memory.erase(%(seq)s::bigint, %(entries)s::bigint[], %(digests)s::text[])"
_SETTLE: Final = """
INSERT INTO firm_memory.record (
    id, revision, status, tier, type, task, atoms, tags, steward, created_at, updated_at, verified_at,
    body, first_seq, first_place, last_seq, projected_seq
) VALUES (
    %(id)s, %(revision)s, %(status)s, %(tier)s, %(type)s, %(task)s, %(atoms)s, %(tags)s, %(steward)s,
    %(created_at)s, %(updated_at)s, %(verified_at)s, %(body)s, %(seq)s, %(place)s, %(seq)s, %(projected)s
)
ON CONFLICT (id) DO UPDATE SET
    revision = excluded.revision, status = excluded.status, tier = excluded.tier, type = excluded.type,
    task = excluded.task, atoms = excluded.atoms, tags = excluded.tags, steward = excluded.steward,
    created_at = excluded.created_at, updated_at = excluded.updated_at, verified_at = excluded.verified_at,
    body = excluded.body, last_seq = excluded.last_seq,
    projected_seq = coalesce(excluded.projected_seq, record.projected_seq)
"""


class PostgresRecords:
    """Queue and ledger in schema `firm_memory` of `database`, which stays its owner's to close.

    `migrate` is the same database under a role that may define the schema; without it, `database` itself
    is asked, and may refuse. The schema is made by `prepare` or the first commit, never by a read.
    """

    def __init__(self, database: Database, *, migrate: Database | None = None) -> None:
        self._database = database
        self._owner = migrate
        reading = Reading(database=database)
        self._queue = PostgresQueue(reading=reading)
        self._ledger = PostgresLedger(database=database, reading=reading)
        self._signals = PostgresSignals(database=database, reading=reading, prepare=self.prepare)

    @property
    def queue(self) -> ApprovalQueue:
        """The present state of the records."""
        return self._queue

    @property
    def ledger(self) -> Ledger:
        """The chain of events."""
        return self._ledger

    @property
    def signals(self) -> Signals:
        """Who read what."""
        return self._signals

    def commit(self, change: Change) -> Event:
        """Append one event and put its records in force. Raises `LostUpdate`, changing nothing."""
        for _ in range(2):
            try:
                sealed = self._commit(change)
            except ABSENT:
                sealed = None
            if sealed is not None:
                return unseal(sealed, stored=not change.projects)
            self.prepare()
        raise RecordsUnavailable(f"The schema firm_memory changes while it is used. Let `{COMMAND}` finish, and retry.")

    def adopt_chain(self, entries: Sequence[Sealed]) -> None:
        """Take a whole chain over into empty records, in one transaction. Raises `LostUpdate`, changing nothing."""
        self.prepare()
        with self._database.transaction(unavailable=RecordsUnavailable, seconds=ADOPTION_SECONDS) as connection:
            adopt(
                connection,
                entries,
                lambda record, seq, place, projects: _settle(connection, record, seq, place, projects=projects),
            )

    def rebuild(self) -> Sequence[uuid.UUID]:
        """Make the queue anew from the ledger, in one transaction; the records that stood otherwise before.

        For the schema's owner. Raises `RecordsDamaged` where the chain does not hold: then nothing is changed.
        """
        self.prepare()
        report = verify_chain(self._ledger.sealed())
        if not report.ok:
            raise RecordsDamaged(
                f"Entry {report.bad_seq} of firm_memory.ledger: {report.problem}. Restore the database from a backup: "
                "nothing is rebuilt from a chain that does not hold."
            )
        owner = self._owner or self._database
        with owner.transaction(unavailable=RecordsUnavailable, seconds=ADOPTION_SECONDS) as connection:
            return rebuild(
                connection,
                self._ledger.events(),
                lambda record, seq, place, projects: _settle(connection, record, seq, place, projects=projects),
            )

    def prepare(self) -> None:
        """Promise that `commit` would be accepted; make or update the schema where that is permitted.

        Raises `StoreReadOnly`, or `RecordsUnavailable` naming `firm-memory migrate` where the role may not.
        """
        ready(self._database, self._owner)

    def close(self) -> None:
        """Nothing to give back: the databases belong to whoever opened them."""

    def _commit(self, change: Change) -> Sealed | None:
        """The entry that was appended; None when the schema is not this release's."""
        with self._database.transaction(unavailable=RecordsUnavailable) as connection:
            last, head, version = next(connection.execute(_TURN))
            if version != migrations()[-1].version:
                return None
            touched = list(dict.fromkeys(record.id for record in change.records))
            _require_next(change.records, dict(connection.execute(_REVISIONS, (touched,)).fetchall()))
            sealed = seal(change, last + 1, head)
            _append(connection, change, sealed, touched)
            _erase(connection, change, sealed.seq)
            for place, record in enumerate(change.records):
                _settle(connection, record, sealed.seq, place, projects=change.projects)
        return sealed


def _require_next(records: Iterable[Record], present: dict[uuid.UUID, int]) -> None:
    for record in records:
        revision = present.get(record.id, 0)
        if record.memory.revision != revision + 1:
            raise LostUpdate(
                f"{record.id} stands at revision {revision}, so revision {record.memory.revision} cannot follow: "
                "it was changed meanwhile. Read it again and retry."
            )
        present[record.id] = record.memory.revision


def _append(connection: psycopg.Connection[TupleRow], change: Change, sealed: Sealed, touched: list[uuid.UUID]) -> None:
    entry = {
        "seq": sealed.seq,
        "body": sealed.body,
        "hash": sealed.hash,
        "touched": touched,
        "projects": change.projects,
        "salt": change.salt,
        "digests": list(sealed.texts),
        "texts": [each.text for each in sealed.texts.values()],
    }
    connection.execute(_APPEND, entry)


def _erase(connection: psycopg.Connection[TupleRow], change: Change, seq: int) -> None:
    """Erase what a redaction leaves no text of; the tombstones of earlier ones count as gone, too."""
    if not change.redacts:
        return
    redacted = {"records": list(change.redacts), "seq": seq}
    gone = set(change.redacts) | {each for (each,) in connection.execute(_TOMBSTONES, redacted)}
    found = [
        (entry, digest)
        for entry, body in connection.execute(_BODIES, redacted).fetchall()
        for digest in texts_to_erase(body, gone.__contains__)
    ]
    entries, digests = [entry for entry, _ in found], [digest for _, digest in found]
    connection.execute(_ERASE, {"seq": seq, "entries": entries, "digests": digests})


def _settle(connection: psycopg.Connection[TupleRow], record: Record, seq: int, place: int, *, projects: bool) -> None:
    memory = record.memory
    row = {
        "id": record.id,
        "revision": memory.revision,
        "status": memory.status.value,
        "tier": memory.tier.value,
        "type": memory.type.value,
        "task": memory.task,
        "atoms": sorted(memory.scope.atoms),
        "tags": list(memory.tags),
        "steward": memory.steward,
        "created_at": memory.created_at,
        "updated_at": memory.updated_at,
        "verified_at": memory.verified_at,
        "body": Jsonb(record_to_wire(record)),
        "seq": seq,
        "place": place,
        "projected": seq if projects else None,
    }
    connection.execute(_SETTLE, row)
