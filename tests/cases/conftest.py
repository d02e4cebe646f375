"""Firms in every place that the cases speak of, and server processes of the kind that agents start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from firm_memory import MemoryScope, MemoryType
from firm_memory.adapters.lexical.embedder import LexicalEmbedder
from firm_memory.features.firm import Firm
from tests.cases.checkouts import Checkouts
from tests.cases.firms import EVERYWHERE, F0, IN_PROCESS, ON_POSTGRES, environment_of, opened, settle_f0
from tests.cases.notation import given
from tests.mcp import plugged
from tests.mcp.conversation import Conversation

Environment = dict[str, str]
RECORDING: Final = Path(__file__).parent / "recording"


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
def f0_small(small_firm: Firm) -> F0:
    """Fixture F0, known to `small_firm`."""
    return settle_f0(small_firm)


@pytest.fixture
def checkouts(tmp_path: Path) -> Checkouts:
    """Makes git checkouts for this test."""
    return Checkouts(place=tmp_path / "checkouts")


@pytest.fixture(scope="session")
def server_environment(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Environment]:
    """Makes the environment of a process with a given home, as `tests.mcp.plugged` has it."""
    return partial(plugged.server_environment, plugged.installed(tmp_path_factory.mktemp("installed")))


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
        FIRM_MEMORY_PROVIDER="leaking",
        FIRM_MEMORY_EMBEDDER="chatty",
        FIRM_MEMORY_TOOLSETS="core,task",
    )
    with Conversation(environment | given("bug-stdio-07")["env"], tmp_path_factory.mktemp("checkout")) as conversation:
        conversation.greeted()
        yield conversation
