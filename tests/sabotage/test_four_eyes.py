"""Sabotage: with the four-eyes check taken out, the firm's rules must fail. A rule that nothing pins is no rule."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import firm_memory

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = Path(firm_memory.__file__).parent
APPROVE: Final = "firm_memory.application.approve"
DUPLICATE: Final = "firm_memory.application.reject_duplicate"
# The Examples of `@rule.gate.four_eyes` that somebody is kept out by, and whose path each takes.
KEPT_OUT: Final = {
    "test_ones_own_proposal": APPROVE,
    "test_ones_own_proposal_in_other_words": APPROVE,
    "test_ones_own_name_written_otherwise": APPROVE,
    "test_what_an_agent_proposed_on_ones_behalf": APPROVE,
    "test_ones_own_replacement_of_a_memory": APPROVE,
    "test_ones_own_proposal_as_a_duplicate": DUPLICATE,
}


def _failures(sabotaged: str) -> tuple[int, set[str]]:
    """How the Examples of four eyes end with the check taken out there: exit code, and who failed."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.sabotage.without_four_eyes"),
            *("-k", "memory-on-in-process and (ones_own or ones_behalf or somebody_elses)"),
            "features/test_approval_gate.py",
        ],
        cwd=ROOT,
        env={**os.environ, "SABOTAGED": sabotaged, "PYTHONPATH": str(ROOT), "COVERAGE_PROCESS_START": ""},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert "error" not in done.stdout.splitlines()[-1], done.stdout
    return done.returncode, set(re.findall(r"^FAILED \S+::(\w+)\[", done.stdout, re.MULTILINE))


@pytest.mark.parametrize("sabotaged", ["everywhere", APPROVE, DUPLICATE])
def test_the_suite_fails_where_the_check_is_taken_out(sabotaged: str) -> None:
    """Rule: the one check is pinned on every path: exactly the Examples of the sabotaged paths fail."""
    code, failed = _failures(sabotaged)
    expected = {name for name, place in KEPT_OUT.items() if sabotaged in ("everywhere", place)}
    assert (code, failed) == (1, expected)


def _names(path: Path) -> set[str]:
    """The names that a module uses, attributes by their last part."""
    tree = ast.walk(ast.parse(path.read_text()))
    return {
        each.attr if isinstance(each, ast.Attribute) else each.id
        for each in tree
        if isinstance(each, ast.Attribute | ast.Name)
    }


def test_no_other_path_leads_to_an_approval() -> None:
    """Rule: approvals are written in one place, and that place asks the one check."""
    uses = {
        path.relative_to(ROOMS): _names(path)
        for room in ("application", "entrypoints")
        for path in (ROOMS / room).rglob("*.py")
    }
    writers = {str(path) for path, names in uses.items() if {"EventKind", "APPROVED", "write"} <= names}
    assert writers == {"application/approve.py"}
    checked = {str(path) for path, names in uses.items() if "require_four_eyes" in names}
    assert checked == {"application/approve.py", "application/reject_duplicate.py"}
