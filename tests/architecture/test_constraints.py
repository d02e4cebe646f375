import re
import tomllib

from tests.architecture.house import ROOT

CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8")
PINNED = re.findall(r"^([a-z0-9][a-z0-9._-]*)==(\S+)(.*(?:\n {4}--hash=.*)*)", CONSTRAINTS, re.MULTILINE)


def test_every_version_is_pinned_and_hashed() -> None:
    """Two installs a year apart get the same bytes, or fail."""
    requirements = [line for line in CONSTRAINTS.splitlines() if line and line[0] not in "# "]
    assert len(requirements) == len(PINNED) > 0
    assert [name for name, _, rest in PINNED if "--hash=sha256:" not in rest] == []


def test_the_constraints_name_no_address() -> None:
    """Whoever installs decides where packages come from."""
    assert re.findall(r"\w+://\S*|^\s*--(?!hash=)\S+", CONSTRAINTS, re.MULTILINE) == []


def test_the_constraints_bring_no_torch() -> None:
    """The default embedder runs on ONNX Runtime; gigabytes of torch would come only by accident (ADR 5)."""
    names = {name for name, _, _ in PINNED}
    heavy = {name for name in names if name.startswith("nvidia-")} | (names & {"torch", "triton", "tensorflow"})
    assert heavy == set()


def test_the_constraints_cover_everything_that_the_project_asks_for() -> None:
    """A requirement that is added without `make lock` would be missing from every environment."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *(each for extra in project["optional-dependencies"].values() for each in extra)]
    names = {re.split(r"[\[<>=!~; ]", requirement)[0].lower() for requirement in asked} - {"firm-memory"}
    assert names - {name for name, _, _ in PINNED} == set()
