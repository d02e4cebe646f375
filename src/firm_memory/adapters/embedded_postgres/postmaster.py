"""The running server, as its pid file and the kernel describe it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from pathlib import Path
from typing import Final

import attrs

from firm_memory.adapters.embedded_postgres.layout import socket_in

_CALL_SECONDS: Final = 1.0
_STATE_LINE: Final = 7  # counted from 0: pid, data directory, start time, port, socket directory, address, key, state


@attrs.frozen(kw_only=True)
class Postmaster:
    """What a data directory's pid file says; by itself it proves nothing, for the file outlives a crash."""

    pid: int
    data_directory: Path
    socket_directory: Path
    ready: bool

    @classmethod
    def read(cls, data_directory: Path) -> Postmaster | None:
        """The server named by the pid file; None when there is no file, or it is not complete yet."""
        try:
            lines = (
                (data_directory / "postmaster.pid").read_text(encoding="utf-8", errors="surrogateescape").split("\n")
            )
            pid, place = int(lines[0]), lines[4]
        except (OSError, ValueError, IndexError):
            return None
        if pid <= 0:  # a single-user session writes its pid negated
            return None
        ready = len(lines) > _STATE_LINE and lines[_STATE_LINE].strip() == "ready"
        return cls(pid=pid, data_directory=data_directory, socket_directory=Path(place), ready=ready)

    def answers(self) -> bool:
        """Whether something listens on the socket. Only the postmaster does; its children close the listener."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
            caller.settimeout(_CALL_SECONDS)
            try:
                caller.connect(str(socket_in(self.socket_directory)))
            except OSError:
                return False
        return True

    def lost_its_socket(self) -> bool:
        """Whether the server runs but nobody can call it: its socket was cleaned away, say with a login session.

        Seen with the server's own eyes where /proc has them: another mount namespace may merely hide it from us.
        """
        if not self.ready or not self.is_ours():
            return False
        eyes = Path(f"/proc/{self.pid}/root")
        place = eyes / self.socket_directory.relative_to("/") if eyes.exists() else self.socket_directory
        return not socket_in(place).exists()

    def is_ours(self) -> bool:
        """Whether that pid *is* a postgres working in our data directory, and not a stranger who got its number."""
        try:
            place = Path(f"/proc/{self.pid}/cwd").stat()
            program = Path(f"/proc/{self.pid}/cmdline").read_text(errors="replace").split("\0")[0]
        except OSError:
            return not Path("/proc/self/cwd").exists() and self.is_ours_by_ps()
        return os.path.samestat(place, self.data_directory.stat()) and Path(program).name == "postgres"

    def is_ours_by_ps(self) -> bool:
        """The same where there is no /proc, on macOS: the command line is a postgres on the data directory."""
        shown = subprocess.run(
            ["/bin/ps", "-ww", "-o", "command=", "-p", str(self.pid)], capture_output=True, check=False, text=True
        )
        words = shown.stdout.strip()
        return Path(words.split(" -D ")[0]).name == "postgres" and f" -D {self.data_directory} " in f"{words} "

    def ask_to_stop(self) -> bool:
        """Ask for a fast shutdown: sessions end, nothing committed is lost. False when the pid is not ours (any more).

        On Linux the process is pinned before it is verified, so that not even a pid reused in between is signalled.
        """
        pinned = _pin(self.pid)
        try:
            if not self.is_ours():
                return False
            if pinned is None:
                os.kill(self.pid, signal.SIGINT)
            else:
                signal.pidfd_send_signal(pinned, signal.SIGINT)
        except ProcessLookupError:
            return False
        finally:
            if pinned is not None:
                os.close(pinned)
        return True


def _pin(pid: int) -> int | None:
    """A descriptor of that process; None where the kernel has no such thing, or no such process."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None
