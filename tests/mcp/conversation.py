"""A client that speaks MCP line by line with a real server process, and sees every byte of it."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

SERVER = ("-m", "firm_memory.entrypoints.mcp")
# A test that waits this long has failed; nothing is measured by it.
PATIENCE = 60.0

Message = dict[str, Any]


class Conversation:
    """One server process; leaving the block closes its input and waits for it."""

    def __init__(self, environment: Mapping[str, str], directory: Path, options: Sequence[str] = ()) -> None:
        """Start the server in `directory`; `options` go to the interpreter."""
        self.process = subprocess.Popen(
            [sys.executable, *options, *SERVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(environment),
            cwd=directory,
        )
        self.lines: list[bytes] = []
        self._answers: queue.Queue[bytes] = queue.Queue()
        self._errors: list[bytes] = []
        self._told = threading.Condition()
        self._readers = [threading.Thread(target=each, daemon=True) for each in (self._read_answers, self._read_errors)]
        for reader in self._readers:
            reader.start()
        self._last = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.process.kill()
        self.leave()

    def leave(self) -> int:
        """Close the server's input, wait for its end and give its exit code."""
        assert self.process.stdin is not None
        if not self.process.stdin.closed:
            self.process.stdin.close()
        return self.ended()

    def ended(self) -> int:
        """Wait for the server's end and give its exit code."""
        code = self.process.wait(PATIENCE)
        for reader in self._readers:
            reader.join(PATIENCE)
        return code

    def say(self, line: bytes | Message) -> None:
        """Send one line, or one message as one."""
        assert self.process.stdin is not None
        written = line if isinstance(line, bytes) else json.dumps(line).encode()
        self.process.stdin.write(written + b"\n")
        self.process.stdin.flush()

    def heard(self) -> Message:
        """The next message; fails when the server ended or stays silent."""
        message: Message = json.loads(self._answers.get(timeout=PATIENCE))
        return message

    def asked(self, method: str, params: Mapping[str, Any] | None = None) -> Message:
        """Send a request and give its answer."""
        self.say(self.request(method, params))
        answer = self.heard()
        assert answer["id"] == self._last, answer
        return answer

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> Message:
        """A request with the next id, not sent yet."""
        self._last += 1
        return {"jsonrpc": "2.0", "id": self._last, "method": method, **({"params": dict(params)} if params else {})}

    def greeted(self, name: str | None = "trial-client", version: str = "2025-06-18") -> Message:
        """Shake hands in the older era and give the server's side of it."""
        client = {"name": name, "version": "1"}
        answer = self.asked("initialize", {"protocolVersion": version, "capabilities": {}, "clientInfo": client})
        self.say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        result: Message = answer["result"]
        return result

    def called(self, tool: str, **arguments: object) -> Message:
        """Call a tool and give its result."""
        answer = self.asked("tools/call", {"name": tool, "arguments": arguments})
        result: Message = answer["result"]
        return result

    def signalled(self, number: signal.Signals) -> int:
        """Send a signal, wait for the server's end and give its exit code."""
        self.process.send_signal(number)
        return self.ended()

    def errors(self) -> str:
        """What the server wrote to standard error so far."""
        with self._told:
            return b"".join(self._errors).decode()

    def errors_with(self, words: str) -> str:
        """Wait until standard error holds `words`, and give it."""
        with self._told:
            assert self._told.wait_for(lambda: words.encode() in b"".join(self._errors), PATIENCE), words
            return b"".join(self._errors).decode()

    def _read_answers(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as answers:
            for line in answers:
                self.lines.append(line)
                self._answers.put(line)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as errors:
            while piece := os.read(errors.fileno(), 65_536):
                with self._told:
                    self._errors.append(piece)
                    self._told.notify_all()


def text_of(result: Message) -> str:
    """The text of a tool's result."""
    text: str = result["content"][0]["text"]
    return text
