"""The configuration file: what it may hold, where it is looked for, and what is said of one that cannot be used."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from firm_memory import FirmMemory
from firm_memory.domain.errors import InvalidScope
from firm_memory.entrypoints.environment.reading import Read, read_settings
from firm_memory.entrypoints.environment.settings import RepoEntry


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of a firm, without a configuration file."""
    return tmp_path


def read(home: Path, text: str | bytes, **variables: str) -> Read:
    """What a configuration file of that text in the home comes to."""
    (home / "config.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_settings({"FIRM_MEMORY_HOME": str(home), **variables})


def test_every_type_of_yaml_is_understood(home: Path) -> None:
    """Rule: numbers, booleans, lists and texts mean what the variable of the same setting would mean."""
    found = read(
        home,
        "limit: 7\nmin_score: 0.4\nauto_approve: yes\nrerank: off\ndomains: [Execution, mcx]\ntoolsets: core, task\n"
        "principal: mira\npg_dsn: embedded\n",
    )
    settings = found.settings
    assert found.problems == ()
    assert (settings.limit, settings.min_score, settings.auto_approve, settings.rerank) == (7, 0.4, True, False)
    assert (settings.domains, settings.toolsets) == (("execution", "mcx"), ("core", "task"))
    assert (settings.principal, settings.pg_dsn) == ("mira", "embedded")


def test_the_environment_wins_over_the_file(home: Path) -> None:
    """Rule: environment over file over defaults, a legacy name included; what wins is not checked in the file."""
    assert read(home, "limit: 7\n", FIRM_MEMORY_LIMIT="9").settings.limit == 9
    assert read(home, "limit: 7\n", FIRM_MEM0_TOP_K="8").settings.limit == 8
    assert read(home, "limit: 7\n", FIRM_MEMORY_LIMIT="").settings.limit == 7
    assert read(home, "limit: many\n", FIRM_MEMORY_LIMIT="9").problems == ()


@pytest.mark.parametrize(
    "text", ["", "# nothing\n", "limit:\n", 'limit: ""\ndomains: []\nrepos:\n', "\ufefflimit: 5\n"]
)
def test_what_is_empty_in_the_file_is_unset(home: Path, text: str) -> None:
    """Rule: an empty file, an empty key and an empty list set nothing."""
    found = read(home, text)
    assert found.problems == ()
    assert (found.settings.limit, found.settings.domains) == (5, ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("limt: 7\n", "unknown setting 'limt'. Did you mean limit? Correct or remove it."),
        ("1: 7\n", "unknown setting '1'."),
        ("limit: 7.5\n", "whole number from 1 to 50"),
        ("limit: true\n", "whole number from 1 to 50"),
        ("limit: [7]\n", "limit is not a single value"),
        ("limit: {a: 7}\n", "limit is not a single value"),
        ("principal: 2026-12-01\n", "principal is not a single value"),
        ("domains: [a, {b: c}]\n", "domains holds something that is no name"),
        ("domains: ['a,b']\n", "domains holds something that is no name"),
        ('pg_dsn: ""\n', "it is empty"),
        ("pg_dsn: svc:hunter-two@localhost/x\n", "no Postgres URI"),
        ("- limit\n", "is not a mapping of settings"),
        ("limit\n", "is not a mapping of settings"),
        ("limit: [\n", "is no YAML at line"),
        ("limit: 2026-13-45\n", "cannot be read as YAML (ValueError)"),
        ("a: " + "[" * 5_000, "cannot be read as YAML"),
        (b"principal: \xff\n", "cannot be read as YAML (UnicodeDecodeError)"),
        ("repos: [oms]\n", "repos is not a mapping"),
        ("repos: {oms: [a]}\n", "repos.oms is not a mapping"),
        ("repos: {oms: {alias: [a]}}\n", "repos.oms has no key 'alias'. Did you mean aliases?"),
        ("repos: {oms: {aliases: oms2}}\n", "repos.oms.aliases is not a list"),
        ("repos: {oms: {aliases: [true]}}\n", "repos.oms.aliases holds something that is no name"),
        ("repos: {oms: {domains: ['a,b']}}\n", "without commas"),
        ("repos: {true: {}}\n", "repos holds something that is no name"),
        ("repos: {a/oms: {aliases: [oms]}, b/oms: {aliases: [oms]}}\n", "'oms' names both b/oms and a/oms"),
        ("repos: {a/oms: {aliases: [oms]}, oms: {}}\n", "'oms' names both a/oms and oms"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_place(home: Path, text: str | bytes, said: str) -> None:
    """Rule: a problem names the file, the key and the remedy; no secret of it is shown; nothing raises."""
    found = read(home, text)
    assert len(found.problems) == 1, found.problems
    problem = str(found.problems[0])
    assert said in problem
    assert str(home / "config.yaml") in problem
    assert "hunter" not in problem


def test_one_wrong_key_does_not_hide_another(home: Path) -> None:
    """Rule: every problem of the file is told at once."""
    assert len(read(home, "limt: 7\nlimit: none\nrepos: [a]\n").problems) == 3


def test_repositories_have_aliases_and_domains(home: Path) -> None:
    """Rule: a repository goes by its slug and its aliases, and brings its domains; names are normalised."""
    found = read(home, "repos:\n  Quant/OMS:\n    aliases: [OMS, 7]\n    domains: [Execution]\n  gateway:\n")
    settings = found.settings
    assert settings.repos == {
        "quant/oms": RepoEntry(aliases=("oms", "7"), domains=("execution",)),
        "gateway": RepoEntry(),
    }
    assert [settings.repo_named(name) for name in ("oms", "Quant/OMS.git", "other")] == [
        "quant/oms",
        "quant/oms",
        "other",
    ]
    assert settings.domains_of("quant/oms") == ("execution",)
    with pytest.raises(InvalidScope):
        settings.repo_named(" ")


def test_a_named_file_stands_for_the_one_in_the_home(home: Path, tmp_path: Path) -> None:
    """Rule: FIRM_MEMORY_CONFIG is read instead, and may name the home."""
    named = tmp_path / "named.yaml"
    named.write_text(f"limit: 8\nhome: {tmp_path}/elsewhere\n")
    found = read(home, "limit: 7\n", FIRM_MEMORY_CONFIG=str(named))
    assert (found.settings.limit, found.config_file) == (8, named)
    assert found.settings.home == home  # the environment wins
    assert read_settings({"FIRM_MEMORY_CONFIG": str(named)}).settings.home == tmp_path / "elsewhere"


@pytest.mark.parametrize("name", ["missing.yaml", "", "~nobody-of-that-name/config.yaml"])
def test_a_named_file_that_is_not_there_is_a_problem(home: Path, name: str) -> None:
    """Rule: FIRM_MEMORY_CONFIG must name a file; an empty one is unset; the home's is not taken for it."""
    place = name if name.startswith("~") else str(home / name)
    found = read(home, "limit: 7\n", FIRM_MEMORY_CONFIG=place)
    [problem] = found.problems
    assert "FIRM_MEMORY_CONFIG" in str(problem)
    assert found.settings.limit == 5


@pytest.mark.parametrize("blocked", ["file", "folder"])
def test_a_place_that_cannot_hold_a_file_is_no_crash(home: Path, blocked: str) -> None:
    """Rule: a home that is a file has no configuration; a folder in the file's place is told."""
    place = home / "config.yaml"
    if blocked == "file":
        (home / "file").write_text("")
        assert read_settings({"FIRM_MEMORY_HOME": str(home / "file")}).problems == ()
    else:
        place.mkdir()
        [problem] = read_settings({"FIRM_MEMORY_HOME": str(home)}).problems
        assert str(problem).startswith(f"{place} cannot be read")


@pytest.fixture
def closed_home(request: pytest.FixtureRequest) -> Iterator[Path]:
    """A home with a configuration file, of which the named part is closed to the ordinary user that asks."""
    home = Path(tempfile.mkdtemp(prefix="fm-closed-"))  # not below a folder that only root may enter
    (home / "config.yaml").write_text("limit: 7\n")
    home.chmod(0o755)
    (home / request.param).chmod(0)
    if os.geteuid() == 0:  # root reads what is closed to others
        os.seteuid(65_534)
    yield home
    os.seteuid(os.getuid())
    home.chmod(0o700)
    shutil.rmtree(home)


@pytest.mark.parametrize("closed_home", ["config.yaml", "."], indirect=True)
def test_an_unreadable_file_is_a_problem(closed_home: Path) -> None:
    """Rule: a file that this user may not read is told, with the remedy, and stops no reader."""
    file = closed_home / "config.yaml"
    for name, value in (("FIRM_MEMORY_HOME", closed_home), ("FIRM_MEMORY_CONFIG", file)):
        [problem] = read_settings({name: str(value)}).problems
        assert str(problem).startswith(f"{file} cannot be read (Permission denied)")


def test_a_checkout_configures_nothing(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule: a config.yaml or settings in a checkout are never read: they could redirect the DSN or the model."""
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    subprocess.run(["git", "init", "-q"], cwd=checkout, check=True)
    (checkout / "config.yaml").write_text("limit: 7\npg_dsn: host=evil.example.test dbname=x\n")
    (checkout / ".firm-memory.toml").write_text('pg_dsn = "host=evil.example.test"\nhome = "."\nrepo = "oms"\n')
    monkeypatch.chdir(checkout)
    memory = FirmMemory.from_env({"FIRM_MEMORY_HOME": str(home / "empty"), "PATH": os.environ["PATH"]})
    assert (memory.settings.limit, memory.settings.pg_dsn, memory.standpoint.repo) == (5, None, "oms")
