"""What a command's exit code means: 0 done, 1 refused or not found, 2 usage, 3 unavailable."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.desk import Desk

ABSENT = "00000000-0000-5000-8000-000000000000"
FACT = ("propose", "Odd lots go through the netting queue.", "--type", "terminology", "--reference", "mr-1")

DONE = [
    ("search", "nothing is known of this"),
    ("search", "  "),
    ("search", "odd lots", "--limit", "99"),
    ("timeline", "mr-404"),
    ("pending",),
    ("ledger", "show"),
    ("ledger", "verify"),
    ("ledger", "head"),
    ("reindex",),
    ("search", "odd lots", "--as-of", "2020-01-01"),
]
REFUSED = [
    (*FACT[:1], "the password = hunter2 of the desk", *FACT[2:]),
    ("get", ABSENT),
    ("approve", ABSENT),
    ("reject", ABSENT, "--reason", "no"),
    ("reconsider", ABSENT),
    ("correct", ABSENT, "--reason", "wrong"),
    (*FACT, "--supersedes", ABSENT),
    ("ledger", "verify", "--head", "f" * 64),
]
# What stands second must be said.
USAGE = [
    (("propose", " ", *FACT[2:]), "content"),
    (("propose", "x" * 4_001, *FACT[2:]), "content"),
    (("propose", "hidden \u202e text", *FACT[2:]), "U+202E"),
    ((*FACT[:3], "rule", *FACT[4:]), "business_rules"),
    ((*FACT[:3], "", *FACT[4:]), "type"),
    ((*FACT[:5], " "), "reference"),
    ((*FACT, "--confidence", "nan"), "confidence"),
    ((*FACT, "--confidence", "1.5"), "confidence"),
    ((*FACT, "--confidence", "high"), "--confidence"),
    ((*FACT, "--repo", ""), "scope.repos"),
    ((*FACT, "--kind", "rumour"), "--kind"),
    ((*FACT, "--supersedes", "the-old-one"), "supersedes"),
    ((*FACT, "--to", "moon"), "--to"),
    (("search", "odd lots", "--as-of", "yesterday"), "as_of"),
    (("copy", "--to", "moon"), "is not installed"),
    (("ledger", "verify", "--head", "ff"), "head"),
    (FACT[:4], "--reference"),
    (("get", "the-old-one"), "memory id"),
    (("approve", "the-old-one"), "candidate"),
    (("approve", ABSENT, "--type", ""), "type"),
    (("approve", ABSENT, "--supersedes", "x"), "supersedes"),
    (("reject", ABSENT), "--reason"),
    (("correct", "the-old-one", "--reason", "wrong"), "memory id"),
    (("note", " ", "A finding."), "task"),
    (("timeline", " "), "task"),
    (("note", "mr-1", "A finding.", "--disposition", "maybe"), "--disposition"),
    (("search", "odd lots", "--limit", "five"), "--limit"),
    (("search", "odd lots", "--type", "rule"), "type"),
    (("search", "odd lots", "--repo", "a,b"), "scope.repos"),
    (("search",), "query"),
    (("ledger", "show", "--after", "last"), "--after"),
    (("client-config", "emacs"), "emacs"),
    (("migrate", "--down", "-1"), "--down"),
    (("doctor", "--repair"), "--repair"),
    (("no-such-command",), "no-such-command"),
    (("migrate",), "not in Postgres"),
]
BROKEN = {
    "FIRM_MEMORY_LIMIT": "0",
    "FIRM_MEMORY_TIMEOUT_SECONDS": "soon",
    "FIRM_MEM0_PG_DSN": "",
    "FIRM_MEMORY_PROVIDER": "memo",
    "FIRM_MEMORY_CONFIG": "/nonexistent/config.yaml",
}
STORING = [
    ("search", "odd lots"),
    ("get", ABSENT),
    ("timeline", "mr-1"),
    ("pending",),
    FACT,
    ("approve", ABSENT),
    ("reject", ABSENT, "--reason", "no"),
    ("reconsider", ABSENT),
    ("correct", ABSENT, "--reason", "wrong"),
    ("note", "mr-1", "A finding."),
    ("ledger", "show"),
    ("ledger", "verify"),
    ("sync",),
]


def told(code: int, out: str, err: str) -> str:
    """The message of a failed `--json` command: one JSON document on standard output, the same words beside it."""
    document = json.loads(out)
    assert document["exit"] == code
    assert document["error"] in err
    return str(document["error"])


@pytest.mark.parametrize("words", DONE, ids=" ".join)
def test_zero_is_done_also_without_hits(decided: Desk, words: tuple[str, ...]) -> None:
    """Rule: what went as it should is 0, an empty answer included."""
    assert decided.run(*words).code == 0
    assert decided.run(*words, "--json").code == 0


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_one_is_refused_or_not_found(decided: Desk, words: tuple[str, ...]) -> None:
    """Rule: what the product refuses, or does not find, is 1, and says why."""
    done = decided.run(*words)
    assert (done.code, bool(done.out + done.err)) == (1, True)
    assert decided.run(*words, "--json").code == 1
    assert decided.run("pending", "--count").out == "0\n"


def test_an_agent_that_decides_is_refused(desk: Desk, decided: Desk) -> None:
    """Rule: nobody decides in an agent's name: 1, and the candidate waits."""
    candidate = desk.propose("Odd lots go through the netting queue.")
    done = decided.run("approve", candidate, "--by", "agent:opencode", "--json")
    assert (done.code, "is an agent" in told(1, done.out, done.err)) == (1, True)
    assert decided.run("approve", candidate, "--by", " ").code == 2
    assert desk.run("pending", "--count").out == "1\n"


