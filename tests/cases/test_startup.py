"""The client is greeted first; what is slow, down or out of reach shows in the answers, and only there."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from firm_memory.entrypoints.cli.app import app
from firm_memory.features.places import Environment
from firm_memory.features.postgres import PostgresServer
from tests.cases.conftest import RECORDING
from tests.cases.notation import given
from tests.fixtures.embedded_home import eventually
from tests.mcp.conversation import Conversation, Message, text_of

Serving = Callable[[Environment, Path], Conversation]
STATEMENT = {"content": "Orders are netted.", "type": "bug_fixes", "reference": "mr-1"}


def _reason(result: Message) -> str | None:
    assert not result["isError"], text_of(result)
    reason: str | None = result["structuredContent"]["reason"]
    return reason


def test_bug_startup_01_handshake_before_heavy_loading(
    server_environment: Callable[..., Environment], serving: Serving, tmp_path: Path
) -> None:
    """While a model takes a minute to load, handshake and list are answered, and a search says that it warms up."""
    assert given("bug-startup-01")["model_load_s"] == 60
    server = serving(server_environment(tmp_path / "home", FIRM_MEMORY_EMBEDDER="cold"), tmp_path)
    assert server.greeted()["serverInfo"]["name"] == "firm-memory"
    assert len(server.asked("tools/list")["result"]["tools"]) == 4
    server.errors_with("loading")
    result = server.called("memory_search", query="orders")
    assert _reason(result) == "warming_up"
    assert result["structuredContent"]["degraded"]
    assert server.leave() == 0


def test_bug_startup_03_database_down_at_start(
    server_environment: Callable[..., Environment], serving: Serving, own_postgres: PostgresServer, tmp_path: Path
) -> None:
    """With the database down the server is up: reads are empty and labelled, writes say why; it recovers by itself.

    The case's port is closed as this server's socket is; an approval is refused through the Python API elsewhere
    (bug-approval-10), since no tool approves.
    """
    own_postgres.stop()
    environment = server_environment(tmp_path / "home", FIRM_MEMORY_PROVIDER="mem0")
    server = serving({**environment, "FIRM_MEM0_PG_DSN": own_postgres.dsn}, tmp_path)
    server.greeted()
    assert len(server.asked("tools/list")["result"]["tools"]) == 4
    eventually(lambda: _reason(server.called("memory_search", query="orders")) == "unavailable")
    refused = server.called("memory_propose", **STATEMENT)
    assert refused["isError"]
    assert "cannot be reached: nothing answers at the configured address" in text_of(refused)
    own_postgres.start()
    assert not server.called("memory_propose", **STATEMENT)["isError"]
    assert _reason(server.called("memory_search", query="orders")) == "empty_store"


def test_bug_startup_05_no_model_hub_reachable(
    server_environment: Callable[..., Environment],
    serving: Serving,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With every way out closed the default model loads and answers, and nobody tried to get out.

    That reranking is on and has no model, `doctor` says, as the specification has it.
    """
    contacts = tmp_path / "contacts"
    environment = server_environment(tmp_path / "home", FIRM_MEMORY_EMBEDDER="minilm", **given("bug-startup-05")["env"])
    environment |= {"CONTACTS": str(contacts), "PYTHONPATH": f"{RECORDING}{os.pathsep}{environment['PYTHONPATH']}"}
    server = serving(environment, tmp_path)
    server.greeted()
    eventually(lambda: _reason(server.called("memory_search", query="orders")) != "warming_up")
    assert _reason(server.called("memory_search", query="orders")) == "empty_store"
    assert server.leave() == 0
    assert not contacts.exists()
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(app, ["doctor"], env={**environment, "FIRM_MEMORY_EMBEDDER": "lexical"})
    assert ran.stdout.count("no local cross-encoder is configured") == 1
