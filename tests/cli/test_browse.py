"""Browsing on the command line: list, stale, tags; plain for people and pipes, one document for machines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.desk import Desk
from tests.cli.examination import looked

FACTS = [f"Desk {number} nets odd lots of kind {number}." for number in range(3)]


def test_list_page_by_page(desk: Desk) -> None:
    """Rule: latest change first; the cursor continues, and the last page has none."""
    ids = [desk.approved(fact) for fact in FACTS][::-1]
    first = desk.run("list", "--limit", "2", "--json").json
    assert ([each["memory"]["id"] for each in first["memories"]], first["reason"]) == (ids[:2], None)
    last = desk.run("list", "--limit", "2", "--cursor", first["cursor"], "--json").json
    assert ([each["memory"]["id"] for each in last["memories"]], last["cursor"]) == (ids[2:], None)
    assert {key: last["memories"][0][key] for key in ("age_days", "stale")} == {"age_days": 0, "stale": False}
    shown = desk.run("list", "--limit", "2").out
    assert FACTS[2] in shown
    assert FACTS[0] not in shown
    assert f"More: --cursor {first['cursor']}" in shown
    assert desk.run("list", "--limit", "99", "--json").json["reasons"] == ["limit_clamped"]


def test_every_filter_is_an_option(desk: Desk, decided: Desk) -> None:
    """Rule: filters hold together; what none admits is no error and says why."""
    kept, archived = desk.approved(FACTS[0]), desk.approved(FACTS[1])
    assert decided.run("archive", archived).code == 0
    candidate = desk.propose(FACTS[2], "--type", "ownership", "--reference", "mr-1", "--firm", "--tag", "Netting")

    def found(*options: str) -> list[str]:
        done = desk.run("list", *options, "--json")
        assert done.code == 0, done
        return [each["memory"]["id"] for each in done.json["memories"]]

    assert found() == [kept]
    assert found("--status", "archived") == [archived]
    assert found("--status", "proposed", "--type", "OWNERSHIP", "--tag", "netting") == [candidate]
    assert found("--steward", "mira", "--stale-days", "0", "--updated-since", "2020-01-01") == [kept]
    assert found("--repo", "gateway", "--domain", "mcx") == [kept]
    assert found("--steward", "nobody") == found("--updated-since", "2999-01-01") == found("--stale-days", "9") == []
    assert desk.run("list", "--tag", "none").out == "Nothing listed. [no_match]\n"


@pytest.mark.parametrize(
    "words",
    [
        ["list", "--cursor", "nonsense"],
        ["list", "--status", "lost"],
        ["list", "--type", "lost"],
        ["list", "--updated-since", "yesterday"],
        ["list", "--stale-days", "-1"],
        ["stale", "--document", "no-pair"],
    ],
)
def test_what_means_nothing_is_a_usage_error(desk: Desk, words: list[str]) -> None:
    """Rule: exit code 2, and the option is named."""
    done = desk.run(*words, "--json")
    assert done.code == 2
    assert words[1].lstrip("-").replace("-", "_") in done.json["error"]


def test_stale_lists_what_wants_an_eye(desk: Desk) -> None:
    """Rule: after so many days, or when its document changed; else nothing, and no error."""
    memory = desk.approved(FACTS[0])
    assert desk.run("stale").out == "Nothing listed. [no_match]\n"
    [found] = desk.run("stale", "--days", "0", "--document", "mr-1=b2", "--json").json["memories"]
    assert (found["memory"]["id"], found["stale"]) == (memory, True)
    assert "never verified · steward mira · stale" in desk.run("stale", "--days", "0").out


def test_tags_are_counted(desk: Desk) -> None:
    """Rule: tag and count, most used first."""
    assert desk.run("tags").out == "No tags. [no_match]\n"
    for number, fact in enumerate(FACTS):
        tags = ["--tag", "netting", *(["--tag", "cut-off"] if number else [])]
        candidate = desk.propose(fact, "--type", "terminology", "--reference", "mr-1", "--firm", *tags)
        assert desk.with_(FIRM_MEMORY_UNATTENDED_APPROVAL="on").run("approve", candidate, "--by", "lead").code == 0
    assert desk.run("tags", "--json").json["tags"] == {"netting": 3, "cut-off": 2}
    assert desk.run("tags").out == "    3  netting\n    2  cut-off\n"


def test_an_outage_ends_with_its_code(desk: Desk) -> None:
    """Rule: an empty page of a memory that is down says so, with exit code 3."""
    down = desk.with_(FIRM_MEMORY_PROVIDER="mem0", FIRM_MEM0_PG_DSN="host=/nonexistent dbname=x")
    for command in ("list", "stale", "tags"):
        done = down.run(command, "--json")
        assert (done.code, done.json["degraded"]) == (3, True)


def test_doctor_counts_damaged_accesses(desk: Desk) -> None:
    """Rule: damage in the access log is told, is no reason to worry, and hides nothing else."""
    desk.approved(FACTS[0])
    assert looked(desk)[1]["access log"]["state"] == "good"
    log = Path(desk.environment["FIRM_MEMORY_HOME"]) / "records" / "access.jsonl"
    log.write_text("nonsense\n" + json.dumps({"memory": "x"}) + "\n")
    done, found = looked(desk)
    assert (done.code, found["access log"]["state"]) == (0, "odd")
    assert "2 damaged lines" in found["access log"]["says"]
