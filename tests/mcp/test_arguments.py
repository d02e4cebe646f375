"""Arguments are checked strictly: what is not declared is refused, by name, in one line."""

from __future__ import annotations

import pytest

from tests.mcp.conversation import Conversation, text_of

CANDIDATE = {"content": "Orders are netted before they leave.", "type": "business_rules", "reference": "mr-1"}


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("memory_search", {"query": "ledger", "limt": 50}, ["limt", "query, limit, types"]),
        ("memory_search", {}, ["query", "missing"]),
        ("memory_search", {"query": None}, ["query", "null"]),
        ("memory_search", {"query": 123}, ["query", "Give a text"]),
        ("memory_search", {"query": ["x"]}, ["query", "a list"]),
        ("memory_search", {"query": "x", "limit": True}, ["limit", "true or false"]),
        ("memory_search", {"query": "x", "limit": 2.5}, ["limit", "whole number"]),
        ("memory_search", {"query": "x", "limit": "7"}, ["limit", "without quotes"]),
        ("memory_search", {"query": "x", "limit": float("nan")}, ["limit", "not finite"]),
        ("memory_search", {"query": "x", "limit": float("inf")}, ["limit", "not finite"]),
        ("memory_search", {"query": "x", "max_tokens": "many"}, ["max_tokens", "a text"]),
        ("memory_search", {"query": "x", "types": "bug_fixes"}, ["types", "Give a list"]),
        ("memory_search", {"query": "x", "types": []}, ["types", "Leave it out"]),
        ("memory_search", {"query": "x", "types": ["bugs_fixes"]}, ["bug_fixes"]),
        ("memory_search", {"query": "x", "types": [None]}, ["types[0]", "null"]),
        ("memory_search", {"query": "x", "domains": {"a": 1}}, ["domains", "an object"]),
        ("memory_search", {"query": "x", "task": " "}, ["task", "blank"]),
        ("memory_search", {"query": "x", "paths": ["x"] * 101}, ["paths", "at most 100"]),
        ("memory_search", {"query": "x", "repo": "a,b"}, ["repos", "not usable"]),
        ("memory_get", {"id": "../../etc/passwd"}, ["id", "no memory id"]),
        ("memory_get", {"id": "C:\\x"}, ["id", "no memory id"]),
        ("memory_get", {"id": 7}, ["id", "Give a text"]),
        ("memory_propose", CANDIDATE | {"scope": {"team": ["a"]}}, ["team", "no person or team axis"]),
        ("memory_propose", CANDIDATE | {"scope": {}}, ["scope", "names nothing"]),
        ("memory_propose", CANDIDATE | {"scope": "firm"}, ["scope", "an object"]),
        ("memory_propose", CANDIDATE | {"scope": {"firm": 1}}, ["scope.firm", "boolean"]),
        ("memory_propose", CANDIDATE | {"confidence": 2}, ["confidence"]),
        ("memory_propose", CANDIDATE | {"confidence": -1}, ["confidence"]),
        ("memory_propose", CANDIDATE | {"confidence": "0.9"}, ["confidence", "without quotes"]),
        ("memory_propose", CANDIDATE | {"confidence": float("nan")}, ["confidence", "not finite"]),
        ("memory_propose", CANDIDATE | {"confidence": 10**400}, ["confidence", "0 and 1"]),
        ("memory_propose", CANDIDATE | {"kind": "gossip"}, ["kind", "interview"]),
        ("memory_propose", CANDIDATE | {"anchors": [{"repo": "oms"}]}, ["anchors[0].path", "null"]),
        ("memory_propose", CANDIDATE | {"anchors": [{"repo": "a", "path": "b", "line": 1}]}, ["anchors[0].line"]),
        ("memory_propose", CANDIDATE | {"type": "bugs"}, ["type"]),
        ("memory_propose", CANDIDATE | {"content": "  "}, ["content", "empty"]),
        ("memory_note", {"task": "mr-1", "content": "x", "disposition": "done"}, ["disposition", "accepted"]),
    ],
)
def test_an_argument_that_does_not_fit_is_refused_by_name_in_one_line(
    settled: Conversation, tool: str, arguments: dict[str, object], words: list[str]
) -> None:
    """Wrong types are usage errors on every surface; the answer names the argument and the remedy."""
    result = settled.called(tool, **arguments)
    assert result["isError"]
    text = text_of(result)
    assert all(word in text for word in words), text
    assert "\n" not in text
    assert "http" not in text
    assert result["structuredContent"]["error"] in text


@pytest.mark.parametrize(
    "forged",
    [
        {"approver": "cto"},
        {"status": "approved"},
        {"tier": "DURABLE"},
        {"created_at": "2020-01-01"},
        {"id": "2f1c1f8e-0000-5000-8000-000000000000"},
        {"metadata": {"approved": True}},
        {"steward": "me"},
        {"summary": "s"},
    ],
)
def test_what_the_gate_decides_cannot_be_said_by_the_caller(settled: Conversation, forged: dict[str, object]) -> None:
    """Forged governance fields are unknown arguments, and nothing is queued."""
    result = settled.called("memory_propose", **CANDIDATE, **forged)
    assert result["isError"]
    assert f"{next(iter(forged))}: unknown argument" in text_of(result)
    assert "candidate_id" not in result["structuredContent"]


def test_null_for_an_optional_argument_means_that_it_is_absent(settled: Conversation) -> None:
    """Clients fill in what they do not use."""
    result = settled.called("memory_search", query="orders", limit=None, domains=None, types=None, max_tokens=None)
    assert not result["isError"]
    assert result["structuredContent"]["hits"], settled.errors() + str(result)
    assert result["structuredContent"]["reasons"] == []


@pytest.mark.parametrize("limit", [1e9, 51, 0, -3])
def test_a_limit_out_of_range_is_clamped_and_that_is_said(settled: Conversation, limit: float) -> None:
    """A limit beyond 1–50 is brought into its range; a whole number may be written 1e9."""
    result = settled.called("memory_search", query="orders", limit=limit)
    assert not result["isError"]
    assert "limit_clamped" in result["structuredContent"]["reasons"]
    assert "limit_clamped" in text_of(result)


def test_the_protocol_s_own_field_among_the_arguments_is_passed_over(settled: Conversation) -> None:
    """`_meta` is ignored wherever a client puts it."""
    assert not settled.called("memory_search", query="orders", _meta={"progressToken": 1})["isError"]


def test_a_type_may_be_spelt_by_its_member_name(settled: Conversation) -> None:
    """Both spellings of a type resolve."""
    result = settled.called("memory_search", query="orders exchange", types=["Business_Rule"])
    assert [hit["type"] for hit in result["structuredContent"]["hits"]] == ["business_rules"]


def test_an_unknown_tool_is_a_protocol_error_that_names_the_known_ones(settled: Conversation) -> None:
    """Above all there is no tool that approves."""
    error = settled.asked("tools/call", {"name": "memory_approve", "arguments": {}})["error"]
    assert error["code"] == -32602
    assert "memory_approve" in error["message"]
    assert "memory_search" in error["message"]


def test_arguments_that_are_no_object_are_a_protocol_error(settled: Conversation) -> None:
    """The session goes on."""
    assert "error" in settled.asked("tools/call", {"name": "memory_search", "arguments": ["query"]})
    assert not settled.called("memory_search", query="orders")["isError"]
