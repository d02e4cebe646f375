"""Run as a program: a whole session of the product on a fresh home, each part a process of its own.

`up`, a real MCP server in a checkout, search, propose, approve on the command line, correct with a replacement, a
note, search again, `doctor`, `down`. Prints as JSON what came of it. With `control` as its argument it turns to an
address instead, to show that the recorder hears it.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.mcp.conversation import Conversation

SCRIPT = Path(sys.executable).parent / "firm-memory"
FACT = "OMS rejects orders after 15:20 because the exchange closes its netting window at 15:30."
BETTER = "OMS rejects orders after 15:40 because the exchange closes its netting window at 15:50."
QUESTION = "why does OMS reject orders after 15:20"


def command(*words: str) -> dict[str, Any]:
    """Run the command line; its answer."""
    done = subprocess.run([SCRIPT, *words, "--json"], stdout=subprocess.PIPE, text=True, check=False)
    answer: dict[str, Any] = json.loads(done.stdout)
    return {**answer, "code": done.returncode}


def approved(candidate: str) -> str:
    """Approve a candidate; its status."""
    return str(command("approve", candidate, "--by", "lead")["memory"]["status"])


def held() -> dict[str, object]:
    """Hold the session; what came of it. Whatever happens the server is stopped: who traces waits for its end."""
    try:
        return {"up": command("up")["code"], **_agents_part(), **_persons_part()}
    finally:
        command("down")


def _agents_part() -> dict[str, object]:
    told: dict[str, object] = {}
    with Conversation(os.environ, Path.cwd()) as agent:
        agent.greeted()
        told["nothing"] = called(agent, "memory_search", query=QUESTION)["hits"]
        arguments = {"type": "business_rules", "reference": "mr-4821", "scope": {"domains": ["execution"]}}
        proposed = called(agent, "memory_propose", content=FACT, **arguments)
        told["approved"] = approved(proposed["candidate_id"])
        told["found"] = [hit["content"] for hit in searched(agent)]
        reason = "The window moved."
        correction = called(agent, "memory_correct", id=proposed["candidate_id"], reason=reason, replacement=BETTER)
        told["replaced"] = approved(correction["replacement"]["candidate_id"])
        told["noted"] = called(agent, "memory_note", task="mr-4821", content="The window moved.")["accepted"]
        told["better"] = [hit["content"] for hit in searched(agent)]
        told["whole"] = called(agent, "memory_get", id=proposed["candidate_id"])["chain_end"]["content"]
    return told


def _persons_part() -> dict[str, object]:
    return {
        "on the command line": [hit["memory"]["content"] for hit in command("search", QUESTION)["hits"]],
        "wrong": [finding for finding in command("doctor")["findings"] if finding["state"] == "bad"],
        "down": command("down")["stopped"],
    }


def searched(agent: Conversation) -> list[dict[str, Any]]:
    """What the agent finds once everything is loaded."""
    while "warming_up" in (answer := called(agent, "memory_search", query=QUESTION))["reasons"]:
        pass
    hits: list[dict[str, Any]] = answer["hits"]
    return hits


def called(agent: Conversation, tool: str, **arguments: object) -> dict[str, Any]:
    """Call a tool; its structured answer."""
    answer: dict[str, Any] = agent.called(tool, **arguments)["structuredContent"]
    return answer


def main() -> None:
    """Hold the session, or give the recorder something to hear."""
    if sys.argv[1:] == ["control"]:
        with socket.socket() as one:
            one.connect_ex(("127.0.0.1", 9))
        return
    print(json.dumps(held()))  # noqa: T201 -- it is how this program answers


if __name__ == "__main__":
    main()
