"""A Postgres database as a source of short transactions.

No session state: settings live for one transaction (`SET LOCAL`), nothing is prepared unless asked, so the
server may stand behind PgBouncer in transaction mode.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from typing import Final

import psycopg
from psycopg import sql
from psycopg.pq import TransactionStatus
from psycopg.rows import TupleRow

from firm_memory.adapters.postgres.connection import BoundedConnection
from firm_memory.adapters.postgres.connections import Connections
from firm_memory.adapters.postgres.faults import ABSENT, fault
from firm_memory.application.ports.deadline import Deadline
from firm_memory.domain.errors import StoreUnavailable, WriteFailed

READ_SECONDS: Final = 2.0
WRITE_SECONDS: Final = 5.0
_CLEAN_UP_SECONDS: Final = 0.5
_COMMIT_SECONDS: Final = 2.0  # a commit that is cut off leaves its outcome unknown
_GRACE_SECONDS: Final = 0.2  # the server, which knows why, is to be the first to give up
_FROZEN_MS: Final = 10_000  # a client that stands still must not hold its locks for ever


class Database:
    """Connections to one database, made when first needed. Thread-safe; nothing connects at construction.

    `connect_timeout` is the most that a transaction waits for a connection to be made, in seconds; while all
    `max_size` of them are in use it waits for one until its own end. `bring_back` starts a server of our own
    that is down, and gives its DSN; it raises `StoreUnavailable` or `ConfigurationError` where that fails.
    """

    def __init__(
        self,
        dsn: str,
        *,
        max_size: int = 8,
        connect_timeout: float = 1.0,
        prepare_threshold: int | None = None,
        application_name: str = "firm-memory",
        bring_back: Callable[[], str] | None = None,
    ) -> None:
        self._connect_timeout = connect_timeout
        self._max_size = max_size
        self._connections = Connections(
            dsn,
            max_size=max_size,
            application_name=application_name,
            prepare_threshold=prepare_threshold,
            bring_back=bring_back,
        )

    @contextmanager
    def transaction(
        self,
        *,
        unavailable: type[WriteFailed],
        deadline: Deadline | None = None,
        read_only: bool = False,
        seconds: float | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> Generator[psycopg.Connection[TupleRow]]:
        """One transaction: committed at the end of the block, rolled back when the block raises.

        It ends within `deadline`, else within `seconds` (2 for a read, 5 for a write), on the server too.
        `settings` are configuration parameters for this transaction alone. Raises `unavailable` when the
        database cannot be reached or does not answer in time, `StoreReadOnly` when it accepts no writes.
        Errors that tell of an absent table, schema, function or role (`ABSENT`) come through as they are.
        """
        bound = seconds or (READ_SECONDS if read_only else WRITE_SECONDS)
        give_up_at = time.monotonic() + (deadline.remaining if deadline else bound)
        try:
            try:
                connection = self._begin(give_up_at, _opening(settings or {}, read_only=read_only))
            except StoreUnavailable as refusal:  # of a server that was not brought back
                raise unavailable(str(refusal)) from None
            try:
                yield connection
                _commit(connection, give_up_at, unavailable)
            finally:
                self._release(connection)
        except ABSENT:
            raise
        except psycopg.Error as error:
            raise fault(error, unavailable, writing=not read_only) from None

    @property
    def pool(self) -> Lending:
        """The connections, for a library that wants a pool of its own kind."""
        return Lending(self)

    def close(self) -> None:
        """Close the connections; idempotent. Those in use close when their transactions end."""
        self._connections.close()

    def _begin(self, give_up_at: float, opening: sql.Composed) -> BoundedConnection:
        """A connection inside a fresh transaction; those that died while idle are replaced without a word."""
        rounds = 0
        while True:
            rounds += 1
            left = give_up_at - time.monotonic()
            connection = self._connections.take(max(0.0, left), connecting=self._connect_timeout)
            try:
                connection.give_up_at = give_up_at + _GRACE_SECONDS
                allowed = max(1, int((give_up_at - time.monotonic()) * 1000))
                connection.execute(opening + _limits(min(allowed, connection.ceiling or allowed)))
                return connection
            except BaseException as error:
                died = connection.closed and isinstance(error, psycopg.OperationalError)
                self._release(connection)
                if not died or rounds > self._max_size:
                    raise

    def _release(self, connection: BoundedConnection) -> None:
        """Give the connection back outside any transaction, or closed."""
        if connection.pgconn.transaction_status in (TransactionStatus.INTRANS, TransactionStatus.INERROR):
            connection.give_up_at = time.monotonic() + _CLEAN_UP_SECONDS
            with suppress(psycopg.Error):
                connection.rollback()
        self._connections.give_back(connection)


class Lending:
    """The face of `Database` that libraries expect of a connection pool. Closing it closes nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @contextmanager
    def connection(self) -> Generator[psycopg.Connection[TupleRow]]:
        """A connection inside a transaction; raises `StoreUnavailable` and `StoreReadOnly`."""
        with self._database.transaction(unavailable=StoreUnavailable) as connection:
            yield connection

    def close(self) -> None:
        """Leave the connections to whoever made the database."""


def _opening(settings: Mapping[str, str], *, read_only: bool) -> sql.Composed:
    # Explicit, because a server may have other defaults. READ WRITE is not asked for: a standby would
    # refuse it in other words than it refuses the write itself.
    begin = sql.SQL("BEGIN ISOLATION LEVEL READ COMMITTED {};").format(sql.SQL("READ ONLY" if read_only else ""))
    locals_ = [
        sql.SQL("SET LOCAL {} = {};").format(sql.Identifier(*name.split(".")), sql.Literal(value))
        for name, value in settings.items()
    ]
    return begin + sql.Composed(locals_)


def _limits(milliseconds: int) -> sql.Composed:
    # Less for a lock, so that the error tells of it.
    return sql.SQL(
        "SET LOCAL statement_timeout = {statement}; SET LOCAL lock_timeout = {lock};"
        " SET LOCAL idle_in_transaction_session_timeout = {frozen}"
    ).format(
        statement=sql.Literal(milliseconds),
        lock=sql.Literal(max(1, milliseconds * 9 // 10)),
        frozen=sql.Literal(max(_FROZEN_MS, milliseconds)),
    )


def _commit(connection: BoundedConnection, give_up_at: float, unavailable: type[WriteFailed]) -> None:
    if connection.pgconn.transaction_status == TransactionStatus.INERROR:
        # COMMIT would answer ROLLBACK here, and nobody would know.
        raise unavailable("The transaction was aborted by an earlier error in it; nothing was written.")
    connection.give_up_at = max(give_up_at, time.monotonic() + _COMMIT_SECONDS)
    try:
        connection.commit()
    except psycopg.OperationalError:
        if not connection.closed and connection.pgconn.transaction_status == TransactionStatus.IDLE:
            raise  # the server answered that it rolled back
        raise unavailable(
            "The connection was lost during the commit, so that nobody knows whether it took effect. "
            "Read the state again before retrying."
        ) from None
