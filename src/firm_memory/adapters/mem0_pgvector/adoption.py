"""An earlier firm-memory's collection, in mem0's own layout, and how it is laid out as ours where it stands."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from typing import Final, cast

import attrs
import psycopg
from psycopg import sql
from psycopg.rows import TupleRow

from firm_memory.adapters.mem0_pgvector import collection as collections
from firm_memory.adapters.mem0_pgvector import extension
from firm_memory.adapters.mem0_pgvector.collection import Collection
from firm_memory.adapters.mem0_pgvector.connections import Connections
from firm_memory.adapters.mem0_pgvector.payload import payload_of
from firm_memory.application.ports.embedder import Vector
from firm_memory.application.ports.memory_store import Fingerprint
from firm_memory.application.ports.pool import Placed, PoolRow
from firm_memory.domain.errors import ConfigurationError, StoreUnavailable, WriteFailed

SECONDS: Final = 600.0  # for a whole collection, its indexes included
_LAYOUT: Final = {"id": "uuid", "vector": "vector", "payload": "jsonb"}
_COLUMNS: Final = """
SELECT a.attname, t.typname, a.atttypmod FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
WHERE a.attrelid = to_regclass(%(table)s) AND a.attnum > 0 AND NOT a.attisdropped
"""
_ROWS: Final = (
    "SELECT id, payload, md5(payload::text), CASE WHEN %(vectors)s THEN vector::text END FROM {table} ORDER BY id"
)
_STAMPS: Final = "SELECT id, md5(payload::text) FROM {table}"
# mem0's own ones over the vector: they hold the former model's, and take the time of every row that changes.
_OVER_VECTORS: Final = """
SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
WHERE i.indrelid = to_regclass(%(table)s) AND a.attname = 'vector'
"""
_RETYPE: Final = "ALTER TABLE {table} ALTER COLUMN vector TYPE {vector}({dimension}) USING NULL"
_PLACE: Final = "UPDATE {table} SET vector = %s::{vector}, payload = %s WHERE id = %s"
_VECTOR: Final = "UPDATE {table} SET vector = %s::{vector} WHERE id = %s"


@attrs.frozen(kw_only=True)
class Mem0Pool:
    """A collection that an earlier release filled through `mem0.Memory`.

    `connections` are those of the role that owns the table; `role`, if any, is to serve requests from it.
    """

    connections: Connections
    collection: Collection
    role: str | None = None

    @property
    def name(self) -> str:
        """Its name, as the ledger keeps it."""
        return f"mem0:{self.collection.name}"

    @property
    def owner(self) -> str:
        """The user id under which its rows are the firm's."""
        return self.collection.pool_owner

    def rows(self, *, vectors: bool = False) -> Sequence[PoolRow] | None:
        """Every row, by id; None where the table is ours already.

        Raises `StoreUnavailable`, and `ConfigurationError` where there is no table, or one that mem0 did not make.
        """
        with self.connections.transaction(unavailable=StoreUnavailable, read_only=True, seconds=SECONDS) as connection:
            standing = collections.look(connection, self.collection)
            if standing.fingerprint is not None:
                collections.owned(standing, self.collection)
                return None
            self._dimension(connection)
            statement = sql.SQL(_ROWS).format(table=self.collection.table)
            return [
                PoolRow(id=row[0], payload=_fields(row[1]), stamp=row[2] or "", vector=_numbers(row[3]))
                for row in connection.execute(statement, {"vectors": vectors})
            ]

    def take_over(
        self,
        fingerprint: Fingerprint,
        memories: Sequence[Placed],
        others: Mapping[uuid.UUID, Vector],
        seen: Sequence[PoolRow],
    ) -> None:
        """Give the table our columns and indexes, and `memories` the place of their rows, in one transaction.

        Raises `WriteFailed` when the table holds other rows than `seen`, `StoreReadOnly` where this role may not.
        """
        with self.connections.transaction(unavailable=StoreUnavailable, seconds=SECONDS) as connection:
            found = extension.find(connection) or extension.create(connection)
            connection.execute(collections.LOCK)
            connection.execute(sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(self.collection.table))
            self._require_unchanged(connection, seen)
            self._retype(connection, fingerprint, found, others)
            self._place(connection, memories, found)
            collections.lay_out(connection, self.collection, fingerprint, found)
            if self.role is not None:
                collections.grant(connection, self.collection, self.role)

    def _require_unchanged(self, connection: psycopg.Connection[TupleRow], seen: Sequence[PoolRow]) -> None:
        standing = collections.look(connection, self.collection)
        stamps = connection.execute(sql.SQL(_STAMPS).format(table=self.collection.table))
        present = {row[0]: row[1] or "" for row in stamps}
        if standing.fingerprint is not None or present != {row.id: row.stamp for row in seen}:
            raise WriteFailed(
                f"The table {self.collection.qualified} changed while it was being adopted; it was not touched. Stop "
                "what writes it, and run firm-memory adopt again: it goes on where it was."
            )

    def _retype(
        self,
        connection: psycopg.Connection[TupleRow],
        fingerprint: Fingerprint,
        found: extension.PgVector,
        others: Mapping[uuid.UUID, Vector],
    ) -> None:
        """Make room for the new vectors. Where theirs cannot stay, the rows out of recall get their new ones here."""
        for (name,) in connection.execute(_OVER_VECTORS, {"table": self.collection.qualified}).fetchall():
            connection.execute(sql.SQL("DROP INDEX {}").format(sql.Identifier(collections.SCHEMA, name)))
        dimension = max(fingerprint.dimension, 1)
        parts = {"table": self.collection.table, "vector": found.type, "dimension": sql.Literal(dimension)}
        if self._dimension(connection) == dimension:
            return
        connection.execute(sql.SQL(_RETYPE).format(**parts))
        statement = sql.SQL(_VECTOR).format(**parts)
        for id_, vector in others.items():
            connection.execute(statement, (extension.literal(vector), id_))

    def _place(
        self, connection: psycopg.Connection[TupleRow], memories: Sequence[Placed], found: extension.PgVector
    ) -> None:
        statement = sql.SQL(_PLACE).format(table=self.collection.table, vector=found.type)
        for each in memories:
            payload = payload_of(each.memory, each.terms, self.owner)
            vector = extension.literal(each.vector if any(each.vector) else ())
            connection.execute(statement, (vector, json.dumps(payload, ensure_ascii=False), each.memory.id))

    def _dimension(self, connection: psycopg.Connection[TupleRow]) -> int:
        """The dimension of the vectors. Raises `ConfigurationError` unless the table is laid out as mem0 does it."""
        columns = connection.execute(_COLUMNS, {"table": self.collection.qualified}).fetchall()
        if not columns:
            raise ConfigurationError(
                f"There is no table {self.collection.qualified}: nothing to adopt. Set FIRM_MEM0_PG_DSN and "
                "FIRM_MEM0_COLLECTION to the pool."
            )
        if {row[0]: row[1] for row in columns} != _LAYOUT:
            raise ConfigurationError(
                f"The table {self.collection.qualified} is not laid out as mem0 does it; nothing in it was touched. "
                "Set FIRM_MEM0_COLLECTION to the pool."
            )
        return int(next(row[2] for row in columns if row[0] == "vector"))


def _fields(payload: object) -> Mapping[str, object]:
    return cast("dict[str, object]", payload) if isinstance(payload, dict) else {}


def _numbers(text: str | None) -> Vector:
    return tuple(map(float, json.loads(text))) if text else ()
