"""Odd ways to be started: each ends in words or in service, never in a traceback or a spoilt wire."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mcp.conversation import PATIENCE, SERVER

HELLO = (
    b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},'
    b'"clientInfo":{"name":"t","version":"1"}}}\n'
)
COMMAND = shlex.join([sys.executable, *SERVER])


def _run(
    command: str, environment: dict[str, str], directory: Path, given: bytes = HELLO
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["sh", "-c", command],
        input=given,
        capture_output=True,
        env=environment,
        cwd=directory,
        check=False,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize(("option", "code"), [("--help", 0), ("-h", 0), ("--port=1", 2)])
def test_the_command_explains_itself(environment: dict[str, str], tmp_path: Path, option: str, code: int) -> None:
    """Somebody who starts it by hand with an option learns what it is for."""
    run = _run(f"{COMMAND} {option}", environment, tmp_path)
    assert run.returncode == code
    assert b"Model Context Protocol" in run.stdout


def test_without_standard_input_it_says_what_it_needs(environment: dict[str, str], tmp_path: Path) -> None:
    """Nobody can be there to be served."""
    run = _run(f"exec {COMMAND} <&-", environment, tmp_path)
    assert run.returncode == 1
    assert run.stderr.startswith(b"firm-memory-mcp needs standard input and output")


def test_without_standard_error_the_wire_stays_clean(environment: dict[str, str], tmp_path: Path) -> None:
    """Warnings go nowhere then; the protocol goes on."""
    noisy = environment | {"FIRM_MEMORY_LIMT": "5", "FIRM_MEMORY_PROVIDER": "noisy"}
    run = _run(f"exec {COMMAND} 2>&-", noisy, tmp_path)
    assert run.returncode == 0
    assert [json.loads(line)["id"] for line in run.stdout.splitlines()] == [1]


def test_without_the_sdk_it_names_the_extra_to_install(environment: dict[str, str], tmp_path: Path) -> None:
    """The extra is optional; the command is not."""
    (tmp_path / "mcp.py").write_text("raise ModuleNotFoundError('no mcp', name='mcp')", encoding="utf-8")
    run = _run(COMMAND, environment | {"PYTHONPATH": str(tmp_path)}, tmp_path)
    assert run.returncode == 3
    assert b"pip install 'firm-memory[mcp]'" in run.stderr
    assert run.stdout == b""


def test_a_working_directory_that_was_removed_is_survived(environment: dict[str, str], tmp_path: Path) -> None:
    """There is no repository then; the configured one still counts."""
    folder = tmp_path / "gone"
    folder.mkdir()
    run = _run(f"rmdir {shlex.quote(str(folder))} && exec {COMMAND}", environment, folder)
    assert run.returncode == 0, run.stderr
    assert [json.loads(line)["id"] for line in run.stdout.splitlines()] == [1]


def test_legacy_names_and_problems_are_told_on_standard_error(environment: dict[str, str], tmp_path: Path) -> None:
    """Once each, for the person who configured it."""
    told = environment | {"FIRM_MEM0_TOP_K": "7", "FIRM_MEMORY_MIN_SCORE": "9"}
    told.pop("FIRM_MEMORY_LIMIT", None)
    errors = _run(COMMAND, told, tmp_path).stderr.decode()
    assert errors.count("FIRM_MEM0_TOP_K is a legacy name") == 1
    assert errors.count("ERROR: FIRM_MEMORY_MIN_SCORE is '9'") == 1
