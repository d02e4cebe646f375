"""An agent that proposes is told what resembles its proposal, and what it is to it; nothing is refused for that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firm_memory import FirmMemory, MemoryScope, MemoryType
from tests.mcp.conversation import Conversation, text_of

LOTS = "Odd lots go through the netting queue."
AGAIN = "Odd lots are sent through the netting queue."
OMS = MemoryScope(repos=("oms",))


@pytest.fixture
def known(environment: dict[str, str], tmp_path: Path) -> str:
    """The id of an approved memory."""
    with FirmMemory.from_env(environment, tmp_path) as memory:
        proposal = memory.propose(LOTS, type=MemoryType.BUSINESS_RULE, reference="mr-1", scope=OMS)
        memory.approvals.approve(proposal.candidate_id, approver="lead")
        return str(proposal.candidate_id)


@pytest.fixture
def agent(environment: dict[str, str], known: str, tmp_path: Path) -> Iterator[Conversation]:
    """A greeted server over a memory that knows one fact."""
    assert known
    with Conversation(environment, tmp_path) as conversation:
        conversation.greeted()
        yield conversation


def _proposed(agent: Conversation, content: str, scope: dict[str, Any]) -> dict[str, Any]:
    return agent.called("memory_propose", content=content, type="business_rules", reference="mr-2", scope=scope)


@pytest.mark.parametrize(
    ("content", "scope", "kind", "told"),
    [
        (AGAIN, {"repos": ["oms"]}, "lexical", "Similar: "),
        ("Odd lots never go through the netting queue.", {"repos": ["oms"]}, "rival", "Rival, check both: "),
        (LOTS, {"firm": True}, "widening", "Known in a narrower scope: "),
    ],
)
def test_a_proposal_is_answered_with_what_resembles_it(
    agent: Conversation, known: str, content: str, scope: dict[str, Any], kind: str, told: str
) -> None:
    """Rule: text and structure each name the memory, its kind, and why; the proposal waits."""
    result = _proposed(agent, content, scope)
    structure = result["structuredContent"]
    assert (structure["accepted"], structure["status"]) == (True, "proposed")
    [found] = structure["similar"]
    assert (found["id"], found["kind"], found["status"], found["content"]) == (known, kind, "active", LOTS)
    assert found["why"]
    assert f"{told}{known}" in text_of(result)


def test_a_duplicate_once_turned_down_is_refused_by_the_name_of_its_original(
    agent: Conversation, environment: dict[str, str], known: str, tmp_path: Path
) -> None:
    """Rule: the agent is told which memory says the same, to cite that one."""
    candidate = _proposed(agent, AGAIN, {"repos": ["oms"]})["structuredContent"]["candidate_id"]
    with FirmMemory.from_env(environment, tmp_path) as memory:
        memory.approvals.duplicate(candidate, of=known, approver="lead")
    refused = _proposed(agent, AGAIN, {"repos": ["oms"]})
    assert refused["isError"]
    assert f"duplicate of {known}" in text_of(refused)
    assert f"duplicate of {known}" in refused["structuredContent"]["error"]
