"""Firms that are used through the Python API: quick ones in files, and real ones on Postgres."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from firm_memory import FirmMemory
from tests.oms import oms_checkout

Opening = Callable[..., FirmMemory]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A git checkout of the repository `quant/oms`, in the folder `oms`."""
    return oms_checkout(tmp_path)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A home of its own, the store in this process, records in files, no model."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "FIRM_MEMORY_HOME": str(tmp_path / "home"),
        "FIRM_MEMORY_PROVIDER": "memory",
        "FIRM_MEMORY_EMBEDDER": "lexical",
        "FIRM_MEMORY_PRINCIPAL": "mira",
        "FIRM_MEMORY_TIMEOUT_SECONDS": "30",  # tests wait for answers, and never assert how long
    }


@pytest.fixture
def opened(environment: Mapping[str, str], checkout: Path) -> Iterator[Opening]:
    """Opens memories of the checkout, with what a test changes of the environment, and closes them after the test."""
    with ExitStack() as memories:

        def open_memory(directory: Path = checkout, **changes: str) -> FirmMemory:
            return memories.enter_context(FirmMemory.from_env({**environment, **changes}, directory))

        yield open_memory


@pytest.fixture
def memory(opened: Opening) -> FirmMemory:
    """The memory as seen from the checkout."""
    return opened()
