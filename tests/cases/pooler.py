"""A real PgBouncer in transaction mode before a test's database."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

PROGRAM = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
BACKENDS = 2  # fewer than clients, so that each transaction may meet another one
_PORT = 6432
_CONFIGURATION = """
[databases]
{database} = host={socket} port={port} dbname={database} user={user}
[pgbouncer]
listen_addr =
listen_port = {own}
unix_socket_dir = {place}
auth_type = any
pool_mode = transaction
default_pool_size = {backends}
server_reset_query =
"""


@contextmanager
def pooled(dsn: str) -> Iterator[str]:
    """The DSN of the same database through a PgBouncer of its own, which is ended afterwards.

    It runs as the account of the server, whose socket nobody else may use.
    """
    assert PROGRAM
    given = conninfo_to_dict(dsn)
    owner = (Path(str(given["host"])) / f".s.PGSQL.{given.get('port', 5432)}").stat()
    place = Path(tempfile.mkdtemp(prefix="fm-pool-"))  # short: its socket must fit
    configuration = place / "pgbouncer.ini"
    configuration.write_text(
        _CONFIGURATION.format(
            database=given["dbname"],
            socket=given["host"],
            port=given.get("port", 5432),
            user=given["user"],
            own=_PORT,
            place=place,
            backends=BACKENDS,
        )
    )
    other = os.geteuid() == 0
    if other:
        os.chown(place, owner.st_uid, owner.st_gid)
        os.chown(configuration, owner.st_uid, owner.st_gid)
    running = subprocess.Popen(
        [PROGRAM, "-q", str(configuration)],
        stderr=subprocess.PIPE,
        text=True,
        user=owner.st_uid if other else None,
        group=owner.st_gid if other else None,
        extra_groups=[] if other else None,
    )
    through = make_conninfo("", host=str(place), port=_PORT, dbname=given["dbname"], user=given["user"])
    try:
        _answering(through, running)
        yield f"postgresql://{given['user']}@/{given['dbname']}?host={place}&port={_PORT}"
    finally:
        running.terminate()
        running.communicate()
        shutil.rmtree(place)


def _answering(dsn: str, running: subprocess.Popen[str]) -> None:
    """Return once it lends connections."""
    while running.poll() is None:
        with suppress(psycopg.OperationalError), psycopg.connect(dsn):
            return
    _, said = running.communicate()
    raise AssertionError(said)
