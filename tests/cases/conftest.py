"""Firms in every place that the cases speak of, and server processes of the kind that agents start."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from firm_memory import MemoryScope, MemoryType
from firm_memory.adapters.lexical.embedder import LexicalEmbedder
from firm_memory.features.firm import Firm
from tests.cases.checkouts import Checkouts
from tests.cases.firms import EVERYWHERE, F0, IN_PROCESS, ON_POSTGRES, environment_of, opened, settle_f0
from tests.cases.notation import given
from tests.mcp.conversation import Conversation

Environment = dict[str, str]
PLUGIN: Final = Path(__file__).parent / "plugin"
RECORDING: Final = Path(__file__).parent / "recording"
ENTRY_POINTS: Final = """
[firm_memory.storage]
broken = case_parts:broken
stalling = case_parts:stalling

[firm_memory.embedder]
slow = case_parts:slow
chatty = case_parts:chatty
"""


def _firm(place: str, home: Path, request: pytest.FixtureRequest) -> Iterator[Firm]:
    environment = environment_of(place, home, lambda: request.getfixturevalue("postgres_dsn"))
    firm = Firm(environment, LexicalEmbedder())
    yield firm
    firm.close()


@pytest.fixture(params=EVERYWHERE)
def firm(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Firm]:
    """A firm that knows nothing yet, in every place."""
    yield from _firm(request.param, tmp_path, request)


@pytest.fixture
def small_firm(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Firm]:
    """A firm in this process, for rules that no adapter can change."""
    yield from _firm(IN_PROCESS, tmp_path, request)


@pytest.fixture
def postgres_firm(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Firm]:
    """A firm on mem0 and Postgres."""
    yield from _firm(ON_POSTGRES, tmp_path, request)


@pytest.fixture
def f0(firm: Firm) -> F0:
    """Fixture F0, known to `firm`."""
    return settle_f0(firm)


@pytest.fixture
def checkouts(tmp_path: Path) -> Checkouts:
    """Makes git checkouts for this test."""
    return Checkouts(place=tmp_path / "checkouts")


@pytest.fixture(scope="session")
def server_environment(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Environment]:
    """Makes the environment of a process in the repository `oms` of the domain `execution`.

    Without further settings: the in-process store, records in files under a fresh home, no model. The parts of
    `plugin/case_parts.py` are installed, as far as entry points can tell.
    """
    installed = tmp_path_factory.mktemp("installed")
    description = installed / "case_parts-1.dist-info"
    description.mkdir()
    (description / "METADATA").write_text("Metadata-Version: 2.1\nName: case-parts\nVersion: 1\n", encoding="utf-8")
    (description / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("FIRM_", "PYTHON", "LC_"))}

    def made(home: Path, **settings: str) -> Environment:
        return {
            **inherited,
            "PYTHONPATH": f"{PLUGIN}{os.pathsep}{installed}",
            "FIRM_MEMORY_HOME": str(home),
            "FIRM_MEMORY_PROVIDER": "memory",
            "FIRM_MEMORY_EMBEDDER": "lexical",
            "FIRM_MEMORY_REPO": "oms",
            "FIRM_MEMORY_DOMAINS": "execution",
            "FIRM_MEMORY_PRINCIPAL": "mira",
            **settings,
        }

    return made


@pytest.fixture
def serving(mcp_extra: None) -> Iterator[Callable[[Environment, Path], Conversation]]:  # noqa: ARG001 -- or skip
    """Starts servers; each is left at the end of the test, whatever became of it."""
    with ExitStack() as running:
        yield lambda environment, directory: running.enter_context(Conversation(environment, directory))


@pytest.fixture(scope="session")
def settled_environment(
    server_environment: Callable[..., Environment], tmp_path_factory: pytest.TempPathFactory
) -> Environment:
    """A server's environment on records that hold a short rule and twenty long incidents, and approving by policy."""
    home = tmp_path_factory.mktemp("settled")
    payload = given("bug-mcp-payload-01")
    story = "The ledger broke when two feeds disagreed on the time zone. "
    stories = [f"Incident {number}: {story * payload['chars_each']}" for number in range(payload["hits"])]
    rule = "Orders are netted before they leave."
    environment = server_environment(home, FIRM_MEMORY_AUTO_APPROVE="on")
    with opened(environment, home) as memory:
        for content, kind in [(rule, MemoryType.BUSINESS_RULE)] + [
            (each[: payload["chars_each"]], MemoryType.PRODUCTION_ISSUE) for each in stories
        ]:
            proposal = memory.propose(content, type=kind, scope=MemoryScope(repos=("oms",)), reference="mr-4821")
            assert proposal.candidate_id, proposal.decision.reason
            memory.approvals.approve(proposal.candidate_id, approver="lead")
    return environment


@pytest.fixture(scope="session")
def settled(
    settled_environment: Environment,
    mcp_extra: None,  # noqa: ARG001 -- or skip
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Conversation]:
    """One greeted server on those records, for cases that only ask, or are refused."""
    with Conversation(settled_environment, tmp_path_factory.mktemp("checkout")) as conversation:
        conversation.greeted()
        yield conversation


@pytest.fixture(scope="session")
def tried(
    server_environment: Callable[..., Environment],
    mcp_extra: None,  # noqa: ARG001 -- or skip
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Conversation]:
    """One greeted server in bad company.

    Its store raises errors that nobody may see, its model's loader draws on every stream, and its locale is odd.
    """
    environment = server_environment(
        tmp_path_factory.mktemp("home"),
        FIRM_MEMORY_PROVIDER="broken",
        FIRM_MEMORY_EMBEDDER="chatty",
        FIRM_MEMORY_TOOLSETS="core,task",
    )
    with Conversation(environment | given("bug-stdio-07")["env"], tmp_path_factory.mktemp("checkout")) as conversation:
        conversation.greeted()
        yield conversation
