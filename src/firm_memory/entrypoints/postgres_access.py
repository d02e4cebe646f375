"""The databases of one process: one pool a DSN, and the embedded server where the DSN is `embedded`."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres
    from firm_memory.adapters.postgres.database import Database

EMBEDDED: Final = "embedded"


class PostgresAccess:
    """Opens databases by DSN, each once; closing it releases the embedded server."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._lock = threading.Lock()
        self._databases: dict[str, Database] = {}
        self._server: EmbeddedPostgres | None = None

    def __call__(self, dsn: str) -> Database:
        """The database at `dsn`; the word `embedded` starts the private server first."""
        from firm_memory.adapters.postgres.database import Database
        from firm_memory.adapters.postgres.dsn import check_dsn

        with self._lock:
            if dsn not in self._databases:
                self._databases[dsn] = Database(self._started() if dsn == EMBEDDED else check_dsn(dsn))
            return self._databases[dsn]

    def close(self) -> None:
        """Close every pool and leave the embedded server; idempotent."""
        with self._lock:
            for database in self._databases.values():
                database.close()
            self._databases.clear()
            if self._server is not None:
                self._server.release()
                self._server = None

    def _started(self) -> str:
        from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres

        self._server = self._server or EmbeddedPostgres(self._home)
        return self._server.start()
