"""memory_list: the shared pool in short, page by page, within an answer's size."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from firm_memory import FirmMemory, MemoryScope, MemoryType
from tests.mcp.conversation import Conversation, text_of

NUMBER = 24


@pytest.fixture
def pool(environment: dict[str, str], tmp_path: Path) -> list[str]:
    """Long memories of the repository, one of another, one that waits; the ids of those in force, latest first."""
    ids = list[str]()
    with FirmMemory.from_env(environment, tmp_path) as memory:
        for number in range(NUMBER):
            proposal = memory.propose(
                f"Desk {number} nets odd lots of kind {number}. " + "It does so before the close. " * 40,
                title=f"Netting at desk {number}",
                type=MemoryType.BUSINESS_RULE,
                reference=f"docs/{number}/" + "long/" * 60,
                scope=MemoryScope(repos=("gateway",) if number == 0 else ("oms",)),
                tags=[f"{'tag' * 15}-{each}-{number}" for each in range(12)],
            )
            assert proposal.candidate_id is not None
            if number < NUMBER - 1:
                memory.approvals.approve(proposal.candidate_id, approver="lead")
                ids.insert(0, str(proposal.candidate_id))
    return ids[:-1]


@pytest.fixture
def team(environment: dict[str, str], pool: list[str], tmp_path: Path) -> Iterator[Conversation]:
    """A greeted server with the tools of a team."""
    assert pool
    with Conversation({**environment, "FIRM_MEMORY_TOOLSETS": "core,task,team"}, tmp_path) as conversation:
        conversation.greeted()
        yield conversation


def test_pages_are_whole_and_fit(team: Conversation, pool: list[str]) -> None:
    """Rule: an answer stays within 2,000 tokens however long the memories are; the cursor leads through all of them."""
    shown, asked = list[str](), dict[str, str]()
    while True:
        result = team.called("memory_list", **asked)
        structure = result["structuredContent"]
        assert not result.get("isError")
        assert len(text_of(result)) <= 8_000
        assert len(json.dumps(structure, ensure_ascii=False, separators=(",", ":"))) <= 8_000
        for card in structure["memories"]:
            assert card["id"] in text_of(result)
            assert "shortened" in card["labels"]
        shown += [card["id"] for card in structure["memories"]]
        if structure["cursor"] is None:
            break
        assert structure["cursor"] in text_of(result)
        asked = {"cursor": structure["cursor"]}
    assert shown == pool


def test_filters_and_what_they_leave(team: Conversation) -> None:
    """Rule: filters are arguments; nothing found is a labelled empty answer, a wrong argument is refused by name."""
    [waiting] = team.called("memory_list", status="proposed")["structuredContent"]["memories"]
    assert (waiting["status"], waiting["steward"], waiting["scope"]) == ("proposed", "mira", {"repos": ["oms"]})
    kept = team.called("memory_list", type="BUSINESS_RULE", steward="nobody", stale_days=0, updated_since="2020-01-01")
    assert kept["structuredContent"]["reasons"] == ["no_match"]
    assert text_of(kept).startswith("0 listed (none · no_match")
    one = team.called("memory_list", tag=f"{'tag' * 15}-3-7", stale_days=0)["structuredContent"]
    assert [(card["labels"], len(card["tags"])) for card in one["memories"]] == [(["stale", "shortened"], 5)]
    for argument, value in (
        ("status", "lost"),
        ("type", "lost"),
        ("updated_since", "yesterday"),
        ("stale_days", -1),
        ("cursor", "nonsense"),
        ("limit", 5),
    ):
        refused = team.called("memory_list", **{argument: value})
        assert refused["isError"]
        assert argument in text_of(refused)
