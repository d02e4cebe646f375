"""What doctor says of homes and servers."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.desk import Desk
from tests.cli.examination import looked
from tests.users import as_nobody, public_folder


@pytest.fixture
def closed_home() -> Iterator[Path]:
    """A home that an ordinary user may not write."""
    with public_folder() as home:
        home.chmod(0o555)
        yield home


def test_a_home_that_cannot_be_written_is_found(desk: Desk, closed_home: Path) -> None:
    """Rule: an unwritable home is bad and names the variable to set."""
    asked = desk.with_(FIRM_MEMORY_HOME=str(closed_home))
    with as_nobody():
        done, found = looked(Desk(place=Path("/"), environment=asked.environment))
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
