"""Environments of servers under test, in which the trial parts are installed as far as entry points can tell."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

PLUGIN: Final = Path(__file__).parent / "plugin"
ENTRY_POINTS: Final = """
[firm_memory.storage]
filled = trial_parts:filled
noisy = trial_parts:noisy
leaking = trial_parts:leaking
hanging = trial_parts:hanging

[firm_memory.embedder]
cold = trial_parts:cold
chatty = trial_parts:chatty
"""


def installed(folder: Path) -> str:
    """A PYTHONPATH with the trial parts; their description is written to `folder`."""
    description = folder / "trial_parts-1.dist-info"
    description.mkdir()
    (description / "METADATA").write_text("Metadata-Version: 2.1\nName: trial-parts\nVersion: 1\n", encoding="utf-8")
    (description / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    return f"{PLUGIN}{os.pathsep}{folder}"


def server_environment(python_path: str, home: Path, **settings: str) -> dict[str, str]:
    """The environment of a process in the repository `oms` of the domain `execution`.

    Without further settings: the in-process store, records in files under `home`, no model.
    """
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("FIRM_", "PYTHON", "LC_"))}
    return {
        **inherited,
        "PYTHONPATH": python_path,
        "FIRM_MEMORY_HOME": str(home),
        "FIRM_MEMORY_PROVIDER": "memory",
        "FIRM_MEMORY_EMBEDDER": "lexical",
        "FIRM_MEMORY_REPO": "oms",
        "FIRM_MEMORY_DOMAINS": "execution",
        "FIRM_MEMORY_PRINCIPAL": "mira",
        **settings,
    }
