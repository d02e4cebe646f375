"""REMEMBER's tables, read in one snapshot that changes nothing there."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any, Final, LiteralString, Protocol

import attrs
import psycopg
from psycopg import errors
from psycopg.rows import DictRow, TupleRow, dict_row

from firm_memory.adapters.remember.people import UNKNOWN, User, names
from firm_memory.application.ports.former import FormerEdit, FormerMemory, FormerRead, FormerVoice
from firm_memory.domain.errors import ConfigurationError, StoreUnavailable, WriteFailed

READ_SECONDS: Final = 120.0
_SNAPSHOT: Final = {"transaction_isolation": "repeatable read"}
_REFUTED: Final = "Refuted:"  # how its code began the note of a confirmation that is none
# All its tables stand where this one does. The role's search path alone could lead to tables of ours.
_SCHEMA: Final = """
SELECT set_config('search_path', quote_ident(nspname), true) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
WHERE c.oid = to_regclass('memory_history')
"""
_USERS: Final = "SELECT id::text AS id, provider::text, provider_id::text, display_name::text FROM users ORDER BY id"
_MEMORIES: Final = """
SELECT id, name, type::text AS kind, description, body, owner_id::text AS owner, status::text AS status, created_at,
    last_verified_at, import_source
FROM memories ORDER BY created_at, id
"""
_TAGS: Final = """
SELECT b.memory_id AS memory, t.name FROM memory_tags b JOIN tags t ON t.id = b.tag_id ORDER BY b.memory_id, t.name
"""
_VOICES: Final = """
SELECT memory_id AS memory, user_id::text AS by, confirmed_at AS at, note
FROM confirmations ORDER BY confirmed_at, user_id
"""
_EDITS: Final = """
SELECT memory_id AS memory, id::text AS id, edited_by::text AS by, edited_at AS at, body, description
FROM memory_history ORDER BY edited_at, id
"""
_READS: Final = """
SELECT memory_id AS memory, read_by::text AS by, accessed_at AS at FROM access_log ORDER BY accessed_at, id
"""
_ABSENT: Final = (errors.UndefinedTable, errors.InvalidSchemaName)
_Row = Mapping[str, Any]


class Connections(Protocol):
    """A source of short transactions on the former database; its errors are worded for anybody to read."""

    def transaction(
        self,
        *,
        unavailable: type[WriteFailed],
        read_only: bool = False,
        seconds: float | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> AbstractContextManager[psycopg.Connection[TupleRow]]:
        """One transaction within `seconds`; `settings` hold for it alone."""
        ...


@attrs.frozen(kw_only=True)
class RememberDatabase:
    """A REMEMBER database as a former memory: every memory with its tags, voices, edits and reads."""

    connections: Connections

    def __call__(self) -> Sequence[FormerMemory]:
        """Everything, as of one moment. Raises `StoreUnavailable`; `ConfigurationError` where the tables are others."""
        try:
            with (
                self.connections.transaction(
                    unavailable=StoreUnavailable, read_only=True, seconds=READ_SECONDS, settings=_SNAPSHOT
                ) as connection,
                connection.cursor(row_factory=dict_row) as cursor,
            ):
                if cursor.execute(_SCHEMA).fetchone() is not None:
                    return _Reading(cursor).memories()
        except _ABSENT:
            pass
        raise ConfigurationError(
            "This database holds no REMEMBER memory: a table of it is missing. Name the database that it uses."
        )


class _Reading:
    """One pass over the tables. What belongs to a memory is kept under its id."""

    def __init__(self, cursor: psycopg.Cursor[DictRow]) -> None:
        self._cursor = cursor

    def memories(self) -> tuple[FormerMemory, ...]:
        """Every memory, oldest first, ties by id."""
        people = names(User(**row) for row in self._rows(_USERS))
        tags, voices = _by_memory(self._rows(_TAGS)), _by_memory(self._rows(_VOICES))
        edits, reads = _by_memory(self._rows(_EDITS)), _by_memory(self._rows(_READS))
        return tuple(
            FormerMemory(
                id=row["id"],
                name=row["name"] or "",
                kind=row["kind"] or "",
                description=row["description"],
                body=row["body"] or "",
                owner=_named(row["owner"], people),
                created_at=_aware(row["created_at"]),
                verified_at=_aware(row["last_verified_at"]) if row["last_verified_at"] else None,
                archived=row["status"] == "archived",
                disputed=row["status"] == "disputed",
                source=(row["import_source"] or "").strip() or None,
                tags=tuple(each["name"] for each in tags[row["id"]]),
                voices=tuple(_voice(each, people) for each in voices[row["id"]]),
                edits=tuple(_edit(each, people) for each in edits[row["id"]]),
                reads=tuple(
                    FormerRead(by=_named(each["by"], people), at=_aware(each["at"])) for each in reads[row["id"]]
                ),
            )
            for row in self._rows(_MEMORIES)
        )

    def _rows(self, statement: LiteralString) -> Sequence[_Row]:
        return self._cursor.execute(statement).fetchall()


def _by_memory(rows: Iterable[_Row]) -> Mapping[uuid.UUID, list[_Row]]:
    kept = defaultdict[uuid.UUID, list[_Row]](list)
    for row in rows:
        kept[row["memory"]].append(row)
    return kept


def _voice(row: _Row, people: Mapping[str, str]) -> FormerVoice:
    note = (row["note"] or "").strip()
    refutes = note.startswith(_REFUTED)
    words = note.removeprefix(_REFUTED).strip() or None
    return FormerVoice(
        row=f"confirmation {row['by']}",
        by=_named(row["by"], people),
        at=_aware(row["at"]),
        refutes=refutes,
        words=words,
    )


def _edit(row: _Row, people: Mapping[str, str]) -> FormerEdit:
    return FormerEdit(
        row=f"history {row['id']}",
        by=_named(row["by"], people),
        at=_aware(row["at"]),
        body=row["body"] or "",
        description=row["description"],
    )


def _named(user: str | None, people: Mapping[str, str]) -> str:
    """The principal's name; a user who has no row, perhaps because it was removed, is nobody that is known."""
    return people.get(user or "", UNKNOWN)


def _aware(moment: datetime) -> datetime:
    """A moment in UTC; one that the column keeps without a zone is read as UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
