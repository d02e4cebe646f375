"""One table in the place of another (ADR 13): built beside it under another name, switched in one transaction."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final, cast

import psycopg
from psycopg import errors, sql
from psycopg.rows import TupleRow

from firm_memory.adapters.mem0_pgvector import extension
from firm_memory.adapters.mem0_pgvector.collection import (
    COMMENT,
    LOCK,
    PARTS,
    SCHEMA,
    Collection,
    create,
    look,
    owned,
    read,
    written,
)
from firm_memory.adapters.mem0_pgvector.payload import Payload
from firm_memory.application.ports.memory_store import Fingerprint
from firm_memory.domain.errors import ConfigurationError, StoreReadOnly, WriteFailed

SWITCH_SECONDS: Final = 60.0
_FORMER_MOST: Final = 99
_INDEXES: Final = (*PARTS, "pkey")
_MAY: Final = """
SELECT has_schema_privilege(%(schema)s, 'CREATE') AND coalesce(
    (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass(%(table)s)), true)
"""
_STANDS: Final = "SELECT to_regclass(%(table)s)::oid::bigint, obj_description(to_regclass(%(table)s), 'pg_class')"
_RIGHTS: Final = """
SELECT CASE WHEN grantee <> 0 THEN pg_get_userbyid(grantee) END, privilege_type
FROM pg_class, aclexplode(relacl)
WHERE oid = to_regclass(%(table)s) AND grantee <> relowner AND privilege_type IN ('SELECT', 'INSERT', 'UPDATE')
"""
_RIGHT: Final = {"SELECT": sql.SQL("SELECT"), "INSERT": sql.SQL("INSERT"), "UPDATE": sql.SQL("UPDATE")}
# What the former table holds and the new one does not: other pools' rows, and words that the ledger does not know.
_MORE: Final = """
SELECT EXISTS (
    SELECT FROM {former} AS former LEFT JOIN {new} AS new USING (id)
    WHERE new.id IS NULL OR (
        coalesce(former.revision, 0) >= new.revision
        AND former.payload ->> 'record' IS DISTINCT FROM new.payload ->> 'record'
    )
)
"""

_RELATIVES: Final = """
SELECT relname FROM pg_class
WHERE relnamespace = to_regnamespace(%(schema)s) AND relkind = 'r'
    AND relname ~ ('^' || %(name)s || '__(new|was[0-9]+)$')