@pytest.mark.parametrize(
    ("words", "said"), USAGE, ids=lambda each: " ".join(each)[:60] if isinstance(each, tuple) else ""
)
def test_two_is_usage(decided: Desk, words: tuple[str, ...], said: str) -> None:
    """Rule: an argument that cannot be used is 2, names the argument, and changes nothing."""
    done = decided.run(*words)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert "Traceback" not in done.err
    assert decided.run("pending", "--count").out == "0\n"


@pytest.mark.parametrize("variable", BROKEN)
@pytest.mark.parametrize("words", [*STORING, ("migrate",), ("up",), ("doctor", "--repair-records")], ids=" ".join)
def test_a_broken_configuration_refuses_to_start(desk: Desk, variable: str, words: tuple[str, ...]) -> None:
    """Rule: the command line does not start on a setting that it cannot use: 2, naming it, and nothing is made."""
    done = desk.with_(**{variable: BROKEN[variable]}).run(*words, "--json")
    assert done.code == 2
    assert variable in told(2, done.out, done.err)
    assert not Path(desk.environment["FIRM_MEMORY_HOME"]).exists()


@pytest.mark.parametrize("words", STORING, ids=" ".join)
def test_without_a_dsn_the_remedy_is_told(desk: Desk, words: tuple[str, ...]) -> None:
    """Rule: the default store needs a DSN: 2, and the command that provides one is named."""
    done = desk.with_(FIRM_MEMORY_PROVIDER="mem0").run(*words, "--json")
    assert done.code == 2
    assert "FIRM_MEM0_PG_DSN required" in told(2, done.out, done.err)
    assert "firm-memory up" in done.err


@pytest.mark.parametrize("words", STORING, ids=" ".join)
def test_three_is_unavailable(desk: Desk, words: tuple[str, ...]) -> None:
    """Rule: a store that cannot be reached is 3, whether one reads or writes, and no password is told."""
    out_of_reach = desk.with_(
        FIRM_MEMORY_PROVIDER="mem0",
        FIRM_MEM0_PG_DSN="host=/nonexistent dbname=firm user=mem0 password=hunter-two",
        FIRM_MEMORY_UNATTENDED_APPROVAL="on",
    )
    done = out_of_reach.run(*words, "--json")
    assert done.code == 3
    assert "hunter" not in done.out + done.err
    if words[0] in {"search", "get", "timeline"}:
        assert (done.json["reason"], done.json["degraded"]) == ("unavailable", True)
    else:
        assert "cannot be reached" in told(3, done.out, done.err)


def test_wrong_usage_of_the_console_script(desk: Desk) -> None:
    """Rule: the real script ends with 2 on wrong usage, without a traceback; without a command it helps."""
    for words in (["no-such-command"], ["propose"], []):
        done = desk.script(*words)
        assert (done.code, "Traceback" in done.err) == (2, False)
        assert "Usage: firm-memory" in done.out + done.err
