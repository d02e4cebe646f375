"""The databases of one process: one pool a DSN, and the embedded server where the DSN is `embedded`."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from firm_memory.domain.errors import ConfigurationError, StoreUnavailable
from firm_memory.entrypoints.environment.parsing import EMBEDDED

if TYPE_CHECKING:
    from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres
    from firm_memory.adapters.postgres.database import Database


class PostgresAccess:
    """Opens databases by DSN, each once; closing it releases the embedded server. A closed one opens nothing more."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._lock = threading.Lock()
        self._databases: dict[str, Database] = {}
        self._server: EmbeddedPostgres | None = None
        self._closed = False

    def __call__(self, dsn: str) -> Database:
        """The database at `dsn`; the word `embedded` starts the private server first, and again whenever it is down.

        Connects to nothing else yet. Raises `ConfigurationError` for an unusable DSN or a missing package,
        `StoreUnavailable` when the private server does not start or the access is closed.
        """
        with self._lock:
            self._require_open()
            try:
                return self._opened(dsn)
            except ModuleNotFoundError as error:
                raise ConfigurationError(
                    f"Postgres needs the package {error.name}. Run pip install 'firm-memory[pgvector]'."
                ) from error

    def close(self) -> None:
        """Close every pool and leave the embedded server; idempotent. Waits for an opening that is under way."""
        with self._lock:
            self._closed = True
            for database in self._databases.values():
                database.close()
            self._databases.clear()
            if self._server is not None:
                self._server.release()
                self._server = None

    def _opened(self, dsn: str) -> Database:
        from firm_memory.adapters.postgres.database import Database
        from firm_memory.adapters.postgres.dsn import check_dsn

        if dsn not in self._databases:
            if dsn == EMBEDDED:
                self._databases[dsn] = Database(self._started(), bring_back=self._started_again)
            else:
                self._databases[dsn] = Database(check_dsn(dsn))
        return self._databases[dsn]

    def _started_again(self) -> str:
        """Start the private server that somebody stopped or killed, unless we have left it; the DSN it has now."""
        with self._lock:
            self._require_open()
            return self._started()

    def _require_open(self) -> None:
        if self._closed:
            raise StoreUnavailable("This memory is closed. Open another one.")

    def _started(self) -> str:
        from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres

        self._server = self._server or EmbeddedPostgres(self._home)
        return self._server.start()
