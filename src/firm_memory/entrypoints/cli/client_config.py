"""The command that prints how to connect a coding agent."""

from __future__ import annotations

import enum
import json
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from firm_memory.entrypoints.cli.session import JSON, say


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


def configuration(client: Client, command: str) -> dict[str, object]:
    """The document that the client reads, with the server as its only entry."""
    match client:
        case Client.OPENCODE:
            entry = {"type": "local", "command": [command], "enabled": True}
            return {"$schema": "https://opencode.ai/config.json", "mcp": {"firm-memory": entry}}
        case Client.VSCODE:
            return {"servers": {"firm-memory": {"type": "stdio", "command": command}}}
        case Client.CLAUDE_CODE | Client.CURSOR:
            return {"mcpServers": {"firm-memory": {"type": "stdio", "command": command, "args": []}}}


def client_config(
    client: Annotated[Client, typer.Argument(help="The coding agent to connect.")], as_json: bool = JSON
) -> None:
    """Print the configuration that connects a coding agent to this memory."""
    document = configuration(client, server_command())
    if as_json:
        say(json.dumps({"file": FILES[client], "configuration": document}, sort_keys=True))
        return
    typer.echo(f"# into {FILES[client]}", err=True)
    say(json.dumps(document, indent=2))
