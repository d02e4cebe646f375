"""Where things stand in the house, for the tests that look at the house itself."""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGE: Final = ROOT / "src" / "firm_memory"
ROOMS: Final = ("adapters", "application", "domain", "entrypoints")


def package_modules() -> tuple[Path, ...]:
    """Every module of the package, the features among them, as a path below `src`."""
    rooms = [*PACKAGE.glob("*.py"), *(ROOT / "features").rglob("*.py")]
    for room in ROOMS:
        rooms += (PACKAGE / room).rglob("*.py")
    return tuple(sorted(_in_package(path) for path in rooms))


def tracked_files() -> tuple[Path, ...]:
    """Every file that is, or would be, committed. Skips the calling test outside a git work tree."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git work tree, so nothing tells which files belong to the repository")
    listing = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        capture_output=True,
        check=True,
        encoding="utf-8",
    ).stdout
    return tuple(path for name in listing.split("\0") if name and (path := ROOT / name).is_file())


def imported_modules(path: Path) -> Iterator[str]:
    """The dotted name of everything that a module imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module


def _in_package(path: Path) -> Path:
    if path.is_relative_to(ROOT / "features"):
        return Path("firm_memory") / path.relative_to(ROOT)
    return path.relative_to(ROOT / "src")
