"""Every committed case is a test named by its id, and every test here is a committed case."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import attrs

from tests.cases.notation import DATA, cases, resolved

# What has no test yet, because the part that it speaks of does not exist.
LATER: Final = dict[str, str]()
# What is tested on the parts that exist; its docstring names those that come later.
IN_PART: Final = {
    "bug-approval-01": "HTTP",
    "bug-concurrency-05": "Qdrant",
    "bug-egress-03": "Qdrant",
    "bug-egress-05": "Qdrant",
    "bug-filters-07": "export",
    "bug-injection-07": "export",
    "bug-ranking-01": "Qdrant",
    "bug-ranking-03": "the reranker",
    "bug-scope-01": "export",
    "bug-secrets-10": "export",
    "bug-stdio-01": "Qdrant",
    "bug-stdio-03": "the reranker",
}
_NAMED: Final = re.compile(r"test_(?P<id>bug_[a-z_]+?_\d\d)(?=_)")


@attrs.frozen(kw_only=True)
class Trial:
    """A test of a case: the id that its name gives, where it stands, and what it says of itself."""

    case: str
    module: str
    says: str


@cache
def trials() -> tuple[Trial, ...]:
    """Every test of a case."""
    return tuple(trial for path in sorted(Path(__file__).parent.glob("test_*.py")) for trial in _trials(path))


def _trials(path: Path) -> Iterator[Trial]:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        named = _NAMED.match(node.name) if isinstance(node, ast.FunctionDef) else None
        if isinstance(node, ast.FunctionDef) and named:
            yield Trial(case=named["id"].replace("_", "-"), module=path.stem, says=ast.get_docstring(node) or "")


def test_every_case_has_a_test_and_every_test_a_case() -> None:
    """Rule: the table and the tests name the same ids, save for those whose parts come later."""
    assert len(cases()) == 155
    assert {trial.case for trial in trials()} == cases().keys() - LATER.keys()
    assert LATER.keys() <= cases().keys()


def test_a_case_is_tested_in_the_module_of_its_kind() -> None:
    """Rule: one module a kind."""
    kinds = {case.kind for case in cases().values()}
    assert {trial.module for trial in trials()} == {f"test_{kind.replace('-', '_')}" for kind in kinds}
    for trial in trials():
        assert trial.module == f"test_{cases()[trial.case].kind.replace('-', '_')}"


def test_what_a_case_still_lacks_is_said_by_its_test_and_in_the_table() -> None:
    """Rule: a test of only a part of its case names the rest in its docstring, and stands in the table above."""
    lacking = {trial.case for trial in trials() if re.search(r"with (?:a )?later parts?", trial.says)}
    assert lacking == IN_PART.keys()


def test_the_notation_is_resolved_in_every_input() -> None:
    """Rule: what a test is given is the text or the bytes that the case means; the file keeps secrets in parts."""
    assert resolved({"a": [{"$hexrepeat": ["e9", 3]}, {"$cp": [0x202E]}]}) == {"a": [b"\xe9" * 3, "\u202e"]}
    assert not [case.id for case in cases().values() if re.search(r"'\$(?:concat|repeat|cp|hex)", repr(case.input))]
    raw = (DATA / "cases.jsonl").read_text(encoding="utf-8")
    assert "tok-9f2" in raw
    assert "tok-9f2@" not in raw
