"""What goes over the wire stays small, and what comes broken does no harm."""

from __future__ import annotations

import json

import pytest

from tests.cases.notation import given
from tests.mcp.conversation import Conversation, text_of

CHARACTERS = 40_000  # 10,000 tokens
QUESTION = "incident ledger feeds disagreed time zone"


@pytest.mark.parametrize("budget", [{}, {"max_tokens": 10_000}, {"max_tokens": 1_000_000}])
def test_bug_mcp_payload_01_search_answer_stays_under_client_limits(
    settled: Conversation, budget: dict[str, int]
) -> None:
    """Twenty long memories stay within 10,000 tokens, as text and as structure; what is held back can be fetched."""
    case = given("bug-mcp-payload-01")
    result = settled.called("memory_search", query=QUESTION, limit=case["limit"], **budget)
    structure = result["structuredContent"]
    assert len(text_of(result)) <= CHARACTERS
    assert len(json.dumps(structure, ensure_ascii=False)) <= CHARACTERS
    assert budget or len(settled.lines[-1]) <= CHARACTERS
    shown = [hit["id"] for hit in structure["hits"]]
    assert shown
    assert structure["withheld"]
    assert len({*shown, *structure["withheld"]}) == case["hits"]
    assert all(each in text_of(result) for each in structure["withheld"])
    fetched = settled.called("memory_get", id=structure["withheld"][0])["structuredContent"]["memory"]
    assert len(fetched["content"]) == case["chars_each"]


def test_bug_mcp_payload_03_tool_list_is_small(settled: Conversation) -> None:
    """The four tools fit 8,000 bytes."""
    tools = settled.asked(given("bug-mcp-payload-03")["method"])["result"]["tools"]
    assert [tool["name"] for tool in tools] == ["memory_search", "memory_get", "memory_propose", "memory_correct"]
    assert len(settled.lines[-1]) <= 8_000


def test_bug_mcp_payload_05_broken_json_line_on_stdin(settled: Conversation) -> None:
    """Half a line is passed over, and the next call is answered."""
    broken, _ = given("bug-mcp-payload-05")["lines"]
    settled.say(broken.encode())
    assert settled.called("memory_search", query="orders")["structuredContent"]["hits"]


def test_bug_mcp_payload_07_nesting_bomb(settled: Conversation) -> None:
    """Five thousand nested lists exhaust nobody: the server lives, and the following call is answered."""
    call = settled.request("tools/call", {"name": "memory_search", "arguments": {"query": "BOMB"}})
    settled.say(json.dumps(call).replace('"BOMB"', "[" * 5_000 + "]" * 5_000).encode())
    assert settled.called("memory_search", query="orders")["structuredContent"]["hits"]
    assert settled.process.poll() is None
