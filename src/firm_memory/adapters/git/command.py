"""Asking git, safely: a checkout is a stranger's, and so is its configuration."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import attrs

TIMEOUT_SECONDS: Final = 5.0
# Variables that git hooks and wrappers set would point git at another repository, or make it write traces.
_KEPT_PREFIXES: Final = ("GIT_CONFIG", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM")
# Nothing a repository configures is run: no monitor, no hook, no pager, no prompt, no helper.
_SAFE_OPTIONS: Final = ("--no-pager", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
_SAFE_ENVIRONMENT: Final = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
    "LC_ALL": "C",
}
_FATAL: Final = 128


class GitFailed(Exception):
    """Git could not be asked, or refused to look; the message is fit to show and holds no output of git."""


@attrs.frozen(kw_only=True)
class GitCommand:
    """Runs read-only git commands in one directory."""

    directory: Path
    environment: Mapping[str, str]

    def ask(self, *arguments: str) -> str | None:
        """What git prints, less its last line break; None where it answers no (no such value, no repository).

        Bytes that are not UTF-8 become U+FFFD. Raises `GitFailed` when git is missing, hangs, cannot
        read the repository, or distrusts its owner.
        """
        answer = self.ask_bytes(*arguments)
        return None if answer is None else answer.decode("utf-8", "replace")

    def ask_bytes(self, *arguments: str) -> bytes | None:
        """The same, undecoded: for paths that are opened afterwards."""
        try:
            run = subprocess.run(
                ["git", *_SAFE_OPTIONS, *arguments],
                cwd=self.directory,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=TIMEOUT_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise GitFailed(f"git did not answer within {TIMEOUT_SECONDS:.0f} seconds") from None
        except OSError:
            raise GitFailed("git could not be started here; is it installed and is the directory readable?") from None
        if run.returncode == 0:
            return run.stdout.removesuffix(b"\n")
        if b"dubious ownership" in run.stderr:
            raise GitFailed("git distrusts this repository, because it belongs to another user (safe.directory)")
        if run.returncode == _FATAL and b"not a git repository" not in run.stderr:
            raise GitFailed("git cannot read this repository; run git status to see why")
        return None

    def _environment(self) -> dict[str, str]:
        kept = {
            name: value
            for name, value in self.environment.items()
            if not name.startswith("GIT_") or name.startswith(_KEPT_PREFIXES)
        }
        return kept | _SAFE_ENVIRONMENT
