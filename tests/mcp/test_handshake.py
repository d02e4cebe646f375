"""The handshake of the older era, and whom it puts into the ledger: the server object itself, in this process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from firm_memory import FirmMemory
from firm_memory.entrypoints.mcp.attendance import Attendance
from firm_memory.entrypoints.mcp.opening import Opening
from firm_memory.entrypoints.mcp.server import agent_of, build_server

Answers = list[dict[str, Any]]


def _answers(
    environment: dict[str, str],
    directory: Path,
    requests: list[tuple[str, Mapping[str, Any]]],
    middleware: Sequence[Attendance] = (),
) -> Answers:
    """What a server answers to `requests`, one after the other."""
    opening = Opening(lambda: FirmMemory.from_env(environment, directory), 2.0)
    server = build_server(
        lambda context, tool: opening.seen_by(agent_of(context), reading=tool.reads), ("core", "task"), directory
    )
    server.middleware.extend(middleware)

    async def run() -> Answers:
        outgoing, received = anyio.create_memory_object_stream[SessionMessage | Exception](9)
        sent, incoming = anyio.create_memory_object_stream[SessionMessage](9)
        answers: Answers = []
        async with anyio.create_task_group() as tasks, outgoing, incoming:
            tasks.start_soon(server.run, received, sent, server.create_initialization_options())
            for number, (method, params) in enumerate(requests):
                request = JSONRPCRequest(jsonrpc="2.0", id=number, method=method, params=dict(params))
                await outgoing.send(SessionMessage(request))
                with anyio.fail_after(60):
                    answer = (await incoming.receive()).message
                assert isinstance(answer, JSONRPCResponse), answer
                answers.append(answer.result)
                if method == "initialize" and len(requests) > 1:
                    greeting = JSONRPCNotification(jsonrpc="2.0", method="notifications/initialized")
                    await outgoing.send(SessionMessage(greeting))
            tasks.cancel_scope.cancel()
        return answers

    answers = anyio.run(run)
    opening.close(5)
    return answers


def _hello(name: str = "t", version: str = "2025-11-25") -> tuple[str, Mapping[str, Any]]:
    client = {"name": name, "version": "1"}
    return "initialize", {"protocolVersion": version, "capabilities": {}, "clientInfo": client}


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_every_version_of_the_older_era_is_agreed_to(environment: dict[str, str], tmp_path: Path, version: str) -> None:
    """The handshake answers with the version that the client asked for."""
    [answer] = _answers(environment, tmp_path, [_hello(version=version)])
    assert answer["protocolVersion"] == version
    assert answer["serverInfo"]["name"] == "firm-memory"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("claude-code", "agent:claude-code"),
        ("", "agent:unknown"),
        ("a\nb\u202e\u200b", "agent:ab"),
        ("\U000e0100", "agent:unknown"),
        ("x" * 500, f"agent:{'x' * 99}…"),
    ],
)
def test_a_client_s_name_is_cleaned_before_it_stands_in_the_ledger(
    environment: dict[str, str], tmp_path: Path, given: str, expected: str
) -> None:
    """The principal is `agent:<client>`: one line, visible, bounded; `agent:unknown` where nothing is left."""
    note = {"name": "memory_note", "arguments": {"task": "mr-1", "content": "Seen."}}
    timeline = {"name": "memory_timeline", "arguments": {"task": "mr-1"}}
    answers = _answers(environment, tmp_path, [_hello(given), ("tools/call", note), ("tools/call", timeline)])
    assert [each["by"] for each in answers[-1]["structuredContent"]["notes"]] == [expected]


def test_loading_waits_until_the_client_was_greeted(environment: dict[str, str], tmp_path: Path) -> None:
    """Nothing is started by `initialize`, so that its answer competes with no import; the next message starts it."""
    greeted: list[str] = []
    _answers(environment, tmp_path, [_hello()], [Attendance(lambda: greeted.append("by the handshake"))])
    before = list(greeted)
    _answers(environment, tmp_path, [_hello(), ("ping", {})], [Attendance(lambda: greeted.append("later"))])
    assert before == []
    assert set(greeted) == {"later"}
