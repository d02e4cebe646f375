"""Real git checkouts, in a home of their own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import attrs

from firm_memory.adapters.git.checkout import GitCheckout
from firm_memory.application.ports.checkout import Surroundings

_IDENTITY = {f"GIT_{who}_{what}": "x@x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


@attrs.frozen(kw_only=True)
class Checkouts:
    """Makes checkouts under `place`, which is also the home that git finds its configuration in."""

    place: Path

    @property
    def environment(self) -> dict[str, str]:
        """Where git is found, and nothing of this machine's configuration."""
        return {"PATH": os.environ["PATH"], "HOME": str(self.place), "GIT_CONFIG_NOSYSTEM": "1"}

    def made(self, name: str | bytes, remote: str | bytes | None = None) -> Path:
        """A work tree in a directory of that name, with one commit and perhaps a remote `origin`."""
        directory = self.place / os.fsdecode(name)
        directory.mkdir(parents=True)
        self.git(directory, "init", "--quiet", "--initial-branch=main")
        self.git(directory, "commit", "--quiet", "--allow-empty", "--message=start")
        if remote is not None:
            self.git(directory, "config", "remote.origin.url", remote)
        return directory

    def git(self, directory: Path, *arguments: str | bytes) -> None:
        """Run git there; a failure fails the test."""
        command = ["git", "-c", "protocol.file.allow=always", *arguments]
        environment = {**self.environment, **_IDENTITY}
        subprocess.run(command, cwd=directory, env=environment, check=True, capture_output=True)

    def surroundings(self, directory: Path) -> Surroundings:
        """What a process that was started there knows of its repository."""
        return GitCheckout(directory, self.environment).surroundings()