"""
_ERASE: Final = """
UPDATE {table} SET payload = %(payload)s, vector = NULL
WHERE id = %(id)s AND pool_owner = %(owner)s AND revision < (%(payload)s::jsonb ->> 'revision')::bigint
"""


def erase(connection: psycopg.Connection[TupleRow], present: Collection, memory: str, payload: Payload) -> None:
    """Put a redacted memory into the collections beside `present` that hold it with its former words."""
    names = connection.execute(_RELATIVES, {"schema": SCHEMA, "name": present.name}).fetchall()
    written = json.dumps(payload, ensure_ascii=False)
    for (name,) in names:
        connection.execute(
            sql.SQL(_ERASE).format(table=sql.Identifier(SCHEMA, name)),
            {"payload": written, "id": memory, "owner": present.pool_owner},
        )


def beside(present: Collection) -> Collection:
    """The collection that is built to take the place of `present`."""
    return Collection(name=f"{present.name}__new", pool_owner=present.pool_owner)


def begin(
    connection: psycopg.Connection[TupleRow], present: Collection, new: Collection, fingerprint: Fingerprint
) -> int:
    """Make the table of `new`, or find the one that an earlier run for `fingerprint` left; its number (oid).

    A leftover for another model is dropped: nobody ever read it. Raises `StoreReadOnly`, `ConfigurationError`.
    """
    standing = look(connection, present)
    if standing.read_only:
        raise StoreReadOnly("The store is read-only: the database accepts no writes. Point the DSN at the primary.")
    if standing.present:
        owned(standing, present)
    if not next(connection.execute(_MAY, {"schema": SCHEMA, "table": present.qualified}))[0]:
        raise StoreReadOnly(
            f"This role may not replace {present.qualified}. Set FIRM_MEMORY_MIGRATE_DSN to the role that owns it, "
            "and run the command again."
        )
    connection.execute(LOCK)
    found = extension.find(connection) or extension.create(connection)
    table, comment = _stands(connection, new)
    if table is not None:
        if not _building(comment):
            raise ConfigurationError(
                f"The table {new.qualified} exists, and no reindex left it there. Rename it, and run the command again."
            )
        if read(comment) == (fingerprint, new.pool_owner):
            return table
        connection.execute(sql.SQL("DROP TABLE {}").format(new.table))
    create(connection, new, fingerprint, found, building=True)
    return cast("int", _stands(connection, new)[0])


def switch(
    connection: psycopg.Connection[TupleRow],
    present: Collection,
    new: Collection,
    table: int,
    catch_up: Callable[[], object],
) -> str | None:
    """Put `new` in the place of `present` at the end of this transaction; the name under which that one is kept.

    From here on whoever writes `present` waits; what they wrote before is in the ledger, from which `catch_up`
    tells the new one. Who reads is not held up but for the renaming itself.
    """
    connection.execute(LOCK)
    stands, comment = _stands(connection, new)
    if stands != table:
        raise WriteFailed(
            "Another reindex began meanwhile, or was quicker. Nothing was switched by this one; run it again."
        )
    fingerprint = cast("Fingerprint", read(comment)[0])
    former = None
    if look(connection, present).present:
        connection.execute(sql.SQL("LOCK TABLE {} IN SHARE MODE").format(present.table))
        catch_up()
        _pass_on_rights(connection, present, new)
        former = _set_aside(connection, present, new)
    else:
        catch_up()
    _rename(connection, new, present)
    text = sql.Literal(written(present, fingerprint))
    connection.execute(sql.SQL(COMMENT).format(table=present.table, text=text))
    return former


def _set_aside(connection: psycopg.Connection[TupleRow], present: Collection, new: Collection) -> str | None:
    """Make room: drop what is a copy, keep what holds more, or what somebody's view stands on."""
    more = next(connection.execute(sql.SQL(_MORE).format(former=present.table, new=new.table)))[0]
    if not more:
        try:
            with connection.transaction():
                connection.execute(sql.SQL("DROP TABLE {}").format(present.table))
                return None
        except errors.DependentObjectsStillExist:
            pass
    former = _free(connection, present)
    _rename(connection, present, former)
    return former.name


def _free(connection: psycopg.Connection[TupleRow], present: Collection) -> Collection:
    for number in range(1, _FORMER_MOST + 1):
        former = Collection(name=f"{present.name}__was{number}", pool_owner=present.pool_owner)
        if _stands(connection, former)[0] is None:
            return former
    raise ConfigurationError(
        f"There are {_FORMER_MOST} former tables {present.name}__was…. Look through them, and drop what nobody needs."
    )


def _rename(connection: psycopg.Connection[TupleRow], one: Collection, other: Collection) -> None:
    connection.execute(sql.SQL("ALTER TABLE {} RENAME TO {}").format(one.table, sql.Identifier(other.name)))
    for part in _INDEXES:
        connection.execute(
            sql.SQL("ALTER INDEX IF EXISTS {} RENAME TO {}").format(
                sql.Identifier(SCHEMA, f"{one.name}_{part}"), sql.Identifier(f"{other.name}_{part}")
            )
        )


def _pass_on_rights(connection: psycopg.Connection[TupleRow], present: Collection, new: Collection) -> None:
    for role, right in connection.execute(_RIGHTS, {"table": present.qualified}).fetchall():
        to = sql.SQL("PUBLIC") if role is None else sql.Identifier(str(role))
        connection.execute(sql.SQL("GRANT {} ON {} TO {}").format(_RIGHT[str(right)], new.table, to))


def _stands(connection: psycopg.Connection[TupleRow], collection: Collection) -> tuple[int | None, str | None]:
    """The number and the comment of its table."""
    table, comment = next(connection.execute(_STANDS, {"table": collection.qualified}))
    return table, comment


def _building(comment: str | None) -> bool:
    """Whether a table says of itself that it is still to take another's place."""
    try:
        return json.loads(comment or "null").get("building") is True
    except (ValueError, AttributeError):
        return False
