"""The README: every command in it runs, in its order, on a fresh machine; every link leads somewhere."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.desk import PATIENCE, Desk, bare_environment

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = tuple(
    line.removeprefix("$ ")
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
)
DOCUMENTS = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")
INLINE = re.compile(r"`(firm-memory [a-z][^`]*)`")


@pytest.fixture
def fresh() -> Iterator[Desk]:
    """A fresh machine's user in a checkout: no configuration, the commands on the path as `activate` puts them."""
    place = Path(tempfile.mkdtemp(prefix="fm-readme-"))  # short: the server's socket must fit
    place.chmod(0o711)
    (place / "user").mkdir()
    environment = bare_environment(place / "user") | {"XDG_DATA_HOME": str(place)}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    desk = Desk(place=place, environment=environment)
    yield desk
    desk.run("down")
    shutil.rmtree(place)


def test_the_readmes_commands_are_known_here() -> None:
    """Rule: no command stands in the README that these tests do not run."""
    assert [line.split()[0] for line in COMMANDS] == ["make", "make", ".", *["firm-memory"] * 5, "make"]
    assert [line for line in COMMANDS if line.startswith("make")] == ["make demo", "make install", "make test"]
    assert ". .venv/bin/activate" in COMMANDS


@pytest.mark.parametrize("target", [line.split()[1] for line in COMMANDS if line.startswith("make")])
def test_a_make_target_is_there(target: str) -> None:
    """Rule: make knows each target that the README names, and what it would do."""
    done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, bool(done.stdout)) == (0, True), done.stderr


def test_ten_minutes_to_the_first_approved_memory(fresh: Desk) -> None:
    """Rule: the README's commands run as they stand, one after another; `review` asks at a terminal, and yes is enough.

    The last one recalls what was approved, with its source.
    """
    outputs: dict[str, str] = {}
    for line in (each for each in COMMANDS if each.startswith("firm-memory")):
        words = shlex.split(line)[1:]
        if words == ["review"]:
            with fresh.sit_down("review") as terminal:
                for answer in ("y", "a"):
                    terminal.sees(": " if answer == "a" else "[y/N]: ")
                    terminal.types(answer)
                assert terminal.leaves() == 0
                outputs["review"] = terminal.seen
            continue
        done = fresh.script(*words)
        assert done.code == 0, (line, done)
        outputs[words[0]] = done.out
    assert "firm-memory is up" in outputs["up"]
    assert "Odd lots go through the netting queue" in outputs["pending"]
    assert "approved " in outputs["review"]
    assert re.match(r"\d\.\d\d  Odd lots go through the netting queue", outputs["search"])
    assert "source mr-310" in outputs["search"]


@pytest.mark.parametrize("line", sorted(set(INLINE.findall(README))))
def test_a_command_that_is_mentioned_exists(fresh: Desk, line: str) -> None:
    """Rule: commands named in passing exist, with those options and arguments."""
    words = shlex.split(line)[1:]
    known = [word for word in words if not word.startswith("-")]
    help_ = fresh.run(*known[: 2 if known[0] == "ledger" else 1], "--help")
    assert help_.code == 0
    assert all(word in help_.out for word in words if word.startswith("-"))


def test_the_environment_is_the_one_that_is_activated() -> None:
    """Rule: the README's way into the environment leads to the scripts under test."""
    script = ". .venv/bin/activate && command -v firm-memory"
    if not (ROOT / ".venv").exists():
        pytest.skip("the suite runs in an environment that make install did not make")
    done = subprocess.run(["/bin/sh", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == str(ROOT / ".venv" / "bin" / "firm-memory")


@pytest.mark.usefixtures("mcp_extra")
def test_the_demo_plays(fresh: Desk) -> None:
    """Rule: the demo plays the whole main job, checks every step, exits 0 and leaves nothing running."""
    done = subprocess.run(
        [sys.executable, ROOT / "demo" / "main_job.py"],
        cwd=fresh.place,
        env={**fresh.environment, "TMPDIR": str(fresh.place)},
        capture_output=True,
        text=True,
        timeout=PATIENCE * 4,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "✗" not in done.stdout
    assert done.stdout.endswith("Done. Nothing is left running.\n")
    assert list(fresh.place.glob("firm-memory-demo-*")) == []
    assert [each for each in Path("/proc").glob("[0-9]*") if _works_in(each, fresh.place)] == []


def _works_in(process: Path, place: Path) -> bool:
    try:
        return str(place) in (process / "cmdline").read_bytes().decode(errors="replace")
    except OSError:  # it has just ended
        return False


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: str(each.relative_to(ROOT)))
def test_links_lead_to_files(document: Path) -> None:
    """Rule: a relative link in the documentation leads to something in the repository."""
    for target in LINK.findall(document.read_text(encoding="utf-8")):
        path, _, _ = target.partition("#")
        if path and "://" not in path:
            assert (document.parent / path).exists(), target


def test_every_adr_is_listed_by_its_number() -> None:
    """Rule: decisions are numbered without gaps, and every mention of one in the README is of one that exists."""
    numbers = [int(path.name[:3]) for path in sorted((ROOT / "docs" / "adr").glob("*.md"))]
    assert numbers == list(range(1, len(numbers) + 1))
    assert {int(number) for number in re.findall(r"ADR (\d+)", README)} <= set(numbers)
