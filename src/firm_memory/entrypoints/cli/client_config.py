"""The command that prints how to connect a coding agent."""

from __future__ import annotations

import enum
import json
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from firm_memory.entrypoints.cli.session import JSON, remark, say


class Client(enum.StrEnum):
    """The coding agents whose configuration is known."""

    OPENCODE = "opencode"
    CLAUDE_CODE = "claude-code"
    CURSOR = "cursor"
    VSCODE = "vscode"


FILES = {
    Client.OPENCODE: "opencode.json",
    Client.CLAUDE_CODE: ".mcp.json",
    Client.CURSOR: ".cursor/mcp.json",
    Client.VSCODE: ".vscode/mcp.json",
}


def server_command() -> str:
    """The absolute path of the MCP server beside this interpreter, else its name."""
    beside = Path(sys.executable).parent / "firm-memory-mcp"
    return str(beside) if beside.exists() else shutil.which("firm-memory-mcp") or "firm-memory-mcp"


def carried(environment: Mapping[str, str]) -> dict[str, str]:
    """The settings of this shell that the agent's server needs too; what may hold a secret is left out."""
    secret = ("DSN", "URL", "KEY")
    return {
        name: value
        for name, value in sorted(environment.items())
        if name.startswith(("FIRM_MEMORY_", "FIRM_MEM0_"))
        and value
        and not any(word in name for word in secret)
        and name not in {"FIRM_MEMORY_UNATTENDED_APPROVAL", "FIRM_MEMORY_PRINCIPAL", "FIRM_MEMORY_REPO"}
    }


def configuration(client: Client, command: str, variables: Mapping[str, str]) -> dict[str, object]:
    """The document that the client reads, with the server as its only entry."""
    env = dict(variables)
    match client:
        case Client.OPENCODE:
            local = {"type": "local", "command": [command], "enabled": True, **({"environment": env} if env else {})}
            return {"$schema": "https://opencode.ai/config.json", "mcp": {"firm-memory": local}}
        case Client.VSCODE:
            return {"servers": {"firm-memory": _stdio(command, env)}}
        case Client.CLAUDE_CODE | Client.CURSOR:
            return {"mcpServers": {"firm-memory": {**_stdio(command, env), "args": []}}}


def _stdio(command: str, env: dict[str, str]) -> dict[str, object]:
    return {"type": "stdio", "command": command, **({"env": env} if env else {})}


def client_config(
    client: Annotated[Client, typer.Argument(help="The coding agent to connect.")], as_json: bool = JSON
) -> None:
    """Print the configuration that connects a coding agent to this memory."""
    document = configuration(client, server_command(), carried(os.environ))
    if as_json:
        say(json.dumps({"file": FILES[client], "configuration": document}, sort_keys=True))
        return
    remark(f"# merge this into {FILES[client]} of your checkout")
    if os.environ.get("FIRM_MEM0_PG_DSN", "embedded") != "embedded":
        remark("# FIRM_MEM0_PG_DSN may hold a password and is not written here: set it in the agent's environment")
    say(json.dumps(document, indent=2))
