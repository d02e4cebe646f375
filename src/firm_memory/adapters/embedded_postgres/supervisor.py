"""Starts, shares and stops one private Postgres per FIRM_MEMORY_HOME."""

from __future__ import annotations

import atexit
import logging
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Final, Self

from firm_memory.adapters.embedded_postgres.account import require_supported
from firm_memory.adapters.embedded_postgres.binaries import installed
from firm_memory.adapters.embedded_postgres.layout import Layout, dsn_for
from firm_memory.adapters.embedded_postgres.locks import FileLock
from firm_memory.adapters.embedded_postgres.postmaster import Postmaster
from firm_memory.adapters.embedded_postgres.server import Server
from firm_memory.adapters.embedded_postgres.status import ServerStatus
from firm_memory.domain.errors import ConfigurationError, StoreUnavailable

_log: Final = logging.getLogger(__name__)
_TURN_SECONDS: Final = 150  # longer than the slowest start that somebody else may be at
_LEAVING_SECONDS: Final = 10  # at exit nobody waits long: whoever is at it is a user, or stops the server himself
_NO_SETTINGS: Final[Mapping[str, str]] = MappingProxyType({})


class EmbeddedPostgres:
    """One Postgres for all processes that share a home; the last of them to leave stops it.

    Three kernel locks carry the promises, so that none needs anyone's good behaviour: `start.lock` lets one process at
    a time start, stop or look; `lease.lock` is held shared by each user; `server.lock` is handed down to the server and
    held by its processes while one of them lives. A user that is killed drops out of the first two at once and the
    server runs on; a server whose users were all killed is an *orphan*, which the next `start` adopts. No pid is
    signalled before it is known to be a postgres in our data directory.

    `home` is FIRM_MEMORY_HOME. `settings` are further server settings for a start by us, such as `fsync`; the ones that
    close TCP and place the socket are not to be changed. Thread-safe. Nothing happens before `start`.
    """

    def __init__(self, home: Path, *, settings: Mapping[str, str] = _NO_SETTINGS) -> None:
        self._layout = Layout(home=home)
        self._server = Server(layout=self._layout, settings=dict(settings))
        self._lease = FileLock(self._layout.lease_lock)
        self._mutex = threading.RLock()

    def start(self, *, keep: bool = False) -> str:
        """Make sure that the server runs and that we are counted among its users; the libpq URI of its database.

        The first start ever creates the data; a crashed server is started again. Repeating it costs a few file reads.
        `keep` leaves the server up when the last user leaves, and brings it back for good at the first start after a
        crash or a reboot, until `stop`. Raises ConfigurationError when home, wheel or platform do not allow it,
        StoreUnavailable when the server does not come up.
        """
        require_supported()
        with self._mutex:
            try:
                self._create_root()
                with self._turn() as turn:
                    return self._start(turn, keep=keep)
            except OSError as error:
                raise self._unusable(error) from error

    def release(self) -> None:
        """Leave: stop the server if we were its last user and nobody keeps it up.

        Never raises (a server that could not be stopped is logged, and `status` will call it an orphan) and does
        nothing when we are no user. Also runs at the interpreter's exit.
        """
        with self._mutex:
            if not self._lease.held:
                return
            self._leave()
            try:
                with self._turn(within=_LEAVING_SECONDS):
                    if not self._layout.kept.exists() and not self._used():
                        self._server.halt()
            except FileNotFoundError:
                pass  # the home is gone, and the server ends by itself once it notices
            except (StoreUnavailable, OSError) as error:
                _log.warning("embedded Postgres was left running: %s", error)

    def stop(self) -> bool:
        """Stop the server whoever uses it, and no longer keep it up; whether it ran. StoreUnavailable if it will not.

        A lease of ours ends with it. Other users find their connections closed; their next `start` brings it back.
        """
        require_supported()
        with self._mutex:
            try:
                if not self._layout.start_lock.exists():
                    return False
                with self._turn():
                    self._layout.kept.unlink(missing_ok=True)
                    stopped = self._server.halt()
                    self._leave()
                    return stopped
            except OSError as error:
                raise self._unusable(error) from error

    def status(self) -> ServerStatus:
        """How the server is found now; creates nothing. ConfigurationError when the home is not ours to read."""
        require_supported()
        with self._mutex:
            try:
                if not self._layout.start_lock.exists():
                    return ServerStatus(data_directory=self._layout.data_directory)
                with self._turn():
                    return self._look()
            except OSError as error:
                raise self._unusable(error) from error

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def _start(self, turn: FileLock, *, keep: bool) -> str:
        entered = not self._lease.held
        self._lease.take(within=_TURN_SECONDS, shared=True)
        try:
            found = self._server.running() or self._server.launch(turn)
            if keep:
                self._layout.kept.touch(mode=0o600)
        except BaseException:
            if entered:
                self._lease.release()
            raise
        if entered:
            atexit.register(self.release)
        return dsn_for(found.socket_directory)

    def _look(self) -> ServerStatus:
        layout, running = self._layout, self._server.alive
        kept, used = layout.kept.exists(), self._used()
        found = Postmaster.read(layout.data_directory) if running else None
        wheel = next(iter(installed()), None)
        return ServerStatus(
            running=running,
            kept_up=kept,
            orphan=running and not kept and not used,
            data_directory=layout.data_directory,
            pid=found.pid if found else None,
            socket_directory=found.socket_directory if found else None,
            version=wheel.version() if wheel else None,
        )

    def _used(self) -> bool:
        """Whether anyone holds a lease; inside a turn only, where nobody is just taking one."""
        with FileLock(self._layout.lease_lock) as probe:
            return not probe.try_take()

    def _leave(self) -> None:
        atexit.unregister(self.release)
        self._lease.release()

    def _turn(self, *, within: float = _TURN_SECONDS) -> FileLock:
        return FileLock(self._layout.start_lock).take(within=within)

    def _create_root(self) -> None:
        """Create home and root: for root passable, not readable, by the account that the server gets; else private."""
        as_root = os.geteuid() == 0
        mode = 0o711 if as_root else 0o700
        self._layout.home.mkdir(mode=mode, parents=True, exist_ok=True)
        if not self._layout.root.exists():
            self._layout.root.mkdir(mode=mode, exist_ok=True)
            if as_root:  # in an ordinary user's home the server is to be that user's, too
                owner = self._layout.home.stat()
                os.chown(self._layout.root, owner.st_uid, owner.st_gid)

    def _unusable(self, error: OSError) -> ConfigurationError:
        return ConfigurationError(
            f"FIRM_MEMORY_HOME: {self._layout.root} cannot be used ({error.strerror}). "
            "Set FIRM_MEMORY_HOME to a directory that this user can write, with room to spare."
        )
