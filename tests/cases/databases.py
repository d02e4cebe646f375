"""What the cases do to a database past every part of ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

_NO_DDL = """
CREATE FUNCTION public.no_ddl() RETURNS event_trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no DDL here: %', tg_tag; END $$;
CREATE EVENT TRIGGER no_ddl ON ddl_command_start {tags} EXECUTE FUNCTION public.no_ddl();
"""


def asked(dsn: str, *statements: str) -> list[tuple[Any, ...]]:
    """Run statements as the database's superuser; the rows of the last one."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        rows: list[tuple[Any, ...]] = []
        for statement in statements:
            cursor = connection.execute(statement.encode())
            rows = cursor.fetchall() if cursor.description else []
        return rows


@contextmanager
def role(dsn: str, *grants: str) -> Iterator[str]:
    """The DSN of the same database under a new role that may do what `grants` give to `{role}`, and no more.

    `{database}` in them is its database.
    """
    database = conninfo_to_dict(dsn)["dbname"]
    name = f"role_{database}"
    asked(dsn, f"CREATE ROLE {name} LOGIN", *(grant.format(role=name, database=database) for grant in grants))
    try:
        yield make_conninfo(dsn, user=name)
    finally:
        asked(dsn, f"DROP OWNED BY {name} CASCADE", f"DROP ROLE {name}")


@contextmanager
def no_ddl(dsn: str, *tags: str) -> Iterator[None]:
    """Whoever issues DDL of those kinds (any, without) meanwhile gets an error that the test would see."""
    listed = sql.SQL(", ").join(map(sql.Literal, tags))
    condition = sql.SQL("WHEN TAG IN ({})").format(listed) if tags else sql.SQL("")
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(sql.SQL(_NO_DDL).format(tags=condition))
        try:
            yield
        finally:
            connection.execute("DROP EVENT TRIGGER no_ddl; DROP FUNCTION public.no_ddl()")
