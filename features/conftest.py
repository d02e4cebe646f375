"""The features' fixtures: a fresh firm for every Example, once per place."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firm_memory.application.ports.embedder import Embedder
from firm_memory.entrypoints.container import Container
from firm_memory.entrypoints.environment.reading import read_settings
from firm_memory.features.firm import Firm
from firm_memory.features.places import EVERY_PLACE, FURTHER_PLACES, PLACES

_STEPS = (
    "knowing",
    "asking",
    "proposing",
    "deciding",
    "living",
    "noting",
    "failing",
    "resembling",
    "ruling",
    "recovering",
    "vouching",
    "redacting",
    "excluding",
    "transferring",
    "browsing",
    "reading",
    "indexing",
    "touching",
    "renaming",
    "migrating",
)


def pytest_configure(config: pytest.Config) -> None:
    """Make steps and fixtures known; a part of the firm's language is a module of its own."""
    config.addinivalue_line("markers", "rule(name): the firm's rule that an Example pins")
    for name in ("postgres", *(f"steps.{part}" for part in _STEPS)):
        module = importlib.import_module(f"firm_memory.features.{name}")
        if not config.pluginmanager.is_registered(module):
            config.pluginmanager.register(module)


def pytest_bdd_apply_tag(tag: str, function: Callable[..., object]) -> bool:
    """A tag names the rule that an Example belongs to: `@rule.<area>.<name>`."""
    pytest.mark.rule(tag)(function)
    return True


@pytest.fixture(scope="session")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    """The default embedder, loaded once."""
    read = read_settings({"FIRM_MEMORY_HOME": str(tmp_path_factory.mktemp("models"))})
    embedder: Embedder = Container(settings=read.settings).embedder()
    embedder.warm_up()
    return embedder


@pytest.fixture(
    params=[*PLACES, *(pytest.param(each, marks=pytest.mark.soak) for each in FURTHER_PLACES)],
    ids=[*PLACES, *FURTHER_PLACES],
    autouse=True,
)
def place(request: pytest.FixtureRequest) -> str:
    """The place that an Example runs in; every Example runs in each."""
    return str(request.param)


@pytest.fixture
def firm(request: pytest.FixtureRequest, place: str, tmp_path: Path, embedder: Embedder) -> Iterator[Firm]:
    """A firm that nothing is known of yet."""
    environment = EVERY_PLACE[place](tmp_path, lambda: request.getfixturevalue("postgres_dsn"))
    firm = Firm(environment, embedder)
    yield firm
    firm.close()
