"""The official inspector finds nothing to object to, in both eras."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mcp.conversation import SERVER

TOOLS = Path(__file__).parents[2] / ".work" / "node" / "node_modules"
NODE = TOOLS / ".bin" / "node"
INSPECTOR = TOOLS / "@modelcontextprotocol" / "inspector" / "clients" / "launcher" / "build" / "index.js"


def _require_inspector() -> None:
    if not (NODE.exists() and INSPECTOR.exists()):
        pytest.skip("Node 22 and the MCP inspector are not installed (make tools)")
    said = subprocess.run([NODE, "--version"], capture_output=True, check=True, encoding="utf-8").stdout
    release = re.match(r"v(\d+)", said)
    if release is None or int(release[1]) < 22:
        pytest.skip(f"the inspector needs Node 22, and this is {said.strip()}")


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_the_inspector_in_strict_mode_is_content(environment: dict[str, str], tmp_path: Path, era: str) -> None:
    """Every schema is portable, and nothing is merely tolerated."""
    _require_inspector()
    settings = [
        option
        for name in sorted(environment)
        if name.startswith(("FIRM_", "PYTHONPATH"))
        for option in ("-e", f"{name}={environment[name]}")
    ]
    run = subprocess.run(
        [NODE, INSPECTOR, "--cli", "--strict", "--method", "tools/list", "--protocol-era", era, "--format", "json",
         *settings, "--", sys.executable, *SERVER],
        capture_output=True, check=False, cwd=tmp_path, encoding="utf-8", env=environment, timeout=120,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    answer = json.loads(run.stdout)
    assert len(answer["result"]["tools"]) == 6
    assert not answer.get("schemaFindings")
