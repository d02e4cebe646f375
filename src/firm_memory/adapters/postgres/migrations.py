"""The schema `firm_memory`: numbered SQL files, applied in order, each at most once, all in one transaction.

Two roles are meant: an owner, who migrates (FIRM_MEMORY_MIGRATE_DSN), and the role that serves requests,
which may neither define nor delete anything (`sql/grants.sql`). Whoever migrates grants the other its
rights; where both are one role, that role owns the schema, and only the triggers protect the ledger.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Final

import attrs
import psycopg
from psycopg import sql
from psycopg.rows import TupleRow

from firm_memory.adapters.postgres.database import Database
from firm_memory.domain.errors import InvalidField, RecordsUnavailable

COMMAND: Final = "firm-memory migrate"
_SECONDS: Final = 60.0  # replicas that start together wait for the one that migrates
_FILE: Final = re.compile(r"(?P<version>\d{4})_(?P<name>\w+)\.up\.sql")
_SQL: Final = files("firm_memory.adapters.postgres") / "sql"
_LOCK: Final = b"SELECT pg_advisory_xact_lock(1718186605, 1)"
# By name, as the table is read next: a row of the catalogue can be visible a moment before its name is known.
_PRESENT: Final = b"""
SELECT to_regclass('firm_memory.migration') IS NOT NULL, pg_has_role(nspowner, 'USAGE')
FROM pg_namespace n WHERE nspname = 'firm_memory'
"""
_SEEN: Final = b"SELECT version, name, checksum FROM firm_memory.migration ORDER BY version"


@attrs.frozen(kw_only=True)
class Migration:
    """One numbered step of the schema, with the statements that take it and those that take it back."""

    version: int
    name: str
    up: str
    down: str

    @property
    def label(self) -> str:
        """As it is called in files and messages: `0001_ledger`."""
        return f"{self.version:04d}_{self.name}"

    @property
    def checksum(self) -> str:
        """The sha256 of `up`."""
        return hashlib.sha256(self.up.encode()).hexdigest()


@attrs.frozen(kw_only=True)
class SchemaStatus:
    """Where a database stands.

    `newer` were applied by a later release, `edited` bear another text than ours; with either, nothing is
    written. `owned` tells that the asking role owns the schema, which a role that serves requests should not.
    """

    applied: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    owned: bool = False

    def require_known(self) -> None:
        """Raise `RecordsUnavailable` unless this release knows everything that was applied."""
        if self.newer:
            raise RecordsUnavailable(
                f"The database is newer than this release: it has {', '.join(self.newer)}. "
                "Upgrade firm-memory; until then nothing is written."
            )
        if self.edited:
            raise RecordsUnavailable(
                f"Migration {', '.join(self.edited)} was applied with another text than this release holds. "
                "Restore the released file; nothing is written to a schema of unknown shape."
            )


def incomplete() -> RecordsUnavailable:
    """The error to raise where a part of the schema is absent although migrations were applied."""
    return RecordsUnavailable(
        f"The schema firm_memory lacks parts of this release. Run `{COMMAND}` as its owner; "
        "if that changes nothing, the schema is damaged: restore it from a backup."
    )


@functools.cache
def migrations() -> tuple[Migration, ...]:
    """Every migration of this release, in order."""
    found = [match for each in _SQL.iterdir() if (match := _FILE.fullmatch(each.name))]
    return tuple(
        Migration(
            version=int(each["version"]),
            name=each["name"],
            up=_text(each.string),
            down=_text(each.string.replace(".up.", ".down.")),
        )
        for each in sorted(found, key=lambda each: each.string)
    )


def status(database: Database, known: Sequence[Migration] | None = None) -> SchemaStatus:
    """Where `database` stands. Changes nothing; a missing schema has everything pending."""
    with database.transaction(unavailable=RecordsUnavailable, read_only=True) as connection:
        return standing(connection, migrations() if known is None else known)


def migrate(database: Database, *, app_role: str | None = None, known: Sequence[Migration] | None = None) -> list[str]:
    """Apply what is pending and return its labels; `app_role` gets the rights of a role that serves requests.

    All of it happens or none. Any number of processes may ask at once: one applies, the others find it done.
    Raises `RecordsUnavailable` when the role may not, or when the database is newer or was edited.
    """
    steps = migrations() if known is None else known
    with _turn(database) as connection:
        connection.execute(_text("bookkeeping.sql").encode())
        found = standing(connection, steps)
        found.require_known()
        pending = [each for each in steps if each.label in found.pending]
        for each in pending:
            connection.execute(each.up.encode())
            connection.execute(
                "INSERT INTO firm_memory.migration (version, name, checksum) VALUES (%s, %s, %s)",
                (each.version, each.name, each.checksum),
            )
        if app_role is not None:
            _grant(connection, app_role)
    return [each.label for each in pending]


def migrate_down(database: Database, to: int, *, known: Sequence[Migration] | None = None) -> list[str]:
    """Take back every migration above version `to` and return their labels, newest first.

    A migration whose tables hold entries is not taken back: nothing deletes. Raises `RecordsUnavailable`
    then, and `InvalidField` where `to` is negative.
    """
    if to < 0:
        raise InvalidField("down", f"{to} is no version", "Give 0 or the number of a migration")
    steps = migrations() if known is None else known
    with _turn(database) as connection:
        found = standing(connection, steps)
        found.require_known()
        undone = [each for each in reversed(steps) if each.version > to and each.label in found.applied]
        for each in undone:
            connection.execute(each.down.encode())
            connection.execute("DELETE FROM firm_memory.migration WHERE version = %s", (each.version,))
    return [each.label for each in undone]


@contextmanager
def _turn(database: Database) -> Generator[psycopg.Connection[TupleRow]]:
    """A transaction that is alone in migrating; the lock ends with it, so it works behind PgBouncer too."""
    with database.transaction(unavailable=RecordsUnavailable, seconds=_SECONDS) as connection:
        connection.execute(_LOCK)
        yield connection


def standing(connection: psycopg.Connection[TupleRow], steps: Sequence[Migration]) -> SchemaStatus:
    """Where the database of `connection` stands, inside its transaction."""
    found = connection.execute(_PRESENT).fetchone()
    present, owned = found or (False, False)
    seen = {}
    if present:
        seen = {version: (f"{version:04d}_{name}", checksum) for version, name, checksum in connection.execute(_SEEN)}
    ours = {each.version: each for each in steps}
    return SchemaStatus(
        applied=tuple(label for label, _ in seen.values()),
        pending=_labels(each for version, each in ours.items() if version not in seen),
        newer=tuple(label for version, (label, _) in seen.items() if version not in ours),
        edited=_labels(each for version, each in ours.items() if version in seen and seen[version][1] != each.checksum),
        owned=bool(owned),
    )


def _grant(connection: psycopg.Connection[TupleRow], role: str) -> None:
    connection.execute(_text("grants.sql").replace("{role}", sql.Identifier(role).as_string(connection)).encode())


def _labels(steps: Iterable[Migration]) -> tuple[str, ...]:
    return tuple(each.label for each in steps)


def _text(name: str) -> str:
    return (_SQL / name).read_text(encoding="utf-8")
