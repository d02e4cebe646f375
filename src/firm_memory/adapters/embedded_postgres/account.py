"""Under which identity of the operating system the server's programs run; Postgres refuses to run as root."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

import attrs

from firm_memory.adapters.embedded_postgres.binaries import PostgresBinaries
from firm_memory.domain.errors import ConfigurationError

_NOBODY: Final = 65534
_PASSED_ON: Final = ("PATH", "LD_LIBRARY_PATH", "TMPDIR")


@attrs.frozen(kw_only=True)
class ServerAccount:
    """Who the server is to the file system: the owner of its data and of its socket directory.

    `switch` makes a child become that uid; `prefix` is put before each command. At most one of them is used.
    """

    uid: int
    gid: int
    switch: bool = False
    prefix: tuple[str, ...] = ()

    def run(
        self,
        command: Sequence[str | Path],
        *,
        output: int | IO[bytes],
        keep_open: Sequence[int] = (),
        stdin: bytes = b"",
        data_directory: Path | None = None,
    ) -> subprocess.CompletedProcess[bytes]:
        """Run one of the server's programs and wait for it; both its outputs go to `output`.

        It gets a clean environment: a PGPORT of the caller must not move the socket, a locale must not change sorting
        or messages, and a secret of ours must not live on in a server that outlives us.
        """
        environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        if data_directory is not None:
            environment["PGDATA"] = str(data_directory)
        return subprocess.run(
            [*self.prefix, *command],
            input=stdin,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
            cwd="/",
            env={**environment, "LC_ALL": "C", "TZ": "UTC"},
            pass_fds=keep_open,
            user=self.uid if self.switch else None,
            group=self.gid if self.switch else None,
            extra_groups=[] if self.switch else None,
        )

    def reaches(self, programs: PostgresBinaries, directory: Path) -> bool:
        """Whether this account exists here, can enter `directory` and can run the server: tried, not guessed."""
        script = 'cd -- "$1" && exec "$2" --version'
        try:
            tried = self.run(["/bin/sh", "-c", script, "sh", directory, programs.postgres], output=subprocess.DEVNULL)
        except OSError:  # no such program, or a uid that this container does not map
            return False
        return tried.returncode == 0


def require_supported(platform: str = sys.platform) -> None:
    """Raise ConfigurationError where there is no `flock` and no Unix socket to rely on: on Windows."""
    if platform in {"win32", "cygwin"}:
        raise ConfigurationError(
            "FIRM_MEM0_PG_DSN=embedded: embedded Postgres runs on Linux and macOS, not on Windows. "
            "Set FIRM_MEM0_PG_DSN to a Postgres server, or use WSL."
        )


def account_for(programs: PostgresBinaries, *, root: Path, data_directory: Path) -> ServerAccount:
    """The account for the server whose files lie in `root`; raises ConfigurationError where there is none.

    An ordinary user is its own account. For root the order is:

    1. *Data that exists decides.* Its owner runs the server; a second start never changes ownership.
    2. *Drop the uid*, to the owner of the home, or to `nobody` when that is root: the server then has no right on any
       file of root's, which is what Postgres asks for by refusing root. It needs binaries and home that this uid can
       traverse, so a virtual environment or a home under /root rules it out; no parent is ever chmod-ed. (Whatever
       else runs as nobody on that machine can read the data: give the home to a user of its own where that matters.)
    3. *A user namespace* in which our uid is called nobody. It needs nothing of the paths and the data stays root's,
       but to the file system the server still is root (without capabilities), and containers often forbid it: hence
       second choice.
    4. An error that names FIRM_MEMORY_HOME.

    Each choice is tried with a harmless command before it is taken. An ordinary uid without a name in the user
    database (OpenShift gives out such) goes the way of 3, since initdb insists on a name.
    """
    uid, gid = os.geteuid(), os.getegid()
    owner = data_directory.stat().st_uid if data_directory.exists() else None
    if uid != 0:
        return _ordinary(programs, root, uid=uid, gid=gid, owner=owner)
    namespace = ServerAccount(uid=uid, gid=gid, prefix=_namespace_prefix())
    heir = owner if owner is not None else root.stat().st_uid or _NOBODY
    if heir == 0:
        if namespace.reaches(programs, root):
            return namespace
        raise ConfigurationError(
            f"FIRM_MEMORY_HOME: {data_directory} belongs to root, Postgres refuses to run as root, and user namespaces "
            f"are not allowed here. Stop every process that uses it and run `chown -R nobody {data_directory}`, or run "
            "firm-memory as an ordinary user with its own FIRM_MEMORY_HOME."
        )
    group = _group_of(heir)
    if group is not None:
        dropped = ServerAccount(uid=heir, gid=group, switch=True)
        if dropped.reaches(programs, root):
            return dropped
    if owner is None and namespace.reaches(programs, root):
        return namespace
    raise ConfigurationError(
        f"FIRM_MEMORY_HOME: Postgres refuses to run as root, and user {heir} cannot reach {root} or the programs in "
        f"{programs.directory}. Set FIRM_MEMORY_HOME to a directory that this user can traverse (for example "
        "/var/lib/firm-memory) and install outside /root, or run firm-memory as an ordinary user."
    )


def _ordinary(programs: PostgresBinaries, root: Path, *, uid: int, gid: int, owner: int | None) -> ServerAccount:
    if owner not in {None, uid}:
        raise ConfigurationError(
            f"FIRM_MEMORY_HOME: the data in {root} belongs to user {owner}, and this is user {uid}. "
            "Set FIRM_MEMORY_HOME to a directory of your own, or run firm-memory as that user."
        )
    if _group_of(uid) is not None:
        return ServerAccount(uid=uid, gid=gid)
    namespace = ServerAccount(uid=uid, gid=gid, prefix=_namespace_prefix())
    if namespace.reaches(programs, root):
        return namespace
    raise ConfigurationError(
        f"FIRM_MEMORY_HOME: embedded Postgres needs a user with a name, uid {uid} has none, and user namespaces are "
        "not allowed here. Run firm-memory under a named user, or set FIRM_MEM0_PG_DSN to a Postgres server."
    )


def _namespace_prefix() -> tuple[str, ...]:
    program = shutil.which("unshare") or "/nonexistent/unshare"
    return (program, "-U", f"--map-user={_NOBODY}", f"--map-group={_NOBODY}")


def _group_of(uid: int) -> int | None:
    """The primary group of `uid`; None for a uid that the user database does not know."""
    # The module does not exist on Windows, which `require_supported` refuses first.
    import pwd

    try:
        return pwd.getpwuid(uid).pw_gid
    except KeyError:
        return None
