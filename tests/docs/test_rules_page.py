"""The product owners' page: `make rules`, played on a small set of rules of its own."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import attrs
import pytest

from firm_memory.features.rules_page import main, page, verdict_on
from firm_memory.features.verdicts import ExampleVerdict, Verdicts

FEATURE = """Feature: Tea <breaks>
  Why tea is made so.

  @rule.tea.warm
  Rule: The pot is warmed & dried first

    Example: A cold pot
      Given a cold pot
      When tea is made
      And it is "tasted"
      Then it is refused

    Example: A warm pot
      Given a warm pot
      When tea is made

  @rule.tea.milk
  Rule: Milk comes last

    Example: Milk first
      When milk comes first
"""
STEPS = """
from pytest_bdd import given, scenarios, then, when

scenarios("tea.feature")

@given("a cold pot")
@given("a warm pot")
@when("tea is made")
@when('it is "tasted"')
@then("it is refused")
def _nothing():
    pass

@when("milk comes first")
def _broken():
    raise AssertionError
"""


class _Sections(HTMLParser):
    """The classes of every section, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.classes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "section":
            self.classes.append(dict(attrs)["class"] or "")


@pytest.fixture
def tea(tmp_path: Path) -> Path:
    """A folder with one feature and a run of it whose second rule is broken."""
    (tmp_path / "tea.feature").write_text(FEATURE, encoding="utf-8")
    (tmp_path / "test_tea.py").write_text(STEPS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nbdd_features_base_dir = .\n", encoding="utf-8")
    run = [sys.executable, "-m", "pytest", "-q", "-p", "firm_memory.features.verdicts", "--verdicts=out/verdicts.json"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    return tmp_path


def test_the_page_tells_what_the_last_run_showed(tea: Path) -> None:
    """Rule: a rule holds when all its Examples passed in the last run, and is broken when one failed."""
    verdicts = Verdicts.read(tea / "out/verdicts.json")
    shown = page(tea, verdicts)
    sections = _Sections()
    sections.feed(shown)
    assert sections.classes == ["rule holds", "rule broken"]
    assert "The pot is warmed &amp; dried first" in shown
    assert "Tea &lt;breaks&gt;" in shown
    assert "2 rules: 1 holds, 1 broken" in shown
    assert f"{verdicts.ended_at:%Y-%m-%d %H:%M} UTC" in shown


def test_the_page_needs_nothing_from_outside(tea: Path) -> None:
    """Rule: no script, no address: the page can be mailed."""
    shown = page(tea, Verdicts.read(tea / "out/verdicts.json"))
    assert "<script" not in shown
    assert "://" not in shown


def test_a_rule_that_was_not_run_does_not_hold(tea: Path) -> None:
    """Rule: silence is not success: an Example without a verdict leaves its rule open."""
    sections = _Sections()
    sections.feed(page(tea, Verdicts(ended_at=datetime(2026, 1, 2, tzinfo=UTC), verdicts=())))
    assert sections.classes == ["rule not-run", "rule not-run"]


def test_a_skipped_or_partly_broken_rule_does_not_hold() -> None:
    """Rule: one broken place breaks a rule; one that was not run leaves it open."""
    assert verdict_on(["holds", "broken", "not run"]) == "broken"
    assert verdict_on(["holds", "not run"]) == "not run"
    assert verdict_on(["holds", "holds"]) == "holds"
    assert verdict_on([]) == "not run"


def test_the_command_says_by_its_exit_code_whether_all_rules_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rule: 0 when every Example passed, 1 when one did not or none was run, 2 on wrong usage."""
    passed = ExampleVerdict(feature="tiers.feature", example="x", place="p", outcome="passed")
    written, target = tmp_path / "v.json", tmp_path / "rules.html"
    for verdicts, code in (((passed,), 0), ((), 1), ((passed, attrs.evolve(passed, outcome="skipped")), 1)):
        Verdicts(ended_at=datetime(2026, 1, 2, tzinfo=UTC), verdicts=verdicts).write(written)
        assert main([str(written), str(target)]) == code
    assert target.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err
