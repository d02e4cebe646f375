"""Our subclass of mem0's pgvector store: its table and its interface, with our writes and our filters.

Imported by mem0's factory only (`VectorStoreFactory`), after `quiet.settle`.
"""

from __future__ import annotations

import copy
import json
from collections import OrderedDict
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NoReturn

import attrs
import psycopg
from psycopg import errors, sql
from psycopg.rows import TupleRow

from firm_memory.adapters.mem0_pgvector import extension, quiet
from firm_memory.adapters.mem0_pgvector.candidates import COMPARED_MOST, PLANNING, WALKING, Answer, Asked, Way
from firm_memory.adapters.mem0_pgvector.collection import Collection, mismatch, read
from firm_memory.adapters.mem0_pgvector.connections import Connections
from firm_memory.adapters.mem0_pgvector.listing import Listing
from firm_memory.adapters.mem0_pgvector.payload import Payload
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.embedder import Vector
from firm_memory.application.ports.memory_store import REEMBED, Fingerprint
from firm_memory.domain.errors import ConfigurationError, FingerprintMismatch, NotAllowed, StoreUnavailable
from firm_memory.domain.visibility import Visibility

_MISSING: Final = (errors.UndefinedTable, errors.InvalidSchemaName)
_MOVED: Final = (errors.UndefinedFunction, errors.UndefinedObject)
_OTHER_DIMENSION: Final = "22000"  # how pgvector says that two vectors cannot be compared
_REMEMBERED: Final = 256
# One statement, so that any number of writers need no lock: the highest revision stays.
_INSERT: Final = """
INSERT INTO {table} AS kept (id, vector, payload) VALUES (%s, %s::{vector}, %s)
ON CONFLICT (id) DO UPDATE SET vector = EXCLUDED.vector, payload = EXCLUDED.payload
WHERE coalesce(kept.revision, 0) < (EXCLUDED.payload ->> 'revision')::bigint
RETURNING obj_description(kept.tableoid, 'pg_class')
"""

_Stock: Any = quiet.part("mem0.vector_stores.pgvector").PGVector


@attrs.define
class _Learnt:
    """What one process learnt of its collection, shared by all views of it."""

    pgvector: extension.PgVector | None = None
    put: Fingerprint | None = None  # what was prepared for: of the vectors that are put
    asked: Fingerprint | None = None  # what was told to whoever asks: of the vectors that are searched with
    large: OrderedDict[Visibility, None] = attrs.field(factory=OrderedDict[Visibility, None])

    def note(self, visibility: Visibility, *, large: bool) -> None:
        """Remember whether more rows are visible than are worth comparing."""
        self.large.pop(visibility, None)
        if large:
            self.large[visibility] = None
            while len(self.large) > _REMEMBERED:
                self.large.popitem(last=False)


