"""What becomes of the suite without the mcp extra: one skip, which stands for all that needs it."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

# The types' package: a folder named `mcp` in the working directory passes for the other.
MCP_IS_HERE: Final = importlib.util.find_spec("mcp_types") is not None
# The modules that import the SDK as they are loaded; tests/architecture sees to it that no other does.
SDK_SPEAKERS: Final = ("tests/mcp/test_eras.py", "tests/mcp/test_handshake.py")
WITHOUT_IT: Final = "the mcp extra is not installed; this skip stands for {} tests and modules that need it"


@pytest.fixture(scope="session")
def mcp_extra() -> None:
    """What every test asks for, itself or by a fixture, that starts an MCP server or a client of one."""


class _Unloaded(pytest.Module):
    """A module that cannot be loaded, and is one thing in need of the extra."""

    def collect(self) -> Iterator[pytest.Item]:
        yield _InNeed.from_parent(self, name=self.path.stem)


class _InNeed(pytest.Item):
    fixturenames = ("mcp_extra",)

    def runtest(self) -> None:
        """Load the module after all, which tells what is missing."""
        importlib.import_module(".".join(self.path.relative_to(self.config.rootpath).with_suffix("").parts))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.name


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """Without the extra, who speaks with the SDK is not loaded."""
    speakers = {parent.config.rootpath / name for name in SDK_SPEAKERS}
    if MCP_IS_HERE or module_path not in speakers:
        return None
    unloaded: pytest.Module = _Unloaded.from_parent(parent, path=module_path)
    return unloaded


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without the extra one item is skipped on behalf of all that need it, and the others are left out.

    Last, so that the one is among those that the run asks for.
    """
    if MCP_IS_HERE:
        return
    in_need = [item for item in items if "mcp_extra" in getattr(item, "fixturenames", ())]
    for first in in_need[:1]:
        first.add_marker(pytest.mark.skip(reason=WITHOUT_IT.format(len(in_need))))
        items[:] = [item for item in items if item is first or item not in in_need]
        config.hook.pytest_deselected(items=in_need[1:])
