import os
import subprocess
import sys
from pathlib import Path

from tests.architecture.house import ROOT, imported_modules, package_modules
from tests.mcp_extra import SDK_SPEAKERS

SDK = ("mcp", "mcp_types")
# What a run without the extra finds in place of the SDK: nothing.
ABSENT = "import sys\nsys.modules.update(dict.fromkeys(('mcp', 'mcp_types')))\n"


def _speaks_sdk(path: Path, ours: frozenset[str] = frozenset()) -> bool:
    return any(name.partition(".")[0] in SDK or name in ours for name in imported_modules(path))


def test_no_module_of_tests_but_the_listed_ones_imports_the_sdk() -> None:
    """Without the mcp extra the suite loads: who imports the SDK, or what of ours is made of it, is left out by name."""
    ours = frozenset(
        path.with_suffix("").as_posix().replace("/", ".")
        for path in package_modules()
        if _speaks_sdk(ROOT / "src" / path)
    )
    assert "firm_memory.entrypoints.mcp.server" in ours
    modules = [path for folder in ("tests", "features") for path in sorted((ROOT / folder).rglob("*.py"))]
    speakers = [path.relative_to(ROOT).as_posix() for path in modules if _speaks_sdk(path, ours)]
    assert speakers == sorted(SDK_SPEAKERS)


def test_without_the_extra_one_skip_stands_for_all_that_need_it(tmp_path: Path) -> None:
    """Servers and their clients cost one counted skip, whose reason tells how many it stands for; the rest runs."""
    (tmp_path / "sitecustomize.py").write_text(ABSENT, encoding="utf-8")
    asked = ("tests/mcp/test_eras.py", "tests/mcp/test_leaving.py", "tests/cases/test_mcp_args.py", "tests/mcp/test_calls.py")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *asked],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
