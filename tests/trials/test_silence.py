"""A recorder over a whole session: the product turns to its configured store and to nobody else."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from tests.cli.desk import Desk, bare_environment
from tests.trials.session import BETTER, FACT

pytestmark = pytest.mark.usefixtures("mcp_extra")

ROOT = Path(__file__).parents[2]
# A session that takes this long has failed; nothing is measured by it.
PATIENCE = 270.0
RECORDER = Path(__file__).parent / "recorder"
# What users set for other tools, and what would send a careless library out: none of it may have an effect.
TEMPTATIONS = {
    "MEM0_TELEMETRY": "True",
    "MEM0_API_KEY": "m0-0000",
    "OPENAI_API_KEY": "none",
    "POSTHOG_HOST": "https://posthog.example.test",
    "HTTP_PROXY": "http://127.0.0.1:9",
    "HTTPS_PROXY": "http://127.0.0.1:9",
    "ALL_PROXY": "socks5://127.0.0.1:9",
    "HF_ENDPOINT": "https://models.example.test",
    "HF_HUB_OFFLINE": "0",
    "HF_TOKEN": "none",
    "TRANSFORMERS_OFFLINE": "0",
    "ANONYMIZED_TELEMETRY": "True",
    "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9",
}
# libc asks these of the machine itself, by a socket in its file system, before it reads /etc/passwd.
NAME_SERVICES = ("/var/run/nscd/socket", "/run/nscd/socket", "/run/systemd/userdb/")
_UNIX = re.compile(r'sun_path=@?"(?P<path>[^"]*)"')
_ADDRESS = re.compile(r"(?:connect|sendto|sendmsg|sendmmsg)\([^\n]*?(?P<address>\{sa_family=[^}]*\})")


@attrs.frozen(kw_only=True)
class Recorded:
    """A recorded run: what it printed, and every address that was turned to."""

    printed: str
    python: list[str]
    system: list[str] | None


@attrs.frozen(kw_only=True)
class Studio:
    """A fresh home in which sessions are recorded."""

    place: Path
    environment: dict[str, str]

    @property
    def store(self) -> str:
        """The socket of the embedded server."""
        return f"{self.place}/home/postgres/run/.s.PGSQL.5432"

    def record(self, *words: str) -> Recorded:
        """Run the session program, heard by Python's audit hook and, where it is there, by strace."""
        trace, record = self.place / "trace", self.place / "record"
        strace = _strace()
        command = [*strace, str(trace)] if strace else []
        done = subprocess.run(
            [*command, sys.executable, "-m", "tests.trials.session", *words],
            cwd=ROOT,
            env={**self.environment, "RECORD": str(record)},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        python = record.read_text().splitlines() if record.exists() else []
        system = (
            [found["address"] for found in _ADDRESS.finditer(trace.read_text(errors="replace"))] if strace else None
        )
        return Recorded(printed=done.stdout, python=python, system=system)


def _strace() -> list[str]:
    """strace, where it is installed and allowed to trace; it sees what C code does as well."""
    program = shutil.which("strace")
    options = ["--follow-forks", "--seccomp-bpf", "--quiet=all", "--signal=none"]
    command = [program or "", *options, "--trace=connect,sendto,sendmsg,sendmmsg", "--output"]
    if program and subprocess.run([*command, os.devnull, "true"], capture_output=True, check=False).returncode == 0:
        return command
    return []


@pytest.fixture
def studio() -> Iterator[Studio]:
    """A home that nothing is known of, in an environment full of temptations."""
    place = Path(tempfile.mkdtemp(prefix="fm-silence-"))  # short: the server's socket must fit
    place.chmod(0o711)
    (place / "user").mkdir()
    environment = {
        **bare_environment(place / "user"),
        **TEMPTATIONS,
        **{name.lower(): text for name, text in TEMPTATIONS.items() if name.endswith("_PROXY")},
        "PYTHONPATH": f"{RECORDER}{os.pathsep}{ROOT}",
        "FIRM_MEMORY_HOME": str(place / "home"),
        "FIRM_MEMORY_DOMAINS": "execution",
        "FIRM_MEMORY_TOOLSETS": "core,task",
        "FIRM_MEMORY_UNATTENDED_APPROVAL": "on",
        "FIRM_MEMORY_TIMEOUT_SECONDS": "30",
    }
    studio = Studio(place=place, environment=environment)
    yield studio
    Desk(place=place, environment=environment).run("down")
    shutil.rmtree(place)


def test_the_recorder_hears_an_address(studio: Studio) -> None:
    """Rule: whatever any process of the session turns to is recorded, so that an empty record means silence."""
    heard = studio.record("control")
    assert heard.python == ["socket.connect (('127.0.0.1', 9),)"]
    if heard.system is not None:
        assert [each for each in heard.system if "AF_INET" in each and "htons(9)" in each]


def test_a_whole_session_turns_to_the_store_alone(studio: Studio) -> None:
    """Rule: no egress: up, an MCP server, search, propose, approve, correct, note, search, doctor, down.

    Python code and the driver, which is C, turn to the socket of the embedded server alone, whatever proxies,
    tokens and telemetry switches the user has set. Nothing is written into the user's home.
    """
    heard = studio.record()
    assert json.loads(heard.printed) == {
        "up": 0,
        "nothing": [],
        "approved": "active",
        "found": [FACT],
        "replaced": "active",
        "noted": True,
        "better": [BETTER],
        "whole": BETTER,
        "on the command line": [BETTER],
        "wrong": [],
        "down": True,
    }
    assert set(heard.python) == {f"socket.connect ('{studio.store}',)"}  # the supervisor, looking whether it lives
    assert list((studio.place / "user").rglob("*")) == []
    if heard.system is None:
        pytest.skip("strace is not here, so that only Python's own contacts were recorded: none")
    unix = [found["path"] for each in heard.system if (found := _UNIX.search(each))]
    assert [each for each in heard.system if not _UNIX.search(each)] == []
    assert {path for path in unix if not path.startswith(NAME_SERVICES)} == {studio.store}
