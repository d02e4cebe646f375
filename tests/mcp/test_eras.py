"""Both eras of the protocol, spoken by the SDK's own client with a real server process."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import anyio
import pytest
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp_types import CallToolResult, Implementation, TextContent

from tests.mcp.conversation import SERVER, Conversation

LEGACY, MODERN = "legacy", "2026-07-28"
CORE = ["memory_search", "memory_get", "memory_propose", "memory_correct"]
TASK = ["memory_note", "memory_timeline"]


def _with_client(
    environment: dict[str, str], directory: Path, mode: str, scenario: Callable[[Client], Awaitable[None]]
) -> None:
    server = StdioServerParameters(command=sys.executable, args=list(SERVER), env=environment, cwd=str(directory))

    async def run() -> None:
        async with Client(server, mode=mode, client_info=Implementation(name="opencode", version="1")) as client:
            with anyio.fail_after(60):
                await scenario(client)

    anyio.run(run)


def _texts(result: CallToolResult) -> str:
    return "".join(block.text for block in result.content if isinstance(block, TextContent))


@pytest.mark.parametrize("mode", [LEGACY, MODERN])
def test_every_tool_is_listed_and_works_in_both_eras(settled_firm: dict[str, str], tmp_path: Path, mode: str) -> None:
    """Older clients shake hands, newer ones send an envelope with every request; both get the same server."""

    async def scenario(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == CORE + TASK
        found = await client.call_tool("memory_search", {"query": "why does OMS reject orders after 15:20"})
        assert not found.is_error
        [first, *_] = found.structured_content["hits"]
        assert first["content"] in _texts(found)
        assert first["id"] in _texts(found)
        whole = await client.call_tool("memory_get", {"id": first["id"]})
        assert whole.structured_content["memory"]["provenance"]["reference"] == "mr-4821"
        statement = {"content": f"Asked in {mode}.", "type": "terminology", "reference": "mr-7"}
        proposed = await client.call_tool("memory_propose", statement)
        assert proposed.structured_content["status"] == "proposed"
        assert "waits for an engineer's approval" in _texts(proposed)
        candidate = await client.call_tool("memory_get", {"id": proposed.structured_content["candidate_id"]})
        assert candidate.structured_content["history"][0]["by"] == "agent:opencode"
        assert candidate.structured_content["history"][0]["on_behalf_of"] == "mira"
        assert candidate.structured_content["history"][0]["via"] == "mcp"
        noted = await client.call_tool("memory_note", {"task": f"mr-{mode}", "content": "N+1", "disposition": "open"})
        assert not noted.is_error, _texts(noted)
        timeline = await client.call_tool("memory_timeline", {"task": f"mr-{mode}"})
        assert [note["content"] for note in timeline.structured_content["notes"]] == ["N+1"]
        searched = await client.call_tool("memory_search", {"query": "N+1", "task": f"mr-{mode}"})
        assert [hit["disposition"] for hit in searched.structured_content["hits"]] == ["open"]
        assert "open · working_note" in _texts(searched)

    _with_client(settled_firm, tmp_path, mode, scenario)


def test_a_wrong_memory_is_flagged_for_everyone(settled_firm: dict[str, str], tmp_path: Path) -> None:
    """A correction demotes and flags, with its reason shown on the card; a replacement waits at the gate."""

    async def scenario(client: Client) -> None:
        question = {"query": "gateway ledger minor units", "repo": "gateway"}
        [hit, *_] = (await client.call_tool("memory_search", question)).structured_content["hits"]
        report = {"id": hit["id"], "reason": "It keeps them in ticks now.", "replacement": "The gateway keeps ticks."}
        corrected = await client.call_tool("memory_correct", report)
        assert not corrected.is_error, _texts(corrected)
        assert corrected.structured_content["replacement"]["status"] == "proposed"
        repeated = await client.call_tool("memory_correct", {"id": hit["id"], "reason": report["reason"]})
        assert repeated.structured_content["flags_in_all"] == 1
        again = await client.call_tool("memory_search", question)
        [shown] = [each for each in again.structured_content["hits"] if each["id"] == hit["id"]]
        assert shown["status"] == "disputed"
        assert shown["labels"] == ["disputed"]
        assert shown["flags"][0]["reason"] == "It keeps them in ticks now."
        assert shown["score"] < hit["score"]
        assert "flag: correction by mira" in _texts(again)

    _with_client(settled_firm, tmp_path, LEGACY, scenario)


@pytest.mark.parametrize("mode", [LEGACY, "auto"])
def test_the_taxonomy_is_a_resource_and_the_server_says_how_to_use_it(
    environment: dict[str, str], tmp_path: Path, mode: str
) -> None:
    """Instructions are a few short sentences; the resource holds the types and what never belongs in a memory."""

    async def scenario(client: Client) -> None:
        assert client.instructions is not None
        assert len(client.instructions) < 600
        for words in ("before you change code", "the code wins", "never assume that it is stored", "Cite the id"):
            assert words in client.instructions
        [resource] = (await client.list_resources()).resources
        assert str(resource.uri) == "firm-memory://taxonomy"
        [contents] = (await client.read_resource("firm-memory://taxonomy")).contents
        shown = contents.model_dump()["text"]
        assert "anti_patterns: " in shown
        assert "Never record:" in shown
        assert (await client.list_resource_templates()).resource_templates == []
        with pytest.raises(Exception, match="no resource"):
            await client.read_resource("firm-memory://secrets")

    _with_client(environment, tmp_path, mode, scenario)


def test_the_tools_are_few_small_and_say_what_they_touch(settled: Conversation) -> None:
    """tools/list stays within 1,500 tokens for core and 3,500 for all sets; reads and writes are told apart."""
    listing = settled.asked("tools/list")["result"]
    tools = {tool["name"]: tool for tool in listing["tools"]}
    written = json.dumps({"tools": [tools[name] for name in CORE]}, ensure_ascii=False, separators=(",", ":"))
    assert len(written) / 4 <= 1_500
    assert len(written.encode()) <= 8_000
    assert len(json.dumps(listing)) / 4 <= 3_500
    for name, tool in tools.items():
        hints, schema = tool["annotations"], tool["inputSchema"]
        reads = name in ("memory_search", "memory_get", "memory_timeline")
        assert hints["readOnlyHint"] is reads
        assert hints["openWorldHint"] is False
        assert hints["idempotentHint"] is True
        assert reads or hints["destructiveHint"] is False
        assert schema["additionalProperties"] is False
        assert not {"approver", "steward", "engineer"} & schema["properties"].keys()
    assert not [name for name in tools if "approve" in name or "reject" in name]


def test_only_the_configured_sets_are_served(environment: dict[str, str], tmp_path: Path) -> None:
    """`core` alone is the default; a tool of another set is unknown then."""
    environment.pop("FIRM_MEMORY_TOOLSETS")
    with Conversation(environment, tmp_path) as conversation:
        conversation.greeted()
        assert [tool["name"] for tool in conversation.asked("tools/list")["result"]["tools"]] == CORE
        assert "error" in conversation.asked("tools/call", {"name": "memory_note", "arguments": {}})
