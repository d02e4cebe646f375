"""A person's desk in tests: the command line run in this process, as the console script, or at a real terminal."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import attrs
from typer.testing import CliRunner

from firm_memory.entrypoints.cli.app import app
from firm_memory.entrypoints.cli.consent import AGENT_VARIABLES

SCRIPT = Path(sys.executable).parent / "firm-memory"
# A test that waits this long has failed; nothing is measured by it.
PATIENCE = 60.0


def bare_environment(home: Path) -> dict[str, str]:
    """This process's environment without anything that would configure or identify: a fresh user's at `home`."""
    ours = ("FIRM_", "REMEMBER_", "PG", "XDG_", "LC_", "PYTHON")
    inherited = {name: text for name, text in os.environ.items() if not name.startswith(ours)}
    return {name: text for name, text in inherited.items() if name not in AGENT_VARIABLES} | {"HOME": str(home)}


@attrs.frozen(kw_only=True)
class Done:
    """A command that ended."""

    code: int
    out: str
    err: str = ""

    @property
    def json(self) -> dict[str, Any]:
        """Its answer, which must be one JSON document on one line."""
        [line] = self.out.splitlines()
        document: dict[str, Any] = json.loads(line)
        return document


@attrs.frozen(kw_only=True)
class Desk:
    """A directory and an environment in which commands are run."""

    place: Path
    environment: Mapping[str, str]

    def with_(self, **variables: str) -> Desk:
        """The same desk with other variables."""
        return attrs.evolve(self, environment={**self.environment, **variables})

    def run(self, *words: str) -> Done:
        """Run a command in this process: as quick as the deed itself. Standard input is no terminal."""
        forgotten = dict.fromkeys(set(os.environ) - set(self.environment))
        with contextlib.chdir(self.place):
            done = CliRunner().invoke(app, words, env={**forgotten, **self.environment})
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Done(code=done.exit_code, out=done.stdout, err=done.stderr)

    def script(self, *words: str | bytes) -> Done:
        """Run the console script in a process of its own, its output piped."""
        done = subprocess.run(
            [SCRIPT, *words],
            cwd=self.place,
            env=dict(self.environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE * 2,
            check=False,
        )
        return Done(code=done.returncode, out=done.stdout.decode(), err=done.stderr.decode())

    def sit_down(self, *words: str) -> Terminal:
        """Run the console script at a terminal, where a person can be asked."""
        return Terminal([str(SCRIPT), *words], self.place, self.environment)

    def propose(self, content: str, *words: str) -> str:
        """Put a firm-wide candidate into the queue and give its id."""
        options = words or ("--type", "terminology", "--reference", "mr-1", "--firm")
        done = self.run("propose", content, *options, "--json")
        assert done.code == 0, done
        return str(done.json["candidate_id"])

    def approved(self, content: str) -> str:
        """The id of a firm-wide memory that was approved."""
        candidate = self.propose(content)
        done = self.with_(FIRM_MEMORY_UNATTENDED_APPROVAL="on").run("approve", candidate, "--by", "lead")
        assert done.code == 0, done
        return candidate


class Terminal:
    """A command at a real pseudo-terminal, and the person before it."""

    def __init__(self, command: list[str], place: Path, environment: Mapping[str, str]) -> None:
        self._master, slave = pty.openpty()
        attributes = termios.tcgetattr(slave)
        attributes[3] &= ~termios.ECHO  # what is typed would stand among what is seen
        termios.tcsetattr(slave, termios.TCSANOW, attributes)
        self._process = subprocess.Popen(
            command,
            cwd=place,
            env={**environment, "TERM": "xterm"},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        self.seen = ""
        self._looked = 0

    def sees(self, words: str) -> str:
        """Wait until the words appear behind what was waited for before; what stood before them."""
        until = time.monotonic() + PATIENCE
        while (found := self.seen.find(words, self._looked)) < 0:
            assert self._read(until), f"{words!r} never came: {self.seen[self._looked :]!r}"
        before, self._looked = self.seen[self._looked : found], found + len(words)
        return before

    def types(self, line: str) -> None:
        """Type a line and press enter."""
        os.write(self._master, f"{line}\n".encode())

    def leaves(self) -> int:
        """Read on until the command ends, and give its exit code."""
        until = time.monotonic() + PATIENCE
        while self._read(until):
            pass
        return self._process.wait(PATIENCE)

    def _read(self, until: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], max(0.0, until - time.monotonic()))
        try:
            piece = os.read(self._master, 65_536) if ready else b""
        except OSError:  # the other side is closed
            piece = b""
        self.seen += piece.decode().replace("\r\n", "\n")
        return bool(piece)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
        os.close(self._master)


def is_plain(text: str) -> bool:
    """Whether `text` holds no control character but line breaks: no colour, no cursor movement."""
    return re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", text) is None
