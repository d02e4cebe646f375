"""The data directory: created once, complete or not at all."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

from firm_memory.adapters.embedded_postgres.account import ServerAccount
from firm_memory.adapters.embedded_postgres.binaries import PostgresBinaries
from firm_memory.adapters.embedded_postgres.layout import DATABASE, ROLE, Layout
from firm_memory.domain.errors import ConfigurationError, StoreUnavailable

# Written to postgresql.conf, where an operator may tune them. The log settings keep what firms remember out of the
# log: no statements, no parameters, no DETAIL lines (they quote the values of violated keys).
_SETTINGS: Final = {
    "shared_buffers": "128MB",
    "max_connections": "100",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "jit": "off",
    # Not in /dev/shm, of which containers have 64 MB (a parallel index build needs more) and which some systems clear
    # when a user logs out.
    "dynamic_shared_memory_type": "mmap",
    "max_wal_size": "512MB",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_checkpoints": "off",
}
# The extension goes into template1 first, so that every database made later has it too.
_BIRTH: Final = f"CREATE EXTENSION vector;\nCREATE DATABASE {DATABASE};\n"


def create_cluster(
    layout: Layout, programs: PostgresBinaries, account: ServerAccount, *, start_lock: int, durable: bool
) -> None:
    """Make the data directory with the database and the vector extension in it.

    All of it happens in another directory, is forced to disk, and appears by one rename: a crash leaves either nothing
    or everything. The programs also hold `start_lock`, so that after a kill -9 of ours nobody clears that directory
    away under an initdb that still runs. `durable=False` leaves the forcing out, for data that nobody will miss.

    Auth is `trust`: the socket's directory already admits its owner only, and `peer` would add a user map per way of
    running (as root the server sees us under another name than its own).
    """
    fresh = layout.unfinished
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    if account.switch:
        os.chown(fresh, account.uid, account.gid)

    def step(*command: str | Path, stdin: bytes = b"") -> str:
        return _step(account, command, stdin=stdin, start_lock=start_lock)

    common = (programs.initdb, "-D", fresh)
    settings = [part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")]
    step(
        *common,
        f"--username={ROLE}",
        "--auth-local=trust",
        "--auth-host=reject",
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-sync",
        "--no-instructions",
        *settings,
    )
    # In this mode each line is a statement, and an error is printed but does not show in the exit code.
    printed = step(programs.postgres, "--single", "-F", "-D", fresh, "template1", stdin=_BIRTH.encode())
    if "ERROR:" in printed:
        raise StoreUnavailable(f"embedded Postgres: the new database could not be prepared: {_tail(printed)}")
    if durable:
        step(*common, "--sync-only")
    fresh.rename(layout.data_directory)
    _sync(layout.root)


def require_same_major(layout: Layout, programs: PostgresBinaries) -> None:
    """Refuse data written by another major version of Postgres, which these programs cannot open."""
    written = (layout.data_directory / "PG_VERSION").read_text().strip()
    version = programs.version()
    if version.split(".")[0] != written:
        raise ConfigurationError(
            f"FIRM_MEMORY_HOME: {layout.data_directory} was written by Postgres {written}, and {programs.wheel} brings "
            f"{version}. Install a wheel of version {written}, or export from there and import into a new home."
        )


def _step(account: ServerAccount, command: tuple[str | Path, ...], *, stdin: bytes, start_lock: int) -> str:
    done = account.run(command, output=subprocess.PIPE, keep_open=(start_lock,), stdin=stdin)
    printed = done.stdout.decode(errors="replace")
    if done.returncode != 0:
        raise StoreUnavailable(f"embedded Postgres: {Path(command[0]).name} failed: {_tail(printed)}")
    return printed


def _tail(printed: str) -> str:
    return " / ".join(printed.strip().splitlines()[-4:])


def _sync(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