class FirmVectors(_Stock):  # type: ignore[misc]  # mem0 is untyped, and its class is known only once it is imported
    """mem0's `PGVector` on connections of ours, within a deadline.

    `insert` keeps the higher revision, `search` and `list` take a visibility where mem0 takes a filter (mem0's
    filters can be escaped), reads issue no DDL, and what deletes or overwrites is refused. `get` is mem0's.
    """

    def __init__(self, *, connections: Connections, collection: Collection) -> None:
        super().__init__(  # pyright: ignore[reportUnknownMemberType]  # mem0 is untyped
            dbname=None,
            collection_name=collection.name,
            embedding_model_dims=None,
            user=None,
            password=None,
            host=None,
            port=None,
            diskann=False,
            hnsw=True,
            connection_pool=connections.pool,
        )
        self._connections = connections
        self._collection = collection
        self._deadline: Deadline | None = None
        self._learnt = _Learnt()

    def within(self, deadline: Deadline) -> FirmVectors:
        """The same vectors, every call of which ends within `deadline`."""
        view = copy.copy(self)
        view._deadline = deadline  # noqa: SLF001 -- its own copy
        return view

    def expect(self, *, put: Fingerprint | None = None, asked: Fingerprint | None = None) -> None:
        """Refuse vectors once the collection is another model's: a new one may take its place at any moment."""
        self._learnt.put, self._learnt.asked = put or self._learnt.put, asked or self._learnt.asked

    def insert(
        self, vectors: Sequence[Vector], payloads: Sequence[Payload] | None = None, ids: Sequence[str] | None = None
    ) -> None:
        """Keep rows under our ids, each unless it is held at its revision or a later one. All or none."""
        rows = [
            (id_, extension.literal(vector), json.dumps(payload, ensure_ascii=False))
            for vector, payload, id_ in zip(vectors, payloads or (), ids or (), strict=True)
        ]
        with self._get_cursor(commit=True) as cursor:
            pgvector = self._pgvector(cursor.connection)
            if pgvector is None:
                raise errors.UndefinedTable
            statement = sql.SQL(_INSERT).format(table=self._col(), vector=pgvector.type)
            for row in rows:
                written = cursor.execute(statement, row).fetchone()
                _check_model(None if written is None else str(written[0]), self._learnt.put)

    def search(
        self, query: Sequence[str], vectors: Vector, top_k: int = 5, filters: Visibility | None = None
    ) -> Answer | None:
        """The `top_k` nearest and the `top_k` with the most telling terms; None without a collection.

        `query` holds the terms of the query. Up to `COMPARED_MOST` visible rows are compared one by one. Above,
        the planner may walk the HNSW index; if that comes back short, they are compared after all.
        """
        if filters is None:
            raise NotAllowed("A search without a visibility would show everything. Give one.")
        asked = Asked(vector=vectors, terms=query, visibility=filters, owner=self._collection.pool_owner, k=top_k)
        with self._get_cursor() as cursor:
            pgvector = self._pgvector(cursor.connection)
            if pgvector is None:
                return None

            def answer(way: Way) -> Answer:
                statement = asked.statement(self._collection, pgvector, way)
                found = Answer.read(cursor.execute(statement.text, statement.parameters), asked)
                _check_model(found.comment, self._learnt.asked if vectors else None)
                return found

            if filters not in self._learnt.large:
                found = answer(Way.COMPARED)
                if found.total <= COMPARED_MOST:
                    return found
            found = answer(Way.WALKED)
            self._learnt.note(filters, large=found.total > COMPARED_MOST)
            short = vectors and found.near < min(top_k, found.placed)
            return answer(Way.COMPARED_ALL) if short else found

    def list(self, filters: Listing | None = None, top_k: int | None = 100) -> list[str]:
        """Up to `top_k` records as text, in the order of the listing."""
        if filters is None:
            raise NotAllowed("A listing without a visibility would show everything. Give one.")
        statement = filters.statement(self._collection, top_k or 0)
        with self._get_cursor() as cursor:
            return [str(row[0]) for row in cursor.execute(statement.text, statement.parameters)]

    def create_col(self) -> NoReturn:
        """Refused: `collection.require` makes the table, under a lock and with our columns."""
        raise NotAllowed("The collection is made when the store is prepared, with columns that mem0 does not know.")

    def update(self, *_: object, **__: object) -> NoReturn:
        """Refused: it would overwrite whatever stands there."""
        raise NotAllowed("A memory changes by a higher revision. Insert that.")

    def delete(self, *_: object, **__: object) -> NoReturn:
        """Refused, as `delete_col` and `reset` are: nothing deletes."""
        raise NotAllowed("Nothing is deleted from the firm's memory. Archive or supersede the memory.")

    delete_col = reset = delete

    def keyword_search(self, *_: object, **__: object) -> NoReturn:
        """Refused: `search` looks for terms, inside the visibility."""
        raise NotAllowed("Terms are looked for by search.")

    def __del__(self) -> None:
        """mem0 would close the pool here, which is not its own."""

    def _ensure_collection(self) -> None:
        """Reads make no table; writes are preceded by `collection.require`."""

    def _col(self) -> sql.Identifier:
        return self._collection.table

    @contextmanager
    def _get_cursor(self, commit: bool = False) -> Generator[psycopg.Cursor[TupleRow]]:  # noqa: FBT001, FBT002 -- mem0's
        settings = PLANNING if commit else {**PLANNING, **WALKING}
        try:
            with (
                self._connections.transaction(
                    unavailable=StoreUnavailable,
                    deadline=self._deadline,
                    read_only=not commit,
                    settings=settings,
                ) as connection,
                connection.cursor() as cursor,
                self._explained(),
            ):
                yield cursor
        except _MOVED:
            self._learnt.pgvector = None
            raise StoreUnavailable("The extension vector is not where it was. Ask again.") from None

    @contextmanager
    def _explained(self) -> Generator[None]:
        """Errors that only this adapter understands, in the words of the port."""
        try:
            yield
        except errors.UndefinedColumn:
            raise ConfigurationError(
                f"The table {self._collection.qualified} was not made by firm-memory. "
                "Give FIRM_MEM0_COLLECTION another name; nothing in this table was touched."
            ) from None
        except errors.DataError as error:
            if error.sqlstate != _OTHER_DIMENSION:
                raise
            raise FingerprintMismatch(
                f"The vector is not of this collection's model: {error.diag.message_primary}. {REEMBED}"
            ) from None

    def _pgvector(self, connection: psycopg.Connection[TupleRow]) -> extension.PgVector | None:
        if self._learnt.pgvector is None:
            self._learnt.pgvector = extension.find(connection)
        return self._learnt.pgvector


def _check_model(comment: str | None, expected: Fingerprint | None) -> None:
    """Raise `FingerprintMismatch` where the table's comment names another model: what was written is taken back."""
    held = read(comment)[0]
    if held is not None and expected is not None and held != expected:
        raise mismatch(held, expected)
