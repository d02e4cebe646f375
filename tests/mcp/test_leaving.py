"""The server leaves when its client does, or when it is told to, whatever a provider is doing."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from tests.mcp.conversation import PATIENCE, SERVER, Conversation


@pytest.mark.parametrize("greeted", ["greeted", "silent"])
def test_an_idle_server_ends_when_its_input_does(environment: dict[str, str], tmp_path: Path, greeted: str) -> None:
    """Nothing keeps the process alive after the client closed its side."""
    with Conversation(environment, tmp_path) as conversation:
        if greeted == "greeted":
            conversation.greeted()
            conversation.called("memory_search", query="orders")
        assert conversation.leave() == 0


def test_calls_that_were_sent_before_the_input_ended_are_answered(settled_firm: dict[str, str], tmp_path: Path) -> None:
    """A client may write its requests, close its side and read: what is quick enough still gets its answer."""
    with Conversation(settled_firm, tmp_path) as conversation:
        conversation.greeted()
        for _ in range(5):
            call = {"name": "memory_search", "arguments": {"query": "orders"}}
            conversation.say(conversation.request("tools/call", call))
        assert conversation.leave() == 0
        answers = [conversation.heard() for _ in range(5)]
    assert all(answer["result"]["structuredContent"]["hits"] for answer in answers)


def test_a_hanging_provider_does_not_keep_the_server(environment: dict[str, str], tmp_path: Path) -> None:
    """bug-stdio-05: with a call under way that takes half a minute, the process is gone long before that."""
    with Conversation(environment | {"FIRM_MEMORY_PROVIDER": "hanging"}, tmp_path) as conversation:
        conversation.greeted()
        call = {"name": "memory_note", "arguments": {"task": "mr-1", "content": "A note."}}
        conversation.say(conversation.request("tools/call", call))
        conversation.errors_with("hanging")
        assert conversation.process.stdin is not None
        conversation.process.stdin.close()
        assert conversation.process.wait(10) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_cleanly(environment: dict[str, str], tmp_path: Path, number: signal.Signals) -> None:
    """Exit code 0, no traceback, no half line on the wire, though the input is still open."""
    with Conversation(environment, tmp_path) as conversation:
        conversation.greeted()
        conversation.asked("tools/list")
        assert conversation.signalled(number) == 0
        assert "Traceback" not in conversation.errors()
    assert all(line.endswith(b"\n") for line in conversation.lines)


def test_a_client_that_stops_listening_ends_the_server(environment: dict[str, str], tmp_path: Path) -> None:
    """A broken pipe is a departure, not an error."""
    with subprocess.Popen(
        [sys.executable, *SERVER], stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment, cwd=tmp_path
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdout.close()
        server.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        server.stdin.flush()
        assert server.wait(PATIENCE) == 0
        assert b"Traceback" not in server.stderr.read()
