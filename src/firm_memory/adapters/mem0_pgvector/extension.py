"""Where pgvector lives in a database, and how its type and operator are then written."""

from __future__ import annotations

from typing import Final, cast

import attrs
import psycopg
from psycopg import errors, sql
from psycopg.rows import TupleRow

from firm_memory.application.ports.embedder import Vector
from firm_memory.domain.errors import StoreReadOnly, StoreUnavailable

_FIND: Final = """
SELECT n.nspname, e.extversion FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
WHERE e.extname = 'vector'
"""
_OLDEST: Final = (0, 8)  # iterative index scans


@attrs.frozen(kw_only=True)
class PgVector:
    """The extension `vector`, in whichever schema a database keeps it: nothing here relies on a search path."""

    schema: str

    @property
    def type(self) -> sql.Composable:
        """Its type, qualified."""
        return sql.Identifier(self.schema, "vector")

    @property
    def distance(self) -> sql.Composable:
        """Its operator of cosine distance, qualified."""
        return sql.SQL("OPERATOR({}.<=>)").format(sql.Identifier(self.schema))

    @property
    def cosine_ops(self) -> sql.Composable:
        """Its operator class for an index by cosine, qualified."""
        return sql.Identifier(self.schema, "vector_cosine_ops")


def find(connection: psycopg.Connection[TupleRow]) -> PgVector | None:
    """The extension as installed; None where it is not. Raises `StoreUnavailable` when it is too old."""
    row = connection.execute(_FIND).fetchone()
    if row is None:
        return None
    version = str(row[1])
    if tuple(int(part) for part in version.split(".")[:2] if part.isdigit()) < _OLDEST:
        raise StoreUnavailable(
            f"pgvector {version} is too old: 0.8 is needed. Have the owner run ALTER EXTENSION vector UPDATE."
        )
    return PgVector(schema=str(row[0]))


def create(connection: psycopg.Connection[TupleRow]) -> PgVector:
    """Install the extension where it is missing. Raises `StoreReadOnly` when the role may not."""
    try:
        connection.execute("CREATE EXTENSION vector WITH SCHEMA public")
    except (errors.InsufficientPrivilege, errors.ReadOnlySqlTransaction):
        raise StoreReadOnly(
            "The extension vector is not installed and this role may not install it. "
            "Have the database's owner run CREATE EXTENSION vector."
        ) from None
    except (errors.UndefinedFile, errors.FeatureNotSupported):
        raise StoreUnavailable("The Postgres server has no pgvector. Install it there, 0.8 or later.") from None
    return cast("PgVector", find(connection))  # it is there now


def literal(vector: Vector) -> str | None:
    """`vector` as pgvector reads it; None for an empty one."""
    return f"[{','.join(map(repr, vector))}]" if vector else None
