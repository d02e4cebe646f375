"""The table of a collection: how it is laid out, made once, and told apart from others."""

from __future__ import annotations

import json
import re
from typing import Final, cast

import attrs
import psycopg
from psycopg import errors, sql
from psycopg.rows import TupleRow

from firm_memory.adapters.mem0_pgvector import extension
from firm_memory.application.ports.memory_store import REEMBED, Fingerprint
from firm_memory.application.wire import canonical
from firm_memory.domain.errors import ConfigurationError, FingerprintMismatch, StoreReadOnly

SCHEMA: Final = "public"  # the only one in which mem0 looks for its collections
# A name of ours, and what is appended to one while it is being replaced. With the longest index: 63 characters.
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,47}(?:__new|__was[0-9]{1,2})?")
PARTS: Final = ("found", "task", "created", "updated", "hnsw")  # its indexes, by what follows its name
_INDEXED_MOST: Final = 2_000  # dimensions an HNSW index takes
_INLINE_MOST: Final = 1_800  # dimensions that fit a page; a vector kept in the row is compared without a look-up
LOCK: Final = "SELECT pg_advisory_xact_lock(1718186605, 2)"  # the class of all our locks; 1 is the records' schema
_LOOK: Final = """
SELECT to_regclass(%(table)s) IS NOT NULL, obj_description(to_regclass(%(table)s), 'pg_class'),
    has_table_privilege(to_regclass(%(table)s), 'INSERT') AND has_table_privilege(to_regclass(%(table)s), 'UPDATE'),
    current_setting('transaction_read_only')::bool
"""
# mem0 writes and reads id, vector and payload. Everything else is generated from the payload, by functions
# that are IMMUTABLE in every Postgres (casts to timestamps or arrays are not): whoever writes, it is right.
_TABLE: Final = "CREATE TABLE {table} (id uuid PRIMARY KEY, vector {vector}({dimension}), payload jsonb)"
_COLUMNS: Final = """
ALTER TABLE {table}
    ADD COLUMN pool_owner text GENERATED ALWAYS AS (payload ->> 'user_id') STORED,
    ADD COLUMN atoms text[] GENERATED ALWAYS AS (string_to_array(payload ->> 'atoms', E'\\n')) STORED,
    ADD COLUMN tier text COLLATE "C" GENERATED ALWAYS AS (payload ->> 'tier') STORED,
    ADD COLUMN status text COLLATE "C" GENERATED ALWAYS AS (payload ->> 'status') STORED,
    ADD COLUMN type text COLLATE "C" GENERATED ALWAYS AS (payload ->> 'type') STORED,
    ADD COLUMN task text COLLATE "C" GENERATED ALWAYS AS (payload ->> 'task') STORED,
    ADD COLUMN revision bigint GENERATED ALWAYS AS ((payload ->> 'revision')::bigint) STORED,
    ADD COLUMN created text COLLATE "C" GENERATED ALWAYS AS (payload ->> 'created_at') STORED,
    ADD COLUMN updated text COLLATE "C" GENERATED ALWAYS AS (payload ->> 'updated_at') STORED,
    ADD COLUMN terms text[] GENERATED ALWAYS AS (string_to_array(payload ->> 'terms', E'\\n')) STORED;
-- One index for both: rows in scope that hold a term are found without reading the others. Without a
-- pending list, so that the first search after an import is as quick as the next.
CREATE INDEX {found} ON {table} USING gin (atoms, terms) WITH (fastupdate = off);
CREATE INDEX {task} ON {table} (task, created, id) WHERE task IS NOT NULL;
CREATE INDEX {created} ON {table} (created, id);
CREATE INDEX {updated} ON {table} (updated DESC, id);
"""
_INLINE: Final = "ALTER TABLE {table} ALTER COLUMN vector SET STORAGE PLAIN"
_NEAREST: Final = "CREATE INDEX {hnsw} ON {table} USING hnsw (vector {cosine_ops})"
COMMENT: Final = "COMMENT ON TABLE {table} IS {text}"
_GRANT: Final = "GRANT SELECT, INSERT, UPDATE ON {table} TO {role}; GRANT USAGE ON SCHEMA {extension} TO {role}"


@attrs.frozen(kw_only=True)
class Collection:
    """A table of mem0's, and the pool it belongs to."""

    name: str
    pool_owner: str

    def __attrs_post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ConfigurationError(
                f"FIRM_MEM0_COLLECTION is {self.name[:60]!r}, which names no table. "
                "Use letters, digits and underscores, 48 at most, a letter first."
            )

    @property
    def table(self) -> sql.Identifier:
        """Its table, qualified."""
        return sql.Identifier(SCHEMA, self.name)

    @property
    def qualified(self) -> str:
        """The same as text, as `to_regclass` reads it."""
        return f'{SCHEMA}."{self.name}"'


@attrs.frozen(kw_only=True)
class Standing:
    """What a database says of a collection. `fingerprint` is None where the table is absent or not ours."""

    present: bool
    fingerprint: Fingerprint | None
    pool_owner: str | None
    writable: bool
    read_only: bool


def look(connection: psycopg.Connection[TupleRow], collection: Collection) -> Standing:
    """How the collection stands. Reads the catalogue only, which every role may."""
    present, comment, writable, read_only = next(connection.execute(_LOOK, {"table": collection.qualified}))
    fingerprint, pool_owner = read(comment)
    return Standing(
        present=present,
        fingerprint=fingerprint,
        pool_owner=pool_owner,
        writable=bool(writable),
        read_only=read_only,
    )


