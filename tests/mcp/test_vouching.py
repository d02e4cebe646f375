"""The tools of a team: anybody confirms and refutes; through an agent only the steward verifies and archives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firm_memory import FirmMemory, MemoryScope, MemoryType
from tests.mcp.conversation import Conversation, text_of

TEAM = ["memory_confirm", "memory_refute", "memory_verify", "memory_archive"]
FACTS = {"mira": "Odd lots go through netting.", "robin": "Fills are booked in minor units."}


@pytest.fixture
def known(environment: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The ids of two approved memories by their stewards."""
    ids = dict[str, str]()
    with FirmMemory.from_env(environment, tmp_path) as memory:
        for steward, fact in FACTS.items():
            proposal = memory.propose(
                fact, type=MemoryType.BUSINESS_RULE, reference="mr-1", scope=MemoryScope(repos=("oms",))
            )
            assert proposal.candidate_id is not None
            memory.approvals.approve(proposal.candidate_id, approver="lead")
            memory.transfer(proposal.candidate_id, to=steward, by="lead")
            ids[steward] = str(proposal.candidate_id)
    return ids


@pytest.fixture
def team(environment: dict[str, str], known: dict[str, str], tmp_path: Path) -> Iterator[Conversation]:
    """A greeted server of mira's with every set of tools; she has every role, as everybody in the local trust mode."""
    served = {**environment, "FIRM_MEMORY_TOOLSETS": "core,task,team", "FIRM_MEMORY_PRINCIPAL": "mira"}
    assert known
    with Conversation(served, tmp_path) as conversation:
        conversation.greeted()
        yield conversation


def _answer(result: dict[str, Any]) -> dict[str, Any]:
    assert not result.get("isError"), text_of(result)
    structure: dict[str, Any] = result["structuredContent"]
    return structure


def test_the_tools_of_a_team_are_few_and_small(team: Conversation) -> None:
    """Rule: core, task and team together stay within 3,500 tokens; none of the team's destroys, none redacts."""
    listing = team.asked("tools/list")["result"]
    names = [tool["name"] for tool in listing["tools"]]
    assert {*TEAM, "memory_list"} <= set(names)
    assert not [name for name in names if "redact" in name or "transfer" in name or "approve" in name]
    assert len(json.dumps(listing)) / 4 <= 3_500
    assert not [tool["name"] for tool in listing["tools"] if tool["annotations"].get("destructiveHint")]


def test_a_word_for_and_a_word_against(team: Conversation, known: dict[str, str]) -> None:
    """Rule: counted once for the person behind the agent; the later word replaces the earlier, on every card."""
    memory = known["robin"]
    confirmed = _answer(team.called("memory_confirm", id=memory, note="met it in the feed"))
    assert (confirmed["confirmations"], confirmed["refutations"], confirmed["status"]) == (1, 0, "active")
    assert _answer(team.called("memory_confirm", id=memory))["confirmations"] == 1
    refuted = _answer(team.called("memory_refute", id=memory, reason="met the opposite"))
    assert (refuted["confirmations"], refuted["refutations"], refuted["status"]) == (0, 1, "disputed")
    assert [(flag["kind"], flag["by"]) for flag in refuted["flags"]] == [("refutation", "mira")]
    found = team.called("memory_search", query="fills booked in minor units")
    assert [(hit["confirmations"], hit["refutations"]) for hit in _answer(found)["hits"]][:1] == [(0, 1)]
    assert "refuted by 1" in text_of(found)
    back = _answer(team.called("memory_confirm", id=memory))
    assert (back["confirmations"], back["refutations"], back["status"]) == (1, 0, "disputed")
    assert "confirmed by 1" in text_of(team.called("memory_get", id=memory))


def test_through_an_agent_only_stewardship_counts(team: Conversation, known: dict[str, str]) -> None:
    """Rule: the approver's role that mira has means nothing here; what she may do, the history says an agent did."""
    for tool, arguments in (("memory_verify", {}), ("memory_archive", {"reason": "the desk closed"})):
        refused = team.called(tool, id=known["robin"], **arguments)
        assert refused["isError"]
        assert "is not the steward (robin)" in text_of(refused)
        assert refused["structuredContent"]["rule"] == "not_allowed"
    assert _answer(team.called("memory_verify", id=known["mira"]))["status"] == "active"
    archived = _answer(team.called("memory_archive", id=known["mira"], reason="the desk closed"))
    assert archived["status"] == "archived"
    shown = team.called("memory_get", id=known["mira"])
    *_, verified, last = _answer(shown)["history"]
    assert [(event["kind"], event["via_agent"], event["on_behalf_of"]) for event in (verified, last)] == [
        ("verified", True, "mira"),
        ("archived", True, "mira"),
    ]
    assert last["reason"] == "the desk closed"
    assert "for mira via agent (the desk closed)" in text_of(shown)


def test_a_reason_is_required_and_passes_the_gate(team: Conversation, known: dict[str, str]) -> None:
    """Rule: a word against a memory, or its archiving, says why; a secret in it is refused and never repeated."""
    token = "ghp_" + "a1B2c3D4" * 5
    for tool in ("memory_refute", "memory_archive"):
        assert "reason: is missing" in text_of(team.called(tool, id=known["mira"]))
        refused = team.called(tool, id=known["mira"], reason=f"because of {token}")
        assert refused["isError"]
        assert token not in json.dumps(refused)


def test_erased_words_are_refused_over_mcp_too(
    team: Conversation, environment: dict[str, str], known: dict[str, str], tmp_path: Path
) -> None:
    """Rule: the proposal of redacted words names the redaction, and sends nobody to reconsider it."""
    with FirmMemory.from_env(environment, tmp_path) as memory:
        memory.redact(known["mira"], reason="a password had slipped in", by="admin")
    refused = team.called(
        "memory_propose", content=FACTS["mira"], type="business_rules", reference="mr-2", scope={"repos": ["oms"]}
    )
    assert refused["isError"]
    assert refused["structuredContent"]["rule"] == "redacted"
    assert "redacted by admin" in text_of(refused)
    assert "reconsider" not in text_of(refused)
    shown = _answer(team.called("memory_get", id=known["mira"]))
    assert shown["memory"]["redacted"]["reason"] == "a password had slipped in"
    assert FACTS["mira"] not in json.dumps(shown)
