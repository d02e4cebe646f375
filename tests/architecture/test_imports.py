import re
import sys
import tomllib
from importlib import metadata

import pytest

from tests.architecture.house import ROOT, imported_modules, package_modules

# Whatever stands here has a line in docs/adr/008.
ALLOWED = {"domain": {"attrs"}, "application": {"attrs", "cattrs"}}
# Distributions whose import name differs (elsewhere the installed metadata tells), and two that are one with another.
DISTRIBUTIONS = {"re2": "google-re2", "mem0": "mem0ai", "psycopg_pool": "psycopg", "pydantic_core": "pydantic"}


def _outside(room: str) -> dict[str, set[str]]:
    """Top-level packages from outside the standard library and ourselves, by the modules that import them."""
    found: dict[str, set[str]] = {}
    for path in package_modules():
        if path.as_posix().startswith(f"firm_memory/{room}"):
            for name in imported_modules(ROOT / "src" / path):
                top = name.partition(".")[0]
                if top not in sys.stdlib_module_names and top not in {"firm_memory", "__future__"}:
                    found.setdefault(top, set()).add(path.as_posix())
    return found


@pytest.mark.parametrize("room", sorted(ALLOWED))
def test_the_inner_rooms_import_nothing_but_what_is_listed(room: str) -> None:
    """The domain is pure, and the application knows no technology: attrs, and cattrs at the written edge."""
    outside = _outside(f"{room}/")
    assert "attrs" in outside
    assert {name: users for name, users in outside.items() if name not in ALLOWED[room]} == {}


def test_every_package_that_we_import_is_one_that_we_ask_for() -> None:
    """A package that comes along with another one today may stay away tomorrow."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *(each for extra in project["optional-dependencies"].values() for each in extra)]
    names = {_normal(re.split(r"[\[<>=!~; ]", requirement)[0]) for requirement in asked}
    provided = metadata.packages_distributions()
    unasked = {}
    for top, users in _outside("").items():
        distributions = {_normal(each) for each in [DISTRIBUTIONS.get(top, top), *provided.get(top, [])]}
        if not distributions & names:
            unasked[top] = users
    assert unasked == {}


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
