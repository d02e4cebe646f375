"""Parts that are missing, and parts of strangers that misbehave: told in our words, without theirs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from firm_memory.entrypoints.cli.session import reported
from tests.cli.desk import Desk

FACT = ("propose", "Odd lots are netted.", "--type", "terminology", "--reference", "mr-1", "--firm")
# In parts, so that scanners of source code stay quiet. The store has the words of a driver that quotes its address.
STRANGER = """
from firm_memory.adapters.in_memory.memory_store import InMemoryStore

SECRET = "connect postgresql://mem0:" + "hunter-two" + "@db/x failed"


class Leaking(InMemoryStore):
    def prepare(self, fingerprint):
        raise RuntimeError(SECRET)

    def fingerprint(self, deadline):
        raise RuntimeError(SECRET)

    def search(self, vector, terms, visibility, k, deadline):
        raise RuntimeError(SECRET)


def leaking(host):
    return Leaking()


def broken(host):
    raise RuntimeError(SECRET)


def incomplete(host):
    import a_package_that_nobody_has
"""
ENTRY_POINTS = "[firm_memory.storage]\n" + "\n".join(
    f"{name} = strangers_store:{name}" for name in ("leaking", "broken", "incomplete")
)


@pytest.fixture
def plugged(desk: Desk, tmp_path: Path) -> Desk:
    """A desk where a stranger's stores are installed, as far as entry points can tell; no terminal is needed."""
    folder = tmp_path / "installed"
    about = folder / "strangers_store-1.dist-info"
    about.mkdir(parents=True)
    (folder / "strangers_store.py").write_text(STRANGER)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers-store\nVersion: 1\n")
    (about / "entry_points.txt").write_text(ENTRY_POINTS)
    return desk.with_(PYTHONPATH=str(folder), FIRM_MEMORY_UNATTENDED_APPROVAL="on")


@pytest.mark.parametrize("store", ["leaking", "broken"])
def test_a_strangers_words_are_never_shown(plugged: Desk, store: str) -> None:
    """Rule: an unexpected error of a part is told by its class, in every command; its message may hold a secret."""
    candidate = plugged.propose("Odd lots are netted.")
    strange = plugged.with_(FIRM_MEMORY_PROVIDER=store)
    approved = strange.script("approve", candidate, "--json")
    assert approved.code == 3
    assert "RuntimeError" in approved.json["error"]
    searched = strange.script("search", "odd lots", "--json")
    assert (searched.code, searched.json["reason"]) == (3, "unavailable")
    looked = strange.script("doctor")
    assert looked.code == 1
    assert "failed unexpectedly (RuntimeError)" in looked.out
    told = "".join(each.out + each.err for each in (approved, searched, looked))
    assert "hunter" not in told
    assert "Traceback" not in told


def test_whatever_else_goes_wrong_is_told_by_class_and_place(capsys: pytest.CaptureFixture[str]) -> None:
    """Rule: a fault of ours ends with 3 and without a traceback; who leaves a question is not in error."""
    with pytest.raises(typer.Exit) as ended, reported(as_json=True):
        raise RuntimeError("hunter-two")
    told = capsys.readouterr()
    assert (ended.value.exit_code, "hunter" in told.out + told.err) == (3, False)
    assert "Failed unexpectedly (RuntimeError at test_strangers.py:" in json.loads(told.out)["error"]
    with pytest.raises(typer.Abort), reported(as_json=True):
        raise typer.Abort
    assert capsys.readouterr() == ("", "")


def test_a_store_that_lacks_a_package_names_it(plugged: Desk) -> None:
    """Rule: a part that is installed incompletely says which package is missing: usage, not a crash."""
    done = plugged.with_(FIRM_MEMORY_PROVIDER="incomplete").script(*FACT)
    assert done.code == 2
    assert "FIRM_MEMORY_PROVIDER=incomplete needs a_package_that_nobody_has" in done.err


@pytest.mark.parametrize(
    ("package", "variables", "said"),
    [
        ("psycopg", {"FIRM_MEM0_PG_DSN": "postgresql://db/x"}, "Run pip install 'firm-memory[pgvector]'"),
        (
            "mem0",
            {"FIRM_MEM0_PG_DSN": "postgresql://db/x", "FIRM_MEMORY_CANDIDATES_PATH": ":memory:"},
            "firm-memory[mem0",
        ),
    ],
)
def test_a_missing_extra_names_what_to_install(desk: Desk, package: str, variables: dict[str, str], said: str) -> None:
    """Rule: the default store on a bare installation says which extra to install; reads stay labelled `config`."""
    script = (
        "import sys; sys.modules[sys.argv[1]] = None  # None there means: not to be found\n"
        "from firm_memory import FirmMemory, MemoryScope\n"
        "memory = FirmMemory.from_env(); memory.warm(); print(memory.search('odd lots').reason.value)\n"
        "try: memory.container.store().deferred.part()\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    environment = {**desk.environment, "FIRM_MEMORY_PROVIDER": "mem0", **variables}
    done = subprocess.run(
        [sys.executable, "-c", script, package], env=environment, capture_output=True, text=True, check=False
    )
    reason, error = done.stdout.splitlines()
    assert (reason, error.split()[0]) == ("config", "ConfigurationError")
    assert package in error
    assert said in error


def test_the_reference_is_written_where_one_stands(tmp_path: Path) -> None:
    """Rule: the documented command writes the table and the example into the current directory."""
    (tmp_path / "docs").mkdir()
    module = "firm_memory.entrypoints.environment.reference"
    subprocess.run([sys.executable, "-m", module], cwd=tmp_path, env={**os.environ}, check=True)
    assert (tmp_path / "docs" / "configuration.md").read_text(encoding="utf-8").startswith("# Configuration\n")
    assert (tmp_path / "config.example.yaml").read_text(encoding="utf-8").startswith("# Copy to config.yaml")
