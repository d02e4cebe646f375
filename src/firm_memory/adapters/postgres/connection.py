"""One connection whose every wait ends at a given moment, even when the server is frozen or unplugged."""

from __future__ import annotations

import math
import time
from typing import Final, Self, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.rows import TupleRow

_INTERVAL: Final = 0.1
_CONNECT_SECONDS: Final = "2"  # libpq waits no shorter; whoever waits for the connection has a bound of its own
# Used unless the DSN says otherwise: a peer that vanished without a word is noticed within a minute.
_PARAMETERS: Final = {
    "connect_timeout": _CONNECT_SECONDS,
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
}

_T = TypeVar("_T")


class Overrun(psycopg.OperationalError):
    """The server did not answer before the connection's `give_up_at`; the connection is of no more use."""


class BoundedConnection(psycopg.Connection[TupleRow]):
    """A connection in autocommit mode: transactions begin and end by our own statements.

    `give_up_at` is a moment of `time.monotonic`. `ceiling` is the statement timeout in milliseconds that
    the server sets for this role (0: none); no transaction asks for more.
    """

    give_up_at: float = math.inf
    ceiling: int = 0
    idle_since: float = 0.0

    @classmethod
    def to(cls, dsn: str, *, application_name: str, prepare_threshold: int | None) -> Self:
        """A fresh connection. Blocks for as long as name resolution and libpq please."""
        given = conninfo_to_dict(dsn)
        parameters = {**_PARAMETERS, "application_name": application_name, **given, "client_encoding": "UTF8"}
        conninfo = make_conninfo("", **parameters)
        connection = cls.connect(conninfo, autocommit=True, prepare_threshold=prepare_threshold)
        try:
            found = connection.execute("SELECT setting::int FROM pg_settings WHERE name = 'statement_timeout'")
            connection.ceiling = next(found)[0]
        except BaseException:
            connection.close()
            raise
        return connection

    def wait(self, gen: PQGen[_T], interval: float = _INTERVAL, timeout: float | None = None) -> _T:
        """Drive `gen` as psycopg does, but raise `Overrun` once `give_up_at` has passed."""
        if self.give_up_at == math.inf:
            return super().wait(gen, interval, timeout)
        pause = min(interval, max(0.001, self.give_up_at - time.monotonic()))
        return super().wait(self._bounded(gen), pause, timeout)

    def _bounded(self, gen: PQGen[_T]) -> PQGen[_T]:
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and time.monotonic() >= self.give_up_at:
                    raise Overrun("no answer in time")
                wanted = gen.send(ready)
        except StopIteration as end:
            outcome: _T = end.value
            return outcome

    @property
    def usable(self) -> bool:
        """Whether the next borrower may have it: open, and outside any transaction."""
        return not self.closed and self.pgconn.transaction_status == TransactionStatus.IDLE
