import os
import re
import subprocess
import sys
from pathlib import Path

from tests.architecture.house import ROOT, imported_modules, package_modules
from tests.mcp_extra import SDK_SPEAKERS, WITHOUT_IT

SDK = ("mcp", "mcp_types")
# An environment in which the SDK cannot be found, though it is installed.
ABSENT = f"import sys\nsys.modules.update(dict.fromkeys({SDK}))\n"
NEEDS_NONE = "tests/mcp/test_calls.py"
# Speakers, servers in two rooms, and a module beside them that needs neither.
ASKED = (*SDK_SPEAKERS, "tests/mcp/test_leaving.py", "tests/cases/test_mcp_payload.py", NEEDS_NONE)


def _speaks_sdk(path: Path, ours: frozenset[str] = frozenset()) -> bool:
    return any(name.partition(".")[0] in SDK or name in ours for name in imported_modules(path))


def test_no_module_of_tests_but_the_listed_ones_imports_the_sdk() -> None:
    """Without the mcp extra the suite loads: who imports the SDK, or what of ours is made of it, is listed by name."""
    ours = frozenset(
        path.with_suffix("").as_posix().replace("/", ".")
        for path in package_modules()
        if _speaks_sdk(ROOT / "src" / path)
    )
    assert "firm_memory.entrypoints.mcp.server" in ours
    modules = [path for folder in ("tests", "features") for path in sorted((ROOT / folder).rglob("*.py"))]
    assert [path.relative_to(ROOT).as_posix() for path in modules if _speaks_sdk(path, ours)] == sorted(SDK_SPEAKERS)


def test_without_the_extra_one_counted_skip_stands_for_all_that_need_it(tmp_path: Path) -> None:
    """Servers and their clients cost one skip, whose reason tells for how many it stands; all else runs."""
    (tmp_path / "sitecustomize.py").write_text(ABSENT, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-r", "p", "-p", "no:cacheprovider", *ASKED],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(rf"1 x {WITHOUT_IT.format('[0-9]+')}", run.stdout), run.stdout
    assert set(re.findall(r"^PASSED (.+?)::", run.stdout, re.MULTILINE)) == {NEEDS_NONE}
    assert " passed, 1 skipped, " in run.stdout
