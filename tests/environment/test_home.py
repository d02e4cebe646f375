"""Where the home is, which decides where everything else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from firm_memory.entrypoints.environment.reading import read_settings


@pytest.mark.parametrize(
    ("variables", "home"),
    [
        ({"FIRM_MEMORY_HOME": "/srv/m", "XDG_DATA_HOME": "/data", "HOME": "/home/mira"}, "/srv/m"),
        ({"XDG_DATA_HOME": "/data", "HOME": "/home/mira"}, "/data/firm-memory"),
        ({"XDG_DATA_HOME": "relative", "HOME": "/home/mira"}, "/home/mira/.local/share/firm-memory"),
        ({"XDG_DATA_HOME": "", "HOME": "/home/mira"}, "/home/mira/.local/share/firm-memory"),
    ],
)
def test_the_home_follows_the_environment_that_is_read(variables: dict[str, str], home: str) -> None:
    """Rule: FIRM_MEMORY_HOME, else $XDG_DATA_HOME/firm-memory, else below HOME; a relative XDG_DATA_HOME is ignored."""
    found = read_settings(variables)
    assert found.settings.home == Path(home)
    assert found.config_file == Path(home) / "config.yaml"
    assert found.problems == ()


def test_a_relative_home_is_the_same_one_wherever_the_process_goes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: a relative path is taken from where the process stands when it reads it, once."""
    monkeypatch.chdir(tmp_path)
    assert read_settings({"FIRM_MEMORY_HOME": "memory"}).settings.home == tmp_path / "memory"


def test_without_any_home_the_variable_to_set_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule: a user without a home directory is told to set FIRM_MEMORY_HOME; nothing raises."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)  # as it is for a uid that passwd does not know
    [problem] = read_settings({}).problems
    assert "FIRM_MEMORY_HOME required" in str(problem)
    assert read_settings({"FIRM_MEMORY_HOME": "/srv/m"}).problems == ()


def test_a_home_that_is_no_path_falls_back_to_no_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Rule: where FIRM_MEMORY_HOME is misread, no configuration file of another home is obeyed."""
    other = tmp_path / "firm-memory"
    other.mkdir()
    (other / "config.yaml").write_text("limit: 9\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    found = read_settings({"FIRM_MEMORY_HOME": "~nobody-of-that-name", "XDG_DATA_HOME": str(tmp_path)})
    assert [str(each).split()[0] for each in found.problems] == ["FIRM_MEMORY_HOME"]
    assert found.settings.limit == 5
