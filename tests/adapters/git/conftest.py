"""Real git repositories in a home of their own."""

import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from firm_memory.adapters.git.checkout import GitCheckout
from firm_memory.application.ports.checkout import Surroundings

Git = Callable[..., None]
Look = Callable[..., Surroundings]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Where git is found, an empty home, and no configuration of the machine."""
    home = tmp_path / "home"
    home.mkdir()
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "protocol.file.allow",
        "GIT_CONFIG_VALUE_0": "always",
    }


@pytest.fixture
def git(environment: Mapping[str, str]) -> Git:
    """Runs git in a directory; a failure fails the test."""
    identity = {
        f"GIT_{who}_{what}": f"{what}@x".lower() for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }

    def run(directory: Path, *arguments: str | bytes) -> None:
        subprocess.run(
            ["git", *arguments], cwd=directory, env={**environment, **identity}, check=True, capture_output=True
        )

    return run


@pytest.fixture
def checkout(tmp_path: Path, git: Git) -> Path:
    """A work tree named `oms`, with one commit and no remote."""
    directory = tmp_path / "work" / "oms"
    directory.mkdir(parents=True)
    git(directory, "init", "--quiet", "--initial-branch=main")
    git(directory, "commit", "--quiet", "--allow-empty", "--message=start")
    return directory


@pytest.fixture
def look(environment: Mapping[str, str]) -> Look:
    """What a checkout is found to be, from a directory, with further variables."""

    def from_there(directory: Path, **further: str) -> Surroundings:
        return GitCheckout(directory, {**environment, **further}).surroundings()

    return from_there
