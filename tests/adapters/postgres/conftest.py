"""Databases, roles and wires for the tests of the Postgres adapter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from firm_memory.adapters.postgres.database import Database
from firm_memory.features.laws.sample_changes import Scribe
from tests.adapters.postgres.asking import Asking, Opening
from tests.adapters.postgres.wire import Wire


@pytest.fixture
def open_database(postgres_dsn: str) -> Iterator[Opening]:
    """Opens databases, this test's own unless told otherwise, and closes them after the test."""
    with ExitStack() as opened:
        yield lambda dsn=postgres_dsn, **options: opened.enter_context(closing(Database(dsn, **options)))


@pytest.fixture
def database(open_database: Opening) -> Database:
    """This test's own database, empty at first, as a superuser."""
    return open_database()


@pytest.fixture
def ask(postgres_dsn: str) -> Iterator[Asking]:
    """Runs SQL on this test's database as a superuser, past every part of ours."""
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:

        def asked(statement: str, *parameters: object) -> list[tuple[Any, ...]]:
            cursor = connection.execute(statement.encode(), parameters or None)
            return cursor.fetchall() if cursor.description else []

        yield asked


@pytest.fixture
def role_dsn(postgres_dsn: str, ask: Asking) -> Iterator[str]:
    """The DSN of this test's database under a role of its own that may do nothing but connect."""
    role = f"role_{conninfo_to_dict(postgres_dsn)['dbname']}"
    ask(f"CREATE ROLE {role} LOGIN")
    yield make_conninfo(postgres_dsn, user=role)
    ask(f"DROP OWNED BY {role}; DROP ROLE {role}")


@pytest.fixture
def wire(postgres_dsn: str) -> Iterator[Wire]:
    """A wire to this test's database."""
    with closing(Wire(postgres_dsn)) as wire:
        yield wire


@pytest.fixture
def scribe() -> Scribe:
    """The writer of this test's changes."""
    return Scribe()
