"""Settings from the environment: what each word means, and that nothing is guessed."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from firm_memory.entrypoints.cli.app import app
from firm_memory.entrypoints.environment.reading import read_settings
from tests.cases.notation import expected, given


@pytest.mark.parametrize("variable", ["FIRM_MEMORY_AUTO_APPROVE", "FIRM_MEM0_RERANK"])
@pytest.mark.parametrize("word", given("bug-env-01")["values"])
def test_bug_env_01_false_words(word: str, variable: str) -> None:
    """Every way to say no means no; a word that is none of them is refused by name, and never means yes."""
    read = read_settings({variable: word})
    settings = {"FIRM_MEMORY_AUTO_APPROVE": read.settings.auto_approve, "FIRM_MEM0_RERANK": read.settings.rerank}
    if word == "disabled":
        assert [str(problem).partition(" is ")[0] for problem in read.problems] == [variable]
        assert read.settings.auto_approve is expected("bug-env-01")
    else:
        assert not read.problems
        assert settings[variable] is expected("bug-env-01")


def test_bug_env_03_list_with_spaces_empties_and_repeats() -> None:
    """A comma list may hold blanks, empties and repeats; they are dropped."""
    read = read_settings(given("bug-env-03")["env"])
    assert not read.problems
    assert list(read.settings.domains) == expected("bug-env-03")


@pytest.mark.parametrize("value", given("bug-env-04")["values"])
def test_bug_env_04_other_separators_and_quotes(value: str) -> None:
    """Semicolons, quotes and JSON are refused with the expected form; empty means no domains."""
    read = read_settings({"FIRM_MEMORY_DOMAINS": value})
    assert read.settings.domains == ()
    if value:
        [problem] = read.problems
        assert "FIRM_MEMORY_DOMAINS" in str(problem)
        assert "comma list such as execution,mcx" in str(problem)
    else:
        assert not read.problems


@pytest.mark.parametrize("value", given("bug-env-05")["values"])
def test_bug_env_05_timeout_numbers(value: str) -> None:
    """A bounded wait is a finite number above 0, blanks around it do no harm, and empty means the default."""
    read = read_settings({"FIRM_MEMORY_TIMEOUT_SECONDS": value})
    taken = {"": 2.0, " 2.5 ": 2.5}
    if value in taken:
        assert not read.problems
        assert read.settings.timeout_seconds == taken[value]
    else:
        [problem] = read.problems
        assert f"FIRM_MEMORY_TIMEOUT_SECONDS is {value!r}" in str(problem)
        assert "expected a number above 0" in str(problem)
        assert read.settings.timeout_seconds == 2.0


def test_bug_env_07_legacy_names_still_work() -> None:
    """An old deployment behaves as before, and is told which of its names have newer ones.

    The specification differs in one point: FIRM_MEM0_THRESHOLD keeps its meaning, a floor on the raw cosine. It
    stands alone, so the calibrated floor is 0 beside it.
    """
    read = read_settings(given("bug-env-07")["env"])
    assert not read.problems
    assert (read.settings.limit, read.settings.pool_owner) == (7, "desk")
    assert (read.settings.raw_cosine_floor, read.settings.min_score) == (0.5, 0.0)
    assert set(read.legacy) == {"FIRM_MEM0_TOP_K", "FIRM_MEM0_FIRM_OWNER"}


def test_bug_env_09_misspelt_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A start works, and standard error names the unknown variable with the nearest known one."""
    monkeypatch.chdir(tmp_path)
    home = {"FIRM_MEMORY_HOME": str(tmp_path), "FIRM_MEMORY_PROVIDER": "memory"}
    ran = CliRunner().invoke(app, ["pending", "--count"], env={**home, **given("bug-env-09")["env"]})
    assert ran.exit_code == 0
    assert ran.stdout.strip() == "0"
    assert "unknown variable FIRM_MEMORY_TIMEOUT_SECOND; did you mean FIRM_MEMORY_TIMEOUT_SECONDS?" in ran.stderr
