"""What this adapter asks of whoever holds the connections to Postgres."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Protocol

import psycopg
from psycopg.rows import TupleRow

from firm_memory.application.ports.deadline import Deadline
from firm_memory.domain.errors import WriteFailed


class Connections(Protocol):
    """A source of short transactions on one database.

    Errors of the database leave a transaction as `unavailable` or `StoreReadOnly`, worded for anybody to
    read; those that tell of an absent table, schema, function or type come through as psycopg raised them.
    """

    def transaction(
        self,
        *,
        unavailable: type[WriteFailed],
        deadline: Deadline | None = None,
        read_only: bool = False,
        seconds: float | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> AbstractContextManager[psycopg.Connection[TupleRow]]:
        """One transaction within `deadline`, else within `seconds`, on the server too; `settings` hold for it alone."""
        ...

    @property
    def pool(self) -> object:
        """The same connections with the face of a psycopg pool, for mem0's constructor."""
        ...
