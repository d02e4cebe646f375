"""What doctor says of homes and servers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.desk import Desk, Done

Finding = dict[str, Any]
CHECKS = [
    "configuration",
    "home",
    "checkout",
    "embedder",
    "schema",
    "records",
    "agreement",
    "store",
    "ledger",
    "unfinished",
    "trust",
]


def looked(desk: Desk, *options: str) -> tuple[Done, dict[str, Finding]]:
    """A run of doctor and its findings by check, the gravest of each."""
    done = desk.run("doctor", *options, "--json")
    grave = {"good": 0, "odd": 1, "bad": 2}
    found: dict[str, Finding] = {}
    for finding in sorted(done.json["findings"], key=lambda each: grave[each["state"]]):
        found[finding["check"]] = finding
    assert done.json["healthy"] == (done.code == 0)
    assert all(each["mend"] for each in found.values() if each["state"] == "bad"), found
    assert "hunter" not in done.out + done.err
    return done, found


@pytest.fixture
def closed_home() -> Iterator[Path]:
    """A home that an ordinary user may not write."""
    home = Path(tempfile.mkdtemp(prefix="fm-closed-"))
    home.chmod(0o555)
    yield home
    home.chmod(0o700)
    shutil.rmtree(home)


def test_a_home_that_cannot_be_written_is_found(desk: Desk, closed_home: Path) -> None:
    """Rule: an unwritable home is bad and names the variable to set."""
    asked = desk.with_(FIRM_MEMORY_HOME=str(closed_home))
    if os.geteuid() == 0:  # root writes where others may not
        os.seteuid(65_534)
    try:
        done, found = looked(Desk(place=Path("/"), environment=asked.environment))
    finally:
        os.seteuid(os.getuid())
    assert (done.code, found["home"]["state"]) == (1, "bad")
    assert "set FIRM_MEMORY_HOME" in found["home"]["mend"]


@pytest.fixture
def short_home() -> Iterator[Path]:
    """A home for an embedded server, with a path that its socket fits into."""
    home = Path(tempfile.mkdtemp(prefix="fm-doctor-"))
    home.chmod(0o711)
    yield home
    shutil.rmtree(home)


def test_an_orphan_server_is_found_and_down_ends_it(desk: Desk, short_home: Path) -> None:
    """Rule: a server that nobody uses and nobody keeps up, since its users were killed, is told of."""
    embedded = desk.with_(FIRM_MEMORY_PROVIDER="mem0", FIRM_MEM0_PG_DSN="embedded", FIRM_MEMORY_HOME=str(short_home))
    script = (
        "import os, signal, sys; from pathlib import Path\n"
        "from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres\n"
        "EmbeddedPostgres(Path(sys.argv[1]), settings={'fsync': 'off'}).start(); os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", script, str(short_home)], env=dict(embedded.environment), check=False)
    try:
        _, found = looked(embedded)
        assert (found["postgres"]["state"], found["postgres"]["mend"]) == ("odd", "firm-memory down")
        assert "orphan" in found["postgres"]["says"]
    finally:
        embedded.run("down")
    stopped: Callable[[], bool] = lambda: embedded.run("down", "--json").json["stopped"]  # noqa: E731 -- read once
    assert stopped() is False
