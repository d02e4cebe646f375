"""What becomes of the suite without the mcp extra: one skip, which stands for all that needs it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Final

import pytest

# The types' package: a folder named `mcp` in the working directory passes for the other.
MCP_IS_HERE: Final = importlib.util.find_spec("mcp_types") is not None
# The modules that import the SDK as they are loaded; tests/architecture sees to it that no other does.
SDK_SPEAKERS: Final = ("tests/mcp/test_eras.py", "tests/mcp/test_handshake.py")
WITHOUT_IT: Final = "the mcp extra is not installed, which this test and {} others need, and {}"


@pytest.fixture(scope="session")
def mcp_extra() -> None:
    """What every test asks for, itself or by a fixture, that starts an MCP server or a client of one."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Without the extra its speakers cannot even be loaded."""
    speakers = {config.rootpath / name for name in SDK_SPEAKERS}
    return True if not MCP_IS_HERE and collection_path in speakers else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without the extra one test is skipped on behalf of all that need it, and the others are left out.

    Last, so that the one is among those that the run asks for.
    """
    if MCP_IS_HERE:
        return
    in_need = [item for item in items if "mcp_extra" in getattr(item, "fixturenames", ())]
    for first in in_need[:1]:
        first.add_marker(pytest.mark.skip(reason=WITHOUT_IT.format(len(in_need) - 1, " and ".join(SDK_SPEAKERS))))
        items[:] = [item for item in items if item is first or item not in in_need]
        config.hook.pytest_deselected(items=in_need[1:])
