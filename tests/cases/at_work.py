"""Run as a program: a day's work through the Python API, settings from the environment; says how it went.

`firm_memory` is imported before any setting is made; the arguments are the settings, as `NAME=value`.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from pathlib import Path

import firm_memory


def main(*settings: str) -> None:
    """Start, search, propose, approve, search; print what came of it as one line of JSON."""
    os.environ.update(dict(each.split("=", 1) for each in settings))
    with firm_memory.FirmMemory.from_env(directory=Path.cwd()) as memory:
        memory.warm()
        before = memory.search("odd lots")
        scope = firm_memory.MemoryScope(repos=("oms",))
        kind = firm_memory.MemoryType.BUG_FIX
        proposal = memory.propose("Odd lots are netted.", type=kind, scope=scope, reference="mr-1")
        assert proposal.candidate_id
        memory.approvals.approve(proposal.candidate_id, approver="lead")
        after = memory.search("odd lots", repo="oms")
    telemetry = sys.modules.get("mem0.memory.telemetry")
    told = {
        "before": before.reason.value if before.reason else None,
        "after": [hit.content for hit in after],
        "telemetry": getattr(telemetry, "MEM0_TELEMETRY", None),
        "home": sorted(str(each) for each in Path(os.environ["HOME"]).glob("**/*")),
        "forbidden": _forbidden(),
    }
    print(json.dumps(told))  # noqa: T201 -- it is how this program answers


def _forbidden() -> bool:
    """Whether a way out is recorded and refused: the proof that an empty record means silence."""
    try:
        socket.create_connection(("192.0.2.1", 9), timeout=0.01).close()
    except OSError as refused:
        return "no way out" in str(refused)
    return False


if __name__ == "__main__":
    main(*sys.argv[1:])
