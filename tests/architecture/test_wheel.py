import shutil
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from tests.architecture.house import PACKAGE, ROOT, package_modules

BUILD = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The names inside the wheel that setuptools builds from a copy of what it needs."""
    pytest.importorskip("setuptools", reason="setuptools, which builds the wheel, comes with the dev extra")
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    ignore = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("src", "features"):
        shutil.copytree(ROOT / name, source / name, symlinks=True, ignore=ignore)
    out = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", BUILD, str(out)], cwd=source, capture_output=True, check=False, text=True
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = out.glob("*.whl")
    return frozenset(zipfile.ZipFile(wheel).namelist())


def test_the_wheel_holds_the_package_and_nothing_else(shipped: frozenset[str]) -> None:
    """Tests, benchmarks and root folders would land in everyone's site-packages."""
    tops = {PurePosixPath(name).parts[0] for name in shipped}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"firm_memory"}


def test_the_wheel_holds_every_module(shipped: frozenset[str]) -> None:
    """An installed package must be able to import whatever the checkout can, the features among it."""
    assert {path.as_posix() for path in package_modules()} - shipped == set()


def test_the_wheel_holds_every_file_that_code_reads(shipped: frozenset[str]) -> None:
    """Features, migrations, page assets and the mark of a typed package are shipped beside the modules."""
    left_out = {".py", ".pyc", ".md"}
    read = {
        (Path("firm_memory") / path.relative_to(top)).as_posix()
        for top, folder in ((PACKAGE, PACKAGE), (ROOT, ROOT / "features"))
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in left_out
    }
    assert "firm_memory/py.typed" in read
    assert read - shipped == set()


def test_the_wheel_names_its_commands_and_its_plug_ins(shipped: frozenset[str]) -> None:
    """Entry points are how commands are found and how storage adapters and embedders are swapped."""
    assert any(name.endswith(".dist-info/entry_points.txt") for name in shipped)
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in shipped)
