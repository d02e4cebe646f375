"""Arguments of tools: refused by name where they do not fit, in one line, and never guessed at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cases.notation import given
from tests.mcp.conversation import Conversation, Message, text_of

STATEMENT = {"content": "Netted orders leave at four.", "type": "business_rules", "reference": "adr-12"}


def _refused(result: Message, *words: str) -> None:
    """A usage error that a reader can act on: named, in one line, without a framework's address."""
    assert result["isError"]
    text = text_of(result)
    assert all(word in text for word in words), text
    assert "\n" not in text
    assert "http" not in text


def test_bug_mcp_args_01_unknown_argument(settled: Conversation) -> None:
    """A slip of the pen is told, with the names that are allowed; the schema says the same."""
    case = given("bug-mcp-args-01")
    _refused(settled.called(case["tool"], **case["args"]), "limt", "Allowed here: query, limit, types")
    for tool in settled.asked("tools/list")["result"]["tools"]:
        assert tool["inputSchema"]["additionalProperties"] is False


def test_bug_mcp_args_03_null_for_optional_and_for_required(settled: Conversation) -> None:
    """Null means absent where an argument is optional, and is refused where it is required."""
    optional, required = given("bug-mcp-args-03")["calls"]
    assert (
        settled.called("memory_search", **optional)["structuredContent"]
        == (settled.called("memory_search", query=optional["query"])["structuredContent"])
    )
    _refused(settled.called("memory_search", **required), "query", "is null")


@pytest.mark.parametrize("limit", given("bug-mcp-args-05")["limits"])
def test_bug_mcp_args_05_wrong_types(settled: Conversation, limit: object) -> None:
    """True is no number, nor is 2.5 a count; a number in quotes is refused as well; 1e9 is clamped, which is said."""
    result = settled.called("memory_search", query="orders", limit=limit)
    if limit == 1e9:
        assert not result["isError"]
        assert "limit_clamped" in result["structuredContent"]["reasons"]
    else:
        _refused(result, "limit")


def test_bug_mcp_args_05_a_number_is_no_question(settled: Conversation) -> None:
    """A question is a text."""
    _refused(settled.called("memory_search", query=given("bug-mcp-args-05")["query"]), "query", "Give a text")


def test_bug_mcp_args_07_caller_forges_governance_fields(
    settled: Conversation, settled_environment: dict[str, str]
) -> None:
    """What the gate decides cannot be said by the caller: refused by name, together and one by one, nothing queued."""
    journal = Path(settled_environment["FIRM_MEMORY_HOME"], "records", "journal.jsonl")
    before = journal.read_bytes()
    args: dict[str, Any] = given("bug-mcp-args-07")["args"]
    forged = {name: args[name] for name in ("approver", "status", "tier", "created_at")}
    _refused(settled.called("memory_propose", **args), *forged, "unknown argument")
    for name, value in forged.items():
        _refused(settled.called("memory_propose", **STATEMENT, **{name: value}), f"{name}: unknown argument")
    assert journal.read_bytes() == before


@pytest.mark.parametrize("confidence", [*given("bug-mcp-args-08")["confidence"], float("nan"), True])
def test_bug_mcp_args_08_confidence_out_of_range(settled: Conversation, confidence: object) -> None:
    """Only a number from 0 to 1 is a confidence; and none makes a business rule of itself, approval being automatic."""
    result = settled.called("memory_propose", **STATEMENT, confidence=confidence)
    if confidence == 0.999:
        assert not result["isError"]
        assert result["structuredContent"]["status"] == "proposed"
        assert result["structuredContent"]["decision"]["automatic"] is False
        shown = settled.called("memory_get", id=result["structuredContent"]["candidate_id"])
        assert shown["structuredContent"]["memory"]["confidence"] == 0.7
    else:
        _refused(result, "confidence")
