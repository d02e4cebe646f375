"""Where a memory is relevant, on every way to read it."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from firm_memory import FirmMemory, MemoryScope, MemoryType, Reason
from firm_memory.domain.errors import EmptyScope
from firm_memory.domain.visibility import Visibility
from firm_memory.entrypoints.cli.app import app
from firm_memory.features.firm import Firm
from tests.cases.firms import F0, contents, listed, settle_f0
from tests.cases.notation import fixture_f0, given
from tests.mcp.conversation import Conversation, text_of

FOREIGN = {"m03", "m04", "m06", "m09", "m10"}
WORDS = {wire["id"]: wire["content"] for wire in fixture_f0()["memories"]}


def _recalled(memory: FirmMemory, f0: F0) -> set[str]:
    """Everything that any question brings up."""
    return f0.named(hit.id for words in WORDS.values() for hit in memory.search(words, limit=50))


def _from_gateway(firm: Firm) -> FirmMemory:
    case = given("bug-scope-01")
    firm.domains[case["repo"]] = tuple(case["domains"])
    return firm.at(case["repo"])


def test_bug_scope_01_every_read_uses_the_same_scope(firm: Firm, f0: F0) -> None:
    """Search, list, get, timeline and the store's listing reach the same memories; nothing of other repositories.

    By the specification a superseded memory (m11) is out of recall and still resolves by id, with its successor.
    """
    memory = _from_gateway(firm)
    reached = _recalled(memory, f0)
    assert reached == {"m01", "m02", "m05", "m12"}
    assert f0.named(each.id for each in listed(firm, Visibility.recall(memory.standpoint.asked()))) == reached
    assert f0.named(each.id for each in memory.list()) == reached
    dossiers = {name: memory.get(each) for name, each in f0.ids.items()}
    assert {name for name, dossier in dossiers.items() if dossier.record} == reached | {"m11"}
    assert {dossiers[name].label.reason for name in FOREIGN} == {Reason.OUTSIDE_SCOPE}
    assert all(WORDS[name] not in repr(dossiers[name]) for name in FOREIGN)
    assert memory.for_task("mr-901").timeline().entries == ()
    assert len(firm.at("oms").for_task("mr-901").timeline().entries) == 1


def test_bug_scope_01_the_command_line_uses_that_scope_too(
    postgres_firm: Firm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`search`, `list` and `get` answer as the Python API does. `export` comes with a later part."""
    f0 = settle_f0(postgres_firm)
    monkeypatch.chdir(tmp_path)
    case = given("bug-scope-01")
    environment = {**postgres_firm.environment, "FIRM_MEMORY_REPO": case["repo"]}
    environment |= {"FIRM_MEMORY_DOMAINS": ",".join(case["domains"])}

    def told(*command: str) -> dict[str, Any]:
        ran = CliRunner().invoke(app, [*command, "--json"], env=environment)
        answer: dict[str, Any] = json.loads(ran.stdout)
        return answer

    words = [WORDS[name] for name in ("m01", "m02", "m03", "m05", "m06", "m12")]
    hits = [hit for each in words for hit in told("search", each, "--limit", "50")["hits"]]
    assert f0.named(uuid.UUID(hit["memory"]["id"]) for hit in hits) == {"m01", "m02", "m05", "m12"}
    rows = told("list")["memories"]
    assert f0.named(uuid.UUID(row["memory"]["id"]) for row in rows) == {"m01", "m02", "m05", "m12"}
    assert told("get", str(f0.ids["m03"]))["reason"] == "outside_scope"
    assert told("get", str(f0.ids["m01"]))["reason"] is None


