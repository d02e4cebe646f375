"""The only door to mem0: it is imported silent, without telemetry, and writes nowhere but where it is told."""

from __future__ import annotations

import importlib
import logging
import os
import sys
import threading
from pathlib import Path
from types import ModuleType
from typing import Final

from firm_memory.domain.errors import ConfigurationError

_LOCK: Final = threading.Lock()
_SILENT: Final = logging.CRITICAL + 1  # mem0's INFO lines carry the text of memories


def settle(mem0_dir: Path) -> None:
    """Import mem0 (some seconds, the first time), with telemetry off and its directory at `mem0_dir`.

    Where the host program imported mem0 before, its telemetry setting stands: it is the host's own.
    Raises `ConfigurationError` when the directory cannot be made or mem0 is not installed.
    """
    with _LOCK:
        if "mem0" not in sys.modules:
            os.environ["MEM0_TELEMETRY"] = "False"
            os.environ["MEM0_DIR"] = str(mem0_dir)
            _import(mem0_dir)
        _silence()


def part(name: str) -> ModuleType:
    """The module `name` of a mem0 that `settle` has imported. Raises `ConfigurationError` before that."""
    if "mem0" not in sys.modules:
        raise ConfigurationError("mem0 is imported through quiet.settle only, which tells it to stay silent.")
    return importlib.import_module(name)


def _import(mem0_dir: Path) -> None:
    try:
        mem0_dir.mkdir(parents=True, exist_ok=True)
        importlib.import_module("mem0")
    except OSError as error:
        raise ConfigurationError(
            f"{mem0_dir} cannot be written ({error.strerror}). Set FIRM_MEMORY_HOME to a directory of yours."
        ) from error
    except ImportError as error:
        raise ConfigurationError(
            f"The provider mem0 needs a package that is missing: {error.name}. Install firm-memory[mem0,pgvector]."
        ) from error


def _silence() -> None:
    logger = logging.getLogger("mem0")
    logger.setLevel(_SILENT)
    logger.propagate = False
    # mem0 would otherwise download a language model when somebody's spaCy lacks one.
    models = part("mem0.utils.spacy_models")
    for switch in ("_load_failed_full", "_load_failed_lemma"):
        setattr(models, switch, True)
