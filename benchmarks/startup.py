"""Start-up over stdio: CPU seconds and wall time from spawn to an answered `initialize`, and what tools/list costs.

A minimal server on the same SDK runs alternately with ours, so that the ratio does not depend on the machine's
mood. Prints a table and one JSON object.

    python benchmarks/startup.py [--repeats 10]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

CHARACTERS_A_TOKEN = 4
MINIMAL = """
import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
import mcp_types as types

async def listed(context, params):
    return types.ListToolsResult(tools=[types.Tool(name="echo", description="Echo", input_schema={"type": "object"})])

async def main():
    server = Server("minimal", on_list_tools=listed)
    async with stdio_server() as (received, sent):
        await server.run(received, sent, server.create_initialization_options())

anyio.run(main)
"""
SERVERS = {"firm-memory-mcp": ["-m", "firm_memory.entrypoints.mcp"], "minimal SDK server": ["-c", MINIMAL]}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "benchmark", "version": "1"},
    },
}
TOOLSETS = ("core", "core,task")


def started(arguments: Sequence[str], environment: Mapping[str, str]) -> dict[str, float]:
    """Spawn a server, greet it, and give the seconds it took by the wall and on the CPU."""
    begin = time.perf_counter()
    with _server(arguments, environment) as server:
        server.ask(INITIALIZE)
        return {"wall": time.perf_counter() - begin, "cpu": _cpu_seconds(server.process.pid)}


def listed(environment: Mapping[str, str]) -> dict[str, float]:
    """The size of our tools/list: bytes and tokens (characters / 4) of the result, and the number of tools."""
    with _server(SERVERS["firm-memory-mcp"], environment) as server:
        server.ask(INITIALIZE)
        result = server.ask({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
    text = json.dumps(result, ensure_ascii=False, separators=(",", ":"))
    return {"tools": len(result["tools"]), "bytes": len(text.encode()), "tokens": len(text) / CHARACTERS_A_TOKEN}


@dataclass(frozen=True, kw_only=True)
class Server:
    """A running server and its two pipes."""

    process: subprocess.Popen[bytes]
    requests: IO[bytes]
    answers: IO[bytes]

    def ask(self, request: object) -> dict[str, list[object]]:
        """Send a request and give its result."""
        self.requests.write(json.dumps(request).encode() + b"\n")
        self.requests.flush()
        result: dict[str, list[object]] = json.loads(self.answers.readline())["result"]
        return result


@contextmanager
def _server(arguments: Sequence[str], environment: Mapping[str, str]) -> Generator[Server]:
    with subprocess.Popen(
        [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(environment)
    ) as process:
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("the server was started without pipes")
        yield Server(process=process, requests=process.stdin, answers=process.stdout)


def _cpu_seconds(process: int) -> float:
    """What all threads of a process have used so far, to the nanosecond (Linux)."""
    tasks = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(task.read_text(encoding="ascii").split()[0]) for task in tasks) / 1e9


def main() -> None:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=10)
    repeats: int = parser.parse_args().repeats
    with tempfile.TemporaryDirectory() as home:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("FIRM_")}
        environment = {
            **inherited,
            "FIRM_MEMORY_HOME": home,
            "FIRM_MEMORY_PROVIDER": "memory",
            "FIRM_MEMORY_EMBEDDER": "lexical",
        }
        for arguments in SERVERS.values():
            started(arguments, environment)  # once unmeasured: byte code and disk caches
        runs: dict[str, list[dict[str, float]]] = {name: [] for name in SERVERS}
        for _ in range(repeats):
            for name, arguments in SERVERS.items():
                runs[name].append(started(arguments, environment))
        sizes = {sets: listed({**environment, "FIRM_MEMORY_TOOLSETS": sets}) for sets in TOOLSETS}
    figures = {
        name: {
            key: {"median": statistics.median(values), "best": min(values)}
            for key in ("cpu", "wall")
            if (values := [each[key] for each in measured])
        }
        for name, measured in runs.items()
    }
    ours, minimal = (figures[name]["cpu"]["median"] for name in SERVERS)
    print(f"{'spawn to initialize answered':32}{'CPU s median':>14}{'best':>8}{'wall s median':>16}{'best':>8}")
    for name, each in figures.items():
        cpu, wall = each["cpu"], each["wall"]
        print(f"{name:32}{cpu['median']:14.3f}{cpu['best']:8.3f}{wall['median']:16.3f}{wall['best']:8.3f}")
    print(f"ratio of CPU medians: {ours / minimal:.2f}\n")
    print(f"{'tools/list':32}{'tools':>14}{'bytes':>8}{'tokens':>16}")
    for sets, size in sizes.items():
        print(f"{sets:32}{size['tools']:14.0f}{size['bytes']:8.0f}{size['tokens']:16.0f}")
    print(json.dumps({"repeats": repeats, "startup": figures, "cpu_ratio": ours / minimal, "tools_list": sizes}))


if __name__ == "__main__":
    main()