def test_bug_scope_03_client_starts_in_the_home_directory(
    server_environment: Callable[..., dict[str, str]],
    serving: Callable[[dict[str, str], Path], Conversation],
    tmp_path: Path,
) -> None:
    """Outside a work tree there is no repository: the firm and the configured domains only, told once."""
    home = tmp_path / "u"
    home.mkdir()
    environment = server_environment(tmp_path / "data", HOME=str(home))
    del environment["FIRM_MEMORY_REPO"]
    with FirmMemory.from_env(environment, home) as memory:
        assert memory.standpoint.repo is None
        assert memory.standpoint.asked().atoms == {"firm", "domain:execution"}
        with pytest.raises(EmptyScope, match="Name repos, domains or firm explicitly"):
            memory.propose("A fact.", type=MemoryType.BUG_FIX, reference="mr-1")
    server = serving(environment, home)
    server.greeted()
    for _ in range(2):
        refused = server.called("memory_propose", content="A fact.", type="bug_fixes", reference="mr-1")
        assert refused["isError"]
        assert "Name repos, domains or firm explicitly" in text_of(refused)
    assert server.errors_with("no git work tree here").count("no git work tree here") == 1


def test_bug_scope_04_scope_argument_is_kept(firm: Firm) -> None:
    """What is proposed for another repository belongs there, and only there."""
    case = given("bug-scope-04")
    scope = MemoryScope.from_mapping({"repos": case["args"]["repos"]})
    memory = firm.approved(case["args"]["content"], scope)
    assert firm.memory(memory).scope == MemoryScope(repos=("ledger",))
    assert contents(firm.at("ledger").search("ledger closes")) == [case["args"]["content"]]
    assert contents(firm.at(case["repo"]).search("ledger closes")) == []


def test_bug_scope_05_absent_task_filter_does_not_pull_working_notes(firm: Firm, f0: F0) -> None:
    """No task never means any task: notes stay out of ordinary recall, and are found by their task."""
    query = given("bug-scope-05")["args"]["query"]
    assert "m07" not in f0.named(hit.id for hit in firm.at("oms").search(query, limit=50))
    assert f0.named(hit.id for hit in firm.at("oms").search(query, task="mr-901")) == {"m07"}


def test_bug_scope_07_empty_list_filter(firm: Firm, f0: F0) -> None:
    """An empty list is no missing filter: it means the firm only."""
    args = given("bug-scope-07")["args"]
    firm.domains["ledger"] = ("risk",)
    assert f0.named(hit.id for hit in firm.at("ledger").search(args["query"])) == {"m03", "m04"}
    for words in WORDS.values():
        assert f0.named(hit.id for hit in firm.at("ledger").search(words, domains=args["domains"])) <= {"m02"}


def test_bug_scope_07_a_list_of_repositories_is_refused(settled: Conversation) -> None:
    """The tool takes one `repo`; `repos` is refused by name instead of being passed over."""
    refused = settled.called("memory_search", **given("bug-scope-07")["args"])
    assert refused["isError"]
    assert "repos: unknown argument" in text_of(refused)


def test_bug_scope_09_memory_spanning_three_repositories_is_stored_once(firm: Firm) -> None:
    """One fact is one record: the same id from each repository, and a correction of it is seen in all."""
    repos = given("bug-scope-09")["repos"]
    memory = firm.approved("Odd lots go through the netting queue.", MemoryScope(repos=repos))
    assert [record.id for record in firm.container.records().queue.every()] == [memory]
    assert [[hit.id for hit in firm.at(repo).search("odd lots")] for repo in repos] == [[memory]] * 3
    firm.at("gateway").correct(memory, reason="The queue was retired.")
    seen = [firm.at(repo).search("odd lots")[0].flags for repo in repos]
    assert [[flag.reason for flag in flags] for flags in seen] == [["The queue was retired."]] * 3


def test_bug_scope_11_rejected_and_superseded_never_surface_as_current(firm: Firm, f0: F0) -> None:
    """Out of recall means out of recall, however near the words are."""
    firm.domains["oms"] = ("execution",)
    rejected = firm.propose("Use local session clock everywhere.", MemoryScope(domains=("execution",)))
    firm.desk.reject(rejected, approver="lead", reason="All clocks run in UTC.")
    found = {hit.id for hit in firm.at("oms").search(given("bug-scope-11")["args"]["query"], limit=50)}
    assert rejected not in found
    assert "m12" in f0.named(found)
    assert "m11" not in f0.named(found)
    assert firm.at("oms").get(f0.ids["m11"]).chain[-1].id == f0.ids["m12"]
