"""Keeps what became of every Example: a pytest plugin (`-p firm_memory.features.verdicts --verdicts=FILE`).

The file is one JSON document: when the run ended, and a list of verdicts. `firm_memory.features.rules_page` makes
the product owners' page of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, cast

import attrs
import pytest
from pytest_bdd.scenario import scenario_wrapper_template_registry

_MARK: Final = "example"


@attrs.frozen(kw_only=True)
class ExampleVerdict:
    """What became of one Example in one place: `passed`, `failed` or `skipped`."""

    feature: str
    example: str
    place: str
    outcome: str


@attrs.frozen(kw_only=True)
class Verdicts:
    """The verdicts of one run, and when it ended."""

    ended_at: datetime
    verdicts: tuple[ExampleVerdict, ...]

    @classmethod
    def read(cls, path: Path) -> Verdicts:
        """The verdicts that a run wrote. Raises `OSError`, `ValueError` and `KeyError` for anything else."""
        wire = json.loads(path.read_text(encoding="utf-8"))
        return cls(
            ended_at=datetime.fromisoformat(wire["ended_at"]),
            verdicts=tuple(ExampleVerdict(**each) for each in wire["verdicts"]),
        )

    def write(self, path: Path) -> None:
        """Write them; the folder is made."""
        path.parent.mkdir(parents=True, exist_ok=True)
        wire = {"ended_at": self.ended_at.isoformat(), "verdicts": [attrs.asdict(each) for each in self.verdicts]}
        path.write_text(json.dumps(wire, ensure_ascii=False, indent=1), encoding="utf-8")


class Keeper:
    """Listens to the reports of a run. A test that fails in its set-up or tear-down has failed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept: dict[str, ExampleVerdict] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the verdict of an Example; the gravest of its phases counts."""
        named = cast("Mapping[str, str] | None", dict(report.user_properties).get(_MARK))
        before = self._kept.get(report.nodeid)
        if named is None or (before is not None and before.outcome != "passed"):
            return
        self._kept[report.nodeid] = ExampleVerdict(**named, outcome=report.outcome)

    def pytest_sessionfinish(self) -> None:
        """Write the file."""
        Verdicts(ended_at=datetime.now(UTC), verdicts=tuple(self._kept.values())).write(self._path)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that turns it on."""
    parser.addoption("--verdicts", metavar="FILE", help="write what became of every Example into FILE, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    """Listen where the reports of all workers arrive."""
    path = config.getoption("verdicts", default=None)
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Keeper(Path(path)), "verdicts-keeper")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let every Example say what it is, so that its report does, whichever process makes it."""
    for item in items:
        test = item if isinstance(item, pytest.Function) else None
        template = scenario_wrapper_template_registry.get(test.function) if test else None
        if test and template:
            place = test.callspec.params.get("place", "") if hasattr(test, "callspec") else ""
            named = {"feature": Path(template.feature.filename).name, "example": template.name, "place": str(place)}
            item.user_properties.append((_MARK, named))