def require(
    connection: psycopg.Connection[TupleRow], collection: Collection, fingerprint: Fingerprint
) -> extension.PgVector:
    """See to it that rows of `fingerprint` can be put, making an absent collection; the extension in use.

    Raises `StoreReadOnly`, `FingerprintMismatch`, or `ConfigurationError` when the table is somebody else's.
    """
    standing = look(connection, collection)
    if standing.read_only:
        raise StoreReadOnly("The store is read-only: the database accepts no writes. Point the DSN at the primary.")
    found = extension.find(connection)
    if not standing.present or found is None:
        connection.execute(LOCK)  # others may have been quicker; whoever comes second finds it done
        found = extension.find(connection) or extension.create(connection)
        standing = look(connection, collection)
        if not standing.present:
            create(connection, collection, fingerprint, found)
            return found
    _check(standing, collection, fingerprint)
    return found


def grant(connection: psycopg.Connection[TupleRow], collection: Collection, role: str) -> None:
    """Let `role` read and write the collection. It gets no DELETE: nothing deletes."""
    found = extension.find(connection) or extension.create(connection)
    connection.execute(
        sql.SQL(_GRANT).format(
            table=collection.table, role=sql.Identifier(role), extension=sql.Identifier(found.schema)
        )
    )


def mismatch(held: Fingerprint, configured: Fingerprint) -> FingerprintMismatch:
    """The error that names both, and the remedy."""
    return FingerprintMismatch(
        f"The collection was filled by {_shown(held)}; configured is {_shown(configured)}. Nothing was written. "
        f"{REEMBED}"
    )


def create(
    connection: psycopg.Connection[TupleRow],
    collection: Collection,
    fingerprint: Fingerprint,
    found: extension.PgVector,
    *,
    building: bool = False,
) -> None:
    """Make the table. Raises `StoreReadOnly` where the role may not. One that is `building` says so of itself."""
    parts = {
        "table": collection.table,
        "vector": found.type,
        "dimension": sql.Literal(max(fingerprint.dimension, 1)),  # without a model the column stays empty
    }
    try:
        connection.execute(sql.SQL(_TABLE).format(**parts))
        lay_out(connection, collection, fingerprint, found, building=building)
    except errors.InsufficientPrivilege:
        raise StoreReadOnly(
            f"The table {collection.qualified} does not exist and this role may not make it. "
            "Have the owner role run firm-memory migrate."
        ) from None


def lay_out(
    connection: psycopg.Connection[TupleRow],
    collection: Collection,
    fingerprint: Fingerprint,
    found: extension.PgVector,
    *,
    building: bool = False,
) -> None:
    """Give a table of mem0's three columns the others, the indexes, and the comment that makes it ours."""
    dimension = fingerprint.dimension
    parts: dict[str, sql.Composable] = {
        **{name: sql.Identifier(f"{collection.name}_{name}") for name in PARTS},
        "table": collection.table,
        "cosine_ops": found.cosine_ops,
        "text": sql.Literal(written(collection, fingerprint, building=building)),
    }
    if dimension <= _INLINE_MOST:
        connection.execute(sql.SQL(_INLINE).format(**parts))
    connection.execute(sql.SQL(_COLUMNS).format(**parts))
    if 0 < dimension <= _INDEXED_MOST:
        connection.execute(sql.SQL(_NEAREST).format(**parts))
    connection.execute(sql.SQL(COMMENT).format(**parts))


def owned(standing: Standing, collection: Collection) -> Fingerprint:
    """What fills it. Raises `ConfigurationError` for a table that is somebody else's."""
    if standing.fingerprint is None:
        raise ConfigurationError(
            f"The table {collection.qualified} exists and was not made by firm-memory. "
            "Take over an earlier pool with firm-memory adopt, or give FIRM_MEM0_COLLECTION another name; nothing in "
            "this table was touched."
        )
    if standing.pool_owner != collection.pool_owner:
        raise ConfigurationError(
            f"The collection {collection.name} belongs to the pool of {standing.pool_owner!r}, not of "
            f"{collection.pool_owner!r}. Correct FIRM_MEM0_POOL_OWNER, or give FIRM_MEM0_COLLECTION another name."
        )
    return standing.fingerprint


def _check(standing: Standing, collection: Collection, fingerprint: Fingerprint) -> None:
    held = owned(standing, collection)
    if held != fingerprint:
        raise mismatch(held, fingerprint)
    if not standing.writable:
        raise StoreReadOnly(
            f"The database role may not write {collection.qualified}. Have its owner grant INSERT and UPDATE."
        )


def written(collection: Collection, fingerprint: Fingerprint, *, building: bool = False) -> str:
    """What the table's comment says: whose it is, what fills it, and whether it is still to take another's place."""
    marks = {"pool_owner": collection.pool_owner, **attrs.asdict(fingerprint)}
    return canonical({"firm-memory": marks, **({"building": True} if building else {})})


def read(comment: str | None) -> tuple[Fingerprint | None, str | None]:
    """Fingerprint and pool owner out of a table's comment; (None, None) where it is not ours."""
    try:
        held = cast("dict[str, str]", json.loads(comment or "")["firm-memory"])
        owner = held.pop("pool_owner")
        return Fingerprint(**{**held, "dimension": int(held["dimension"])}), owner  # type: ignore[arg-type]
    except (ValueError, TypeError, KeyError, AttributeError):
        return None, None


def _shown(fingerprint: Fingerprint) -> str:
    return (
        f"model {fingerprint.model} (dimension {fingerprint.dimension}, weights {fingerprint.weights[:12] or 'none'}, "
        f"analyser {fingerprint.analyzer})"
    )
