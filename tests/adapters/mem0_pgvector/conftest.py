"""A store on a database of the test's own, asked by several roles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from firm_memory.adapters.mem0_pgvector.memory_store import Mem0Store
from firm_memory.adapters.postgres.database import Database


class Opened(Protocol):
    """Opens a store on a database, with connections of its own."""

    def __call__(
        self, dsn: str, *, collection: str = "mem0_firm", pool_owner: str = "firm", owner: Database | None = None
    ) -> Mem0Store:
        """The store at `dsn`; `owner` may replace its table."""
        ...


@pytest.fixture
def databases() -> Iterator[list[Database]]:
    """Databases that are closed after the test."""
    databases: list[Database] = []
    yield databases
    for database in databases:
        database.close()


@pytest.fixture
def opened(tmp_path: Path, databases: list[Database]) -> Opened:
    """Opens stores, and closes their connections after the test."""

    def open_(
        dsn: str, *, collection: str = "mem0_firm", pool_owner: str = "firm", owner: Database | None = None
    ) -> Mem0Store:
        databases.append(Database(dsn, max_size=4))
        return Mem0Store(databases[-1], mem0_dir=tmp_path, collection=collection, pool_owner=pool_owner, owner=owner)

    return open_


@pytest.fixture
def owner(postgres_dsn: str) -> Iterator[psycopg.Connection]:
    """A connection of the database's owner, in autocommit mode."""
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        yield connection


@pytest.fixture
def plain_role(owner: psycopg.Connection, postgres_dsn: str) -> Iterator[str]:
    """The DSN of a role that owns nothing and may do nothing but connect; its name is `plain_role`."""
    owner.execute("CREATE ROLE plain_role LOGIN")
    yield make_conninfo(postgres_dsn, user="plain_role")
    owner.execute("DROP OWNED BY plain_role CASCADE")
    owner.execute("DROP ROLE plain_role")
