"""The checkout that most tests stand in."""

from __future__ import annotations

import subprocess
from pathlib import Path


def oms_checkout(place: Path) -> Path:
    """A git checkout of the repository `quant/oms`, in the folder `oms` of `place`."""
    folder = place / "oms"
    folder.mkdir()
    for command in (["init", "-q"], ["remote", "add", "origin", "git@git.example.test:quant/oms.git"]):
        subprocess.run(["git", *command], cwd=folder, check=True)
    return folder
