"""Standard output belongs to the protocol, whatever runs in the process and wherever."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from tests.cases.notation import given
from tests.fixtures.embedded_home import eventually
from tests.mcp.conversation import Conversation, text_of

Environment = dict[str, str]
Serving = Callable[[Environment, Path], Conversation]


def _protocol_only(server: Conversation, messages: int) -> None:
    """Every line is one JSON-RPC message, and there are exactly that many."""
    assert len(server.lines) == messages
    assert all(line.endswith(b"\n") and json.loads(line)["jsonrpc"] == "2.0" for line in server.lines)


@pytest.mark.parametrize("provider", ["inmemory", "mem0"])
def test_bug_stdio_01_every_stdout_line_is_json_rpc(
    provider: str,
    server_environment: Callable[..., Environment],
    serving: Serving,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    """With each provider, the reranker on and warnings shown: handshake, list and four calls are six lines.

    Qdrant comes with a later part.
    """
    case = given("bug-stdio-01")
    environment = server_environment(tmp_path / "home", FIRM_MEMORY_PROVIDER=provider, FIRM_MEM0_RERANK="on")
    if provider == "mem0":
        environment["FIRM_MEM0_PG_DSN"] = request.getfixturevalue("postgres_dsn")
    server = serving({**environment, **case["env"]}, tmp_path)
    server.greeted()
    server.asked("tools/list")
    proposed = server.called("memory_propose", content="Orders are netted.", type="bug_fixes", reference="mr-1")
    assert not proposed["isError"], text_of(proposed)
    assert not server.called("memory_get", id=proposed["structuredContent"]["candidate_id"])["isError"]
    assert not server.called("memory_search", query="orders")["isError"]
    assert server.called("memory_correct", id=proposed["structuredContent"]["candidate_id"], reason="x")["isError"]
    assert server.leave() == 0
    _protocol_only(server, 6)


def test_bug_stdio_03_progress_bar_of_a_model_loader(tried: Conversation) -> None:
    """A loader that draws its progress on standard output finds standard error instead.

    The case's reranker comes with a later part; the embedder is loaded the same way.
    """
    bar = given("bug-stdio-03")["reranker"].removeprefix("prints ")
    tried.called("memory_search", query="orders")
    assert tried.errors_with(f"\r{bar} 3/3 风控").count(bar) >= 1
    _protocol_only(tried, len(tried.lines))
    assert bar.encode() not in b"".join(tried.lines)


@pytest.mark.parametrize("when", given("bug-stdio-05")["close_stdin"])
def test_bug_stdio_05_exit_when_the_client_goes_away(
    when: str,
    server_environment: Callable[..., Environment],
    serving: Serving,
    postgres_dsn: str,
    tmp_path: Path,
) -> None:
    """The process ends with its client, idle or in the middle of a call that hangs, and leaves no connection behind."""
    environment = server_environment(
        tmp_path / "home",
        FIRM_MEMORY_PROVIDER="memory" if when == "idle" else "hanging",
        FIRM_MEMORY_CANDIDATES_PATH=postgres_dsn,
        FIRM_MEMORY_TOOLSETS="core,task",
    )
    with psycopg.connect(postgres_dsn, autocommit=True) as watcher:

        def connections() -> int:
            statement = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            return int(next(watcher.execute(statement))[0]) - 1

        server = serving(environment, tmp_path)
        server.greeted()
        noting = server.request("tools/call", {"name": "memory_note", "arguments": {"task": "mr-1", "content": "A."}})
        server.say(noting)
        if when == "idle":
            assert not server.heard()["result"]["isError"]
        else:
            server.errors_with("hanging")
        eventually(lambda: connections() > 0)
        assert server.process.stdin is not None
        server.process.stdin.close()
        assert server.process.wait(10) == 0
        eventually(lambda: connections() == 0)


def test_bug_stdio_07_windows_style_code_page(tried: Conversation) -> None:
    """A code page of the machine changes nothing on the wire."""
    content = given("bug-stdio-07")["content"]
    proposed = tried.called("memory_propose", content=content, type="terminology", reference="mr-1")
    shown = tried.called("memory_get", id=proposed["structuredContent"]["candidate_id"])
    assert shown["structuredContent"]["memory"]["content"] == content
    assert f"| {content}" in text_of(shown)
    assert content.encode() in tried.lines[-1]


def test_bug_stdio_08_exception_text_with_line_breaks(tried: Conversation) -> None:
    """An error whose words hold line breaks and braces is one line of protocol, and its words are not shown."""
    lines = len(tried.lines)
    read = tried.called("memory_search", query="orders")
    written = tried.called("memory_note", task="mr-1", content="A note.")
    assert (read["isError"], written["isError"]) == (False, True)
    assert "\n" not in text_of(written)
    assert given("bug-stdio-08")["provider_error"] not in str(read) + str(written)
    _protocol_only(tried, lines + 2)
