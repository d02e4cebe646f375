"""Facts about importing mem0 (mem0ai 2.2), each in a process of its own, and the proof that ours stays silent."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import cast

import pytest

from firm_memory.adapters.mem0_pgvector import quiet
from firm_memory.domain.errors import ConfigurationError

ROOT = Path(__file__).parents[3]
Seen = dict[str, list[str] | bool | None]


def _recorded(home: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(("MEM0_", "OPENAI_"))}
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.contract.mem0.recorder", *arguments],
        cwd=ROOT,
        env={**inherited, "HOME": str(home), **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def _seen(run: subprocess.CompletedProcess[str]) -> Seen:
    assert run.returncode == 0, run.stderr
    return cast("Seen", json.loads(run.stdout))


def test_imported_bare_it_turns_telemetry_on_and_writes_home(tmp_path: Path) -> None:
    """Rule: unless told otherwise before its import, mem0 has a telemetry client and writes to ~/.mem0."""
    seen = _seen(_recorded(tmp_path, "bare"))
    assert (seen["telemetry"], seen["client"]) == (True, True)
    assert str(tmp_path / ".mem0" / "config.json") in cast("list[str]", seen["home"])


def test_imported_bare_it_fails_without_a_home(tmp_path: Path) -> None:
    """Rule: where ~/.mem0 cannot be made, importing mem0 raises."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    run = _recorded(blocked, "bare")
    assert run.returncode != 0
    assert "NotADirectoryError" in run.stderr


def test_the_recorder_hears_a_contact(tmp_path: Path) -> None:
    """Rule: a socket that any code of the process opens is recorded, so an empty record means silence."""
    assert _seen(_recorded(tmp_path, "control"))["contacts"] == ["socket.connect ('127.0.0.1', 9)"]


def test_ours_contacts_nobody_and_writes_where_it_is_told(tmp_path: Path, postgres_dsn: str) -> None:
    """Rule: imported and used through our adapter, and by a plain memory beside it, mem0 opens no socket.

    It has no telemetry client, leaves the home directory alone, and prints nothing.
    """
    home, own = tmp_path / "home", tmp_path / "firm" / "mem0"
    home.mkdir()
    run = _recorded(home, "quiet", str(own), postgres_dsn)
    assert _seen(run) == {"contacts": [], "telemetry": False, "client": False, "home": []}
    assert run.stderr == ""
    assert [each.name for each in own.iterdir()] == ["config.json"]


def test_a_directory_that_cannot_be_made_names_the_setting(tmp_path: Path) -> None:
    """Rule: where mem0's directory cannot be written, the error names FIRM_MEMORY_HOME."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    program = (
        "import sys; from pathlib import Path; from firm_memory.adapters.mem0_pgvector import quiet;"
        "quiet.settle(Path(sys.argv[1]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(blocked / "mem0")], capture_output=True, text=True, timeout=120, check=False
    )
    assert "ConfigurationError" in run.stderr
    assert "FIRM_MEMORY_HOME" in run.stderr


@pytest.mark.parametrize("settled", [True, False])
def test_no_language_model_is_downloaded(mem0_dir: Path, monkeypatch: pytest.MonkeyPatch, *, settled: bool) -> None:
    """Rule: beside a spaCy without its model mem0 downloads one on the first search, unless it came in by our door."""
    wanted: list[str] = []
    spacy, cli = ModuleType("spacy"), ModuleType("spacy.cli")
    monkeypatch.setattr(spacy, "util", SimpleNamespace(is_package=lambda _: False), raising=False)
    monkeypatch.setattr(cli, "download", wanted.append, raising=False)
    monkeypatch.setitem(sys.modules, "spacy", spacy)
    monkeypatch.setitem(sys.modules, "spacy.cli", cli)
    quiet.settle(mem0_dir)
    models = quiet.part("mem0.utils.spacy_models")
    if not settled:
        monkeypatch.setattr(models, "_load_failed_lemma", False)  # as mem0 sets it
    assert models.get_nlp_lemma() is None
    assert wanted == ([] if settled else ["en_core_web_sm"])


def test_mem0_has_one_door(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule: a part of mem0 is handed out only once mem0 was imported in silence."""
    monkeypatch.delitem(sys.modules, "mem0", raising=False)
    with pytest.raises(ConfigurationError, match="settle"):
        quiet.part("mem0.vector_stores.pgvector")
