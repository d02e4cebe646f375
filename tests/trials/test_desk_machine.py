"""Queue and lifecycle against the book, on every records adapter: hypothesis draws what people do."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from firm_memory.adapters.lexical.embedder import LexicalEmbedder
from firm_memory.features.firm import Firm
from firm_memory.features.postgres import PostgresServer
from tests.trials.desk_machine import Desk

PLACES = ("in-process", "files", "postgres")
ORDINARY = settings(max_examples=40, stateful_step_count=30, deadline=None, derandomize=True, phases=[Phase.generate])
SOAK = settings(ORDINARY, max_examples=400, stateful_step_count=50)


class Stage:
    """Opens a fresh place for every example, and removes it when the trial is over."""

    def __init__(self, kind: str, home: Path, server: Callable[[], PostgresServer], opened: ExitStack) -> None:
        self._kind, self._home, self._server, self._opened = kind, home, server, opened
        self._numbers = itertools.count(1)
        self.examples = self.events = 0

    def open(self) -> Firm:
        """A firm that nothing is known of."""
        self.examples = next(self._numbers)
        home = self._home / str(self.examples)
        environment = {
            "FIRM_MEMORY_HOME": str(home),
            "FIRM_MEMORY_PROVIDER": "memory",
            "FIRM_MEMORY_EMBEDDER": "lexical",
            "FIRM_MEMORY_CANDIDATES_PATH": {"in-process": ":memory:", "files": str(home / "records")}.get(self._kind)
            or self._database(),
        }
        return Firm(environment, LexicalEmbedder())

    def reopen(self, firm: Firm) -> Firm:
        """The same place as another process finds it; what lives in a process only gets another store alone."""
        if self._kind == "in-process":
            firm.reassemble()
            return firm
        firm.close()
        return Firm(firm.environment, firm.embedder)

    def _database(self) -> str:
        server = self._server()
        dsn = server.create_database()
        self._opened.callback(server.drop_database, dsn)
        return dsn


def desk_at(stage: Stage) -> type[Desk]:
    """The machine whose every life begins with a fresh place there."""

    class DeskThere(Desk):
        def __init__(self) -> None:
            super().__init__(stage.open, stage.reopen)

        def teardown(self) -> None:
            stage.events += len(self.book.entries)
            super().teardown()

    return DeskThere


@pytest.fixture
def stage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stage]:
    """Where the examples of one adapter take place."""
    with ExitStack() as opened:
        yield Stage(str(request.param), tmp_path, lambda: request.getfixturevalue("postgres_server"), opened)


@pytest.mark.parametrize("stage", PLACES, indirect=True)
def test_the_desk_agrees_with_the_book(stage: Stage) -> None:
    """Rule: whoever does what in whatever order, while stores break and processes end: only what the rules allow.

    Every answer, every event, and in the end queue, chain and store are those of a plain model.
    """
    run_state_machine_as_test(desk_at(stage), settings=ORDINARY)
    assert stage.examples >= ORDINARY.max_examples


@pytest.mark.soak
@pytest.mark.parametrize("stage", PLACES, indirect=True)
def test_soak_the_desk_agrees_with_the_book(stage: Stage, request: pytest.FixtureRequest) -> None:
    """Rule: the same over hundreds of lives; prints how many."""
    run_state_machine_as_test(desk_at(stage), settings=SOAK)
    figures = f"{stage.examples} lives, {stage.events} events, 0 disagreements"
    print(f"\ndesk against the book, {request.node.callspec.id}: {figures}")  # noqa: T201 -- a soak prints its figures
