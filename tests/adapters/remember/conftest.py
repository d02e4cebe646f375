"""A REMEMBER database to read, and the reader."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.remember.database import RememberDatabase
from firm_memory.features.remember_database import RememberedFirm


@pytest.fixture
def connection(postgres_dsn: str) -> Iterator[psycopg.Connection]:
    """A connection of the owner of that database, in autocommit mode."""
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        yield connection


@pytest.fixture
def remembered(connection: psycopg.Connection) -> RememberedFirm:
    """The database, still empty."""
    return RememberedFirm(connection)


@pytest.fixture
def former(postgres_dsn: str) -> Iterator[RememberDatabase]:
    """The reader of it."""
    with closing(Database(postgres_dsn)) as database:
        yield RememberDatabase(connections=database)
