"""Servers under test: real processes, with files for records and whatever part a test plugs in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firm_memory import FirmMemory, MemoryScope, MemoryType
from tests.mcp.conversation import Conversation
from tests.mcp.plugged import installed, server_environment

# Longer than the least budget, so that a card of it has to be cut.
LONG_STORY = "The reconciliation of the ledger broke in March because two feeds disagreed on the time zone. " * 40


@pytest.fixture(scope="session")
def plugin_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A PYTHONPATH on which the trial parts are installed, as far as entry points can tell."""
    return installed(tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="session")
def bare_environment(
    plugin_path: str,
    mcp_extra: None,  # noqa: ARG001 -- or skipped
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, str]:
    """The environment of a server in the repository `oms` of the domain `execution`, with a home of its own."""
    return server_environment(plugin_path, tmp_path_factory.mktemp("home"), FIRM_MEMORY_TOOLSETS="core,task")


@pytest.fixture
def environment(bare_environment: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The same, with a fresh home."""
    return {**bare_environment, "FIRM_MEMORY_HOME": str(tmp_path / "home")}


@pytest.fixture(scope="session")
def settled_firm(bare_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A server's environment whose records hold three approved memories, one of them of another repository."""
    home = str(tmp_path_factory.mktemp("settled"))
    environment = {**bare_environment, "FIRM_MEMORY_HOME": home}
    with FirmMemory.from_env(environment, Path(home).parent) as memory:
        for content, kind, scope in (
            ("OMS rejects orders after 15:20 because the exchange freezes its book then.", "business_rules", "oms"),
            (LONG_STORY, "production_issues", "oms"),
            ("The gateway keeps the ledger in minor units.", "coding_conventions", "gateway"),
        ):
            proposal = memory.propose(
                content, type=MemoryType.resolve(kind), reference="mr-4821", scope=MemoryScope(repos=(scope,))
            )
            assert proposal.candidate_id is not None
            memory.approvals.approve(proposal.candidate_id, approver="lead")
        turned_down = memory.propose("Rounding is fine.", type=MemoryType.BUSINESS_RULE, reference="mr-4822")
        assert turned_down.candidate_id is not None
        memory.approvals.reject(turned_down.candidate_id, approver="lead", reason="Auditors object")
    return {**environment, "FIRM_MEMORY_PROVIDER": "filled"}


@pytest.fixture(scope="session")
def settled(settled_firm: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Conversation]:
    """One greeted server on the settled firm, for tests that only ask."""
    with Conversation(settled_firm, tmp_path_factory.mktemp("checkout")) as conversation:
        conversation.greeted()
        yield conversation
