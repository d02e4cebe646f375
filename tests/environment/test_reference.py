"""The documentation of the settings, which is written by the settings."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
import yaml

from firm_memory.entrypoints.environment import reference
from firm_memory.entrypoints.environment.reading import read_settings
from firm_memory.entrypoints.environment.settings import SETTINGS, RepoEntry

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("path", "rendered"),
    [("docs/configuration.md", reference.markdown), ("config.example.yaml", reference.example)],
)
def test_what_is_committed_is_what_the_settings_say(path: str, rendered: object) -> None:
    """Rule: the table and the example are generated; `python -m firm_memory.entrypoints.environment.reference` does."""
    assert callable(rendered)
    assert (ROOT / path).read_text(encoding="utf-8") == rendered()


def test_the_example_holds_every_key_and_uncommented_it_gives_the_defaults(tmp_path: Path) -> None:
    """Rule: whoever copies the example and uncomments a line gets what stands there, which is the default."""
    lines = [line.removeprefix("# ") for line in reference.example().splitlines()]
    text = "\n".join(line for line in lines if line.split(":")[0] in {field.name for field in SETTINGS})
    assert set(yaml.safe_load(text)) == {field.name for field in SETTINGS}
    (tmp_path / "config.yaml").write_text(text)
    found = read_settings({"FIRM_MEMORY_CONFIG": str(tmp_path / "config.yaml"), "HOME": "/home/mira"})
    default = read_settings({"HOME": "/home/mira"})
    assert found.problems == ()
    assert attrs.evolve(found.settings, home=default.settings.home) == default.settings


def test_the_example_shows_how_repositories_are_written(tmp_path: Path) -> None:
    """Rule: the form of `repos` in the example is the one that is read."""
    lines = reference.example().splitlines()
    text = "\n".join(line.removeprefix("# ").removeprefix("#") for line in lines[lines.index("# repos:") :])
    (tmp_path / "config.yaml").write_text(text)
    found = read_settings({"FIRM_MEMORY_HOME": str(tmp_path)})
    assert found.settings.repos == {"quant/oms": RepoEntry(aliases=("oms",), domains=("execution",))}
