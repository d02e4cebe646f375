"""Every variable: how it is read, what it is without being set, and what is said of a value that cannot be used."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from firm_memory.domain.errors import ConfigurationError
from firm_memory.domain.principal import FourEyes
from firm_memory.entrypoints.environment.reading import Read, read_settings
from firm_memory.entrypoints.environment.settings import SETTINGS, Settings

URI = "postgresql://mem0:p%40ss@db.internal:5432/mem0"
WORDS = "host=/run/postgresql dbname=mem0 user=mem0"

GIVEN = [
    ("FIRM_MEMORY_PROVIDER", " Memory ", "provider", "memory"),
    ("FIRM_MEMORY_HOME", "/srv/memory", "home", Path("/srv/memory")),
    ("FIRM_MEMORY_LIMIT", "50", "limit", 50),
    ("FIRM_MEM0_TOP_K", "7", "limit", 7),
    ("FIRM_MEMORY_MIN_SCORE", "0.45", "min_score", 0.45),
    ("FIRM_MEM0_THRESHOLD", "0.5", "raw_cosine_floor", 0.5),
    ("FIRM_MEMORY_TIMEOUT_SECONDS", " 2.5 ", "timeout_seconds", 2.5),
    ("FIRM_MEMORY_DOMAINS", " execution, mcx ,,MCX,", "domains", ("execution", "mcx")),
    ("FIRM_MEMORY_REPO", "Quant/OMS.git", "repo", "quant/oms"),
    ("FIRM_MEMORY_REPO", "https://ci:tok-en@git.example.test/quant/oms.git", "repo", "quant/oms"),
    ("FIRM_MEM0_REPO", "oms", "repo", "oms"),
    ("FIRM_MEMORY_CANDIDATES_PATH", "/srv/queue.json", "candidates_path", "/srv/queue.json"),
    ("FIRM_MEMORY_CANDIDATES_PATH", ":memory:", "candidates_path", ":memory:"),
    ("FIRM_MEMORY_CANDIDATES_PATH", URI, "candidates_path", URI),
    ("FIRM_MEMORY_CANDIDATES_PATH", "Embedded", "candidates_path", "embedded"),
    *[("FIRM_MEMORY_AUTO_APPROVE", word, "auto_approve", True) for word in ("on", "1", "TRUE", " yes ", "y")],
    *[("FIRM_MEMORY_AUTO_APPROVE", word, "auto_approve", False) for word in ("off", "0", "False", " no ", "n")],
    ("FIRM_MEMORY_AUTO_APPROVE_THRESHOLD", "1", "auto_approve_threshold", 1.0),
    *[("FIRM_MEMORY_FOUR_EYES", each.value.upper(), "four_eyes", each) for each in FourEyes],
    ("FIRM_MEMORY_TOOLSETS", "Core, task", "toolsets", ("core", "task")),
    ("FIRM_MEMORY_EMBEDDER", " lexical ", "embedder", "lexical"),
    ("FIRM_MEMORY_STALENESS_DAYS", "30", "staleness_days", 30),
    ("FIRM_MEMORY_CONTENT_LIMIT", "16000", "content_limit", 16_000),
    ("FIRM_MEMORY_ACCESS_LOG_DAYS", "30", "access_log_days", 30),
    ("FIRM_MEMORY_PRINCIPAL", " mira@example.test ", "principal", "mira@example.test"),
    ("FIRM_MEMORY_UNATTENDED_APPROVAL", "on", "unattended_approval", True),
    ("FIRM_MEM0_PG_DSN", URI, "pg_dsn", URI),
    ("FIRM_MEM0_PG_DSN", WORDS, "pg_dsn", WORDS),
    ("FIRM_MEM0_PG_DSN", " Embedded ", "pg_dsn", "embedded"),
    ("REMEMBER_DATABASE_URL", "postgresql+asyncpg://u:pw@localhost/x", "pg_dsn", "postgresql://u:pw@localhost/x"),
    ("FIRM_MEMORY_MIGRATE_DSN", URI, "migrate_dsn", URI),
    ("FIRM_MEM0_COLLECTION", "our_firm", "collection", "our_firm"),
    ("FIRM_MEM0_POOL_OWNER", "desk", "pool_owner", "desk"),
    ("FIRM_MEM0_FIRM_OWNER", "desk", "pool_owner", "desk"),
    ("FIRM_MEM0_RERANK", "off", "rerank", False),
]

DEFAULTS = {
    "provider": "mem0",
    "limit": 5,
    "min_score": 0.3,
    "raw_cosine_floor": None,
    "timeout_seconds": 2.0,
    "domains": (),
    "repo": None,
    "candidates_path": None,
    "auto_approve": False,
    "auto_approve_threshold": 0.85,
    "four_eyes": FourEyes.AUTO,
    "toolsets": ("core",),
    "embedder": "minilm",
    "staleness_days": 90,
    "content_limit": 4_000,
    "access_log_days": 365,
    "principal": None,
    "unattended_approval": False,
    "pg_dsn": None,
    "migrate_dsn": None,
    "collection": "mem0_firm",
    "pool_owner": "firm",
    "rerank": True,
}

# What stands third must be in the message, besides the variable.
REFUSED = [
    ("FIRM_MEMORY_HOME", "~nobody-of-that-name/memory", "write it out"),
    *[("FIRM_MEMORY_LIMIT", text, "whole number from 1 to 50") for text in ("0", "51", "-1", "5.0", "5_0", "ten")],
    *[("FIRM_MEMORY_MIN_SCORE", text, "from 0 to 1") for text in ("-0.1", "1.1", "nan", "0,3")],
    ("FIRM_MEM0_THRESHOLD", "2", "from -1 to 1"),
    *[
        ("FIRM_MEMORY_TIMEOUT_SECONDS", text, "above 0 to 3600")
        for text in ("-1", "0", "nan", "inf", "1e400", "2,0", "2.0s", "2_0")
    ],
    *[("FIRM_MEMORY_DOMAINS", text, "comma list") for text in ('"execution";mcx', '["execution","mcx"]')],
    ("FIRM_MEMORY_DOMAINS", ",".join(f"d{number}" for number in range(65)), "at most 64"),
    ("FIRM_MEMORY_REPO", "a,b", "without commas"),
    ("FIRM_MEMORY_CANDIDATES_PATH", "mysql://u:hunter-two@db/x", "no Postgres URI"),
    ("FIRM_MEMORY_AUTO_APPROVE", "disabled", "on or off"),
    ("FIRM_MEMORY_AUTO_APPROVE_THRESHOLD", "85", "from 0 to 1"),
    ("FIRM_MEMORY_FOUR_EYES", "two", "off, on or auto"),
    ("FIRM_MEMORY_TOOLSETS", "core,admin", "core, task"),
    ("FIRM_MEMORY_TOOLSETS", " , ", "core, task"),
    ("FIRM_MEMORY_STALENESS_DAYS", "0", "from 1 to"),
    ("FIRM_MEMORY_CONTENT_LIMIT", "16001", "from 1 to 16000"),
    ("FIRM_MEMORY_ACCESS_LOG_DAYS", "0", "from 1 to"),
    ("FIRM_MEMORY_PRINCIPAL", "mira\nlead", "on one line"),
    ("FIRM_MEMORY_PRINCIPAL", "mira\u202e", "U+202E"),
    ("FIRM_MEMORY_UNATTENDED_APPROVAL", "perhaps", "on or off"),
    ("FIRM_MEM0_PG_DSN", "", "the word embedded"),
    ("FIRM_MEM0_PG_DSN", "postgresql://mem0:hunter@two@db/x", "percent-encode the password"),
    ("FIRM_MEM0_PG_DSN", "svc:hunter-two@localhost/x", "no Postgres URI"),
    ("REMEMBER_DATABASE_URL", "svc:hunter-two@localhost/x", "no Postgres URI"),
    ("FIRM_MEMORY_MIGRATE_DSN", "owner:hunter-two", "no Postgres URI"),
    ("FIRM_MEM0_COLLECTION", "our-firm; drop", "letters, digits and underscores"),
    ("FIRM_MEM0_RERANK", "2", "on or off"),
]


def read(**variables: str) -> Read:
    """What those variables alone come to."""
    return read_settings({"FIRM_MEMORY_HOME": "/nonexistent/home", **variables})


@pytest.mark.parametrize(("variable", "text", "field", "value"), GIVEN)
def test_a_variable_is_read(variable: str, text: str, field: str, value: object) -> None:
    """Rule: each variable, by its new and its legacy name, sets its field and nothing is wrong with it."""
    found = read(**{variable: text})
    assert getattr(found.settings, field) == value
    assert (found.problems, found.warnings) == ((), ())


def test_every_variable_is_in_the_tables() -> None:
    """Rule: no setting escapes these tables, under any of its names."""
    names = {name for field in SETTINGS for name in (field.metadata["variable"], *field.metadata["legacy"])}
    assert {row[0] for row in GIVEN} == names
    free_text = {"FIRM_MEMORY_PROVIDER", "FIRM_MEMORY_EMBEDDER", "FIRM_MEM0_POOL_OWNER", "FIRM_MEM0_FIRM_OWNER"}
    assert {row[0] for row in REFUSED} | free_text | {"FIRM_MEM0_TOP_K", "FIRM_MEM0_REPO"} == names


@pytest.mark.parametrize("empty", [None, "", "  "])
def test_what_is_empty_is_unset(empty: str | None) -> None:
    """Rule: empty means unset, for every variable but the DSN, whose emptiness is an error."""
    names = [field.metadata["variable"] for field in SETTINGS if field.name not in {"home", "pg_dsn"}]
    found = read(**({} if empty is None else dict.fromkeys(names, empty)))
    assert {field: getattr(found.settings, field) for field in DEFAULTS} == DEFAULTS
    assert set(DEFAULTS) == {field.name for field in SETTINGS} - {"home"}
    assert found.problems == ()


@pytest.mark.parametrize(("variable", "text", "remedy"), REFUSED)
def test_an_unusable_value_names_variable_value_and_remedy(variable: str, text: str, remedy: str) -> None:
    """Rule: an unusable value is one problem, with the variable, the value and the remedy; the default stays."""
    found = read(**{variable: text})
    [problem] = found.problems
    assert isinstance(problem, ConfigurationError)
    assert str(problem).startswith(variable)
    assert remedy in str(problem)
    assert {name: getattr(found.settings, name) for name in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize(("variable", "text"), [row[:2] for row in REFUSED if "hunter" in row[1]])
def test_no_part_of_a_secret_is_shown(variable: str, text: str) -> None:
    """Rule: values that may hold a secret are masked."""
    [problem] = read(**{variable: text}).problems
    assert "hunter" not in str(problem)
    assert "***" in str(problem)


def test_a_token_in_a_remote_is_masked_too() -> None:
    """Rule: a repository may be given as a pasted remote, whose user info is never shown again."""
    [problem] = read(FIRM_MEMORY_REPO="https://ci:hunter-two@").problems
    assert "hunter" not in str(problem)
    assert "FIRM_MEMORY_REPO is ***" in str(problem)


def test_settings_can_be_printed() -> None:
    """Rule: settings stand in tracebacks and logs without the password of a DSN."""
    for variable in ("FIRM_MEM0_PG_DSN", "FIRM_MEMORY_MIGRATE_DSN", "FIRM_MEMORY_CANDIDATES_PATH"):
        shown = repr(read(**{variable: "postgresql://mem0:hunter-two@db/x"}).settings)
        assert "hunter" not in shown
        assert "postgresql://mem0:***@db/x" in shown
    assert "hunter" not in repr(read(FIRM_MEM0_PG_DSN="host=db password=hunter-two").settings)


def test_every_problem_is_told_at_once() -> None:
    """Rule: problems are collected, and `require_sound` raises them together, a line each."""
    found = read(FIRM_MEMORY_LIMIT="0", FIRM_MEMORY_MIN_SCORE="7")
    with pytest.raises(ConfigurationError) as raised:
        found.require_sound()
    assert [line.split()[0] for line in str(raised.value).splitlines()] == [
        "FIRM_MEMORY_LIMIT",
        "FIRM_MEMORY_MIN_SCORE",
    ]
    read().require_sound()


def test_the_new_name_wins_over_the_legacy_one() -> None:
    """Rule: a legacy name keeps working, is told of, and yields to the new one."""
    both = read(FIRM_MEM0_TOP_K="7", FIRM_MEMORY_LIMIT="9")
    assert (both.settings.limit, both.legacy) == (9, ())
    assert read(FIRM_MEM0_TOP_K="7").legacy == ("FIRM_MEM0_TOP_K",)


def test_the_legacy_floor_stands_alone_unless_both_are_given() -> None:
    """Rule: the legacy threshold keeps its raw-cosine meaning, so the calibrated floor does not add to it."""
    assert read(FIRM_MEM0_THRESHOLD="0.5").settings.min_score == 0.0
    assert read(FIRM_MEM0_THRESHOLD="0.5", FIRM_MEMORY_MIN_SCORE="0.2").settings.min_score == 0.2


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("FIRM_MEMORY_TIMEOUT_SECOND", "; did you mean FIRM_MEMORY_TIMEOUT_SECONDS?"),
        ("FIRM_MEM0_PG_DNS", "; did you mean FIRM_MEM0_PG_DSN?"),
        ("FIRM_MEMORY_PG_DSN", "; did you mean FIRM_MEM0_PG_DSN?"),
        ("FIRM_MEMORY_QWXZ_JKPVBN", ""),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest(name: str, hint: str) -> None:
    """Rule: an unknown name of ours warns with the nearest known one, and stops nothing; its value is not shown."""
    found = read(**{name: "hunter-two", "OTHER_VARIABLE": "x"})
    assert found.warnings == (f"unknown variable {name}{hint}",)
    assert found.problems == ()


def test_settings_cannot_be_changed() -> None:
    """Rule: settings are a frozen value, the repositories in them included."""
    settings = read().settings
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        settings.limit = 9  # type: ignore[misc]  # that it is refused is the point
    with pytest.raises(TypeError):
        settings.repos["oms"] = None  # type: ignore[index]  # the same
    assert isinstance(settings, Settings)
