"""What lies where under FIRM_MEMORY_HOME, and the short directory for the socket."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import quote

import attrs

from firm_memory.domain.errors import ConfigurationError

DATABASE: Final = "firm_memory"
ROLE: Final = "firm_memory"
PORT: Final = 5432
_SOCKET_NAME: Final = f".s.PGSQL.{PORT}"
_LONGEST_SOCKET_PATH: Final = 103  # bytes: 107 on Linux, 103 on macOS, without the final zero byte
_PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@")


def _resolved(home: Path) -> Path:
    return Path(os.path.realpath(home))


def _on_one_line(_: object, __: attrs.Attribute[Path], home: Path) -> None:
    if "\n" in str(home):
        raise ConfigurationError("FIRM_MEMORY_HOME: the path holds a line break. Set it to a path without one.")


@attrs.frozen(kw_only=True)
class Layout:
    """The files of one embedded server.

    `home` is FIRM_MEMORY_HOME with every symbolic link followed, so that two ways to the same place meet the same
    server; ConfigurationError when it holds a line break, which the server's line-based pid file cannot carry.
    """

    home: Path = attrs.field(converter=_resolved, validator=_on_one_line)

    @property
    def root(self) -> Path:
        """Everything of the server but, for a long home, its socket."""
        return self.home / "postgres"

    @property
    def data_directory(self) -> Path:
        """The data directory; it appears complete or not at all."""
        return self.root / "data"

    @property
    def unfinished(self) -> Path:
        """A data directory in the making."""
        return self.root / "data.new"

    @property
    def log(self) -> Path:
        """What the server and pg_ctl print."""
        return self.root / "server.log"

    @property
    def start_lock(self) -> Path:
        """Held exclusively by whoever starts, stops or inspects the server."""
        return self.root / "start.lock"

    @property
    def lease_lock(self) -> Path:
        """Held shared by every process that uses the server."""
        return self.root / "lease.lock"

    @property
    def server_lock(self) -> Path:
        """Held exclusively by the server's own processes, as long as one of them lives."""
        return self.root / "server.lock"

    @property
    def kept(self) -> Path:
        """The marker that the server stays up when the last of us leaves."""
        return self.root / "kept-up"

    def socket_directory(self, *, uid: int, environment: Mapping[str, str]) -> Path:
        """Where the socket of a server running as `uid` goes: inside the home where its path is short and plain.

        Otherwise under XDG_RUNTIME_DIR or /tmp, named by the uid and a digest of the home: the same for the same home,
        another for another. A running server's pid file says which one it took.
        """
        inside = self.root / "run"
        if set(str(inside)) <= _PLAIN and _fits(inside):
            return inside
        digest = hashlib.sha256(os.fsencode(self.home)).hexdigest()[:16]
        name = f"firm-memory-{uid}-{digest}"
        runtime = Path(environment.get("XDG_RUNTIME_DIR") or "/nonexistent")
        usable = runtime.is_absolute() and set(str(runtime)) <= _PLAIN and _fits(runtime / name)
        if usable and _owned_directory(runtime, uid):
            return runtime / name
        return Path("/tmp") / name  # noqa: S108 - the name is fixed on purpose; owner and mode are checked before use


def _fits(directory: Path) -> bool:
    return len(os.fsencode(directory / _SOCKET_NAME)) <= _LONGEST_SOCKET_PATH


def _owned_directory(path: Path, uid: int) -> bool:
    try:
        found = path.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == uid


def secure_socket_directory(directory: Path, *, uid: int, gid: int) -> None:
    """Create `directory` for `uid` alone, mode 0700, or make sure that it is so; ConfigurationError otherwise.

    The server trusts whoever reaches its socket, so this directory *is* the access control: only its owner, and root,
    can pass it. A directory that a stranger put under a guessable name in /tmp is refused, never repaired.
    """
    try:
        directory.mkdir(mode=0o700)
    except FileExistsError:
        pass
    else:
        if os.geteuid() == 0:
            os.chown(directory, uid, gid)
    found = directory.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != uid or stat.S_IMODE(found.st_mode) & 0o077:
        raise ConfigurationError(
            f"FIRM_MEMORY_HOME: the socket directory {directory} is not a directory that user {uid} alone can enter. "
            "Remove it, or set FIRM_MEMORY_HOME to a shorter path, so that the socket fits inside it."
        )


def socket_in(directory: Path) -> Path:
    """The socket file of a server whose socket directory is `directory`."""
    return directory / _SOCKET_NAME


def dsn_for(directory: Path, database: str = DATABASE) -> str:
    """The libpq URI of `database` behind the socket in `directory`.

    Role and port are spelled out: PGUSER or PGPORT in a caller's environment must not redirect it.
    """
    return f"postgresql://{ROLE}@{quote(str(directory), safe='')}:{PORT}/{quote(database, safe='')}"
