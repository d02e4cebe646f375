"""Every command, for people and for machines."""

from __future__ import annotations

import json

import pytest
import typer

from firm_memory.domain.label import NOTE
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.entrypoints.cli.app import app
from firm_memory.entrypoints.cli.client_config import Client
from tests.cli.desk import Desk, is_plain

FACT = "Odd lots go through the netting queue."
OPTIONS = ("--type", "terminology", "--reference", "mr-310", "--firm")
COMMANDS = {
    *("up", "down", "migrate", "search", "get", "propose", "pending", "approve", "reject", "reconsider", "review"),
    *("correct", "note", "timeline", "taxonomy", "doctor", "client-config", "ledger", "sync", "verify", "archive"),
    *("reindex", "copy"),
    *("confirm", "refute", "transfer", "redact"),
    *("restore", "gate"),
    *("list", "stale", "tags", "index", "repo", "approve-all", "export", "import", "adopt"),
}


def test_the_commands_are_the_published_ones_and_each_has_json() -> None:
    """Rule: the commands that the specification lists exist, no other, and every one can answer in JSON."""
    click = typer.main.get_command(app)
    assert set(click.commands) == COMMANDS  # type: ignore[attr-defined]  # a group has them
    for name, command in click.commands.items():  # type: ignore[attr-defined]  # the same
        for each in command.commands.values() if name in {"ledger", "repo"} else [command]:
            assert "--json" in {option for parameter in each.params for option in parameter.opts}, name


def test_propose(desk: Desk) -> None:
    """Rule: a proposal tells its candidate, that it waits, and what the approver will be shown."""
    done = desk.run("propose", FACT, *OPTIONS, "--title", "Odd lots", "--tag", "lots", "--confidence", "0.2", "--json")
    assert (done.code, done.json["accepted"], done.json["status"]) == (0, True, "proposed")
    again = desk.run("propose", FACT, *OPTIONS)
    assert again.out.startswith(f"{done.json['candidate_id']} is proposed: known already")
    other = desk.run("propose", "Another thing.", "--type", "bug_fix", "--reference", "mr-2", "--domain", "x")
    assert "notice: no memory uses the domain 'x' yet" in other.out
    assert desk.run("pending", "--json").json["pending"][0]["memory"]["title"] == "Odd lots"


def test_without_a_scope_a_proposal_is_the_checkouts(desk: Desk) -> None:
    """Rule: what names no scope holds for the repository one stands in."""
    candidate = desk.propose(FACT, "--type", "bug_fixes", "--reference", "mr-1")
    [record] = desk.run("pending", "--json").json["pending"]
    assert (record["memory"]["id"], record["memory"]["scope"]) == (candidate, {"firm": False, "repos": ["quant/oms"]})


def test_a_refused_proposal_says_rule_and_remedy(desk: Desk) -> None:
    """Rule: a refusal is exit code 1, in words and as data, and nothing is queued."""
    done = desk.run("propose", "```\nx = 1\n```", *OPTIONS, "--json")
    assert (done.code, done.json["accepted"], done.json["rule"]) == (1, False, "code.fence")
    done = desk.run("propose", "```\nx = 1\n```", *OPTIONS)
    assert (done.code, done.out.startswith("Refused: ")) == (1, True)
    assert desk.run("pending").out == "Nothing waits.\n"


def test_pending(desk: Desk) -> None:
    """Rule: the queue lists what waits, oldest first, with source and proposer; `--count` is a number."""
    assert desk.run("pending", "--count").out == "0\n"
    first, second = desk.propose(FACT), desk.propose("Ticket fees are charged per order.")
    assert desk.run("pending", "--count", "--json").json == {"count": 2}
    assert [each["memory"]["id"] for each in desk.run("pending", "--json").json["pending"]] == [first, second]
    text = desk.run("pending").out
    assert text.index(first) < text.index(second)
    assert "proposed · from mira" in text
    assert desk.run("review", "--json").json == desk.run("pending", "--json").json


def test_approve_and_search(desk: Desk, decided: Desk) -> None:
    """Rule: what was approved, with what was amended, is recalled with source, id and score."""
    candidate = desk.propose(FACT)
    done = decided.run("approve", candidate, "--by", "lead", "--title", "Odd lots", "--confidence", "0.3", "--json")
    assert (done.code, done.json["memory"]["status"], done.json["decision"]["by"]) == (0, "active", "lead")
    found = desk.run("search", "odd lots", "--json").json
    assert (found["mode"], found["degraded"], found["reason"], found["note"]) == ("lexical", False, None, NOTE)
    assert [hit["memory"]["id"] for hit in found["hits"]] == [candidate]
    assert found["hits"][0]["memory"]["provenance"]["reference"] == "mr-1"
    text = desk.run("search", "odd lots").out
    assert f"source mr-1 · id {candidate}" in text
    assert "Odd lots\n" in text
    assert NOTE in text


def test_approve_in_words_and_amended_scope(desk: Desk, decided: Desk) -> None:
    """Rule: an approver may amend words, kind, scope, tags; the answer shows what was approved."""
    done = decided.run(
        *("approve", desk.propose(FACT), "--content", "Odd lots are netted.", "--type", "bug_fix"),
        *("--domain", "execution", "--repo", "gateway", "--tag", "lots"),
    )
    assert done.out.startswith("approved\nOdd lots are netted.\n  bug_fixes · domain:execution, repo:gateway · active")


def test_a_supersession_from_the_desk(desk: Desk, decided: Desk) -> None:
    """Rule: an approver may say that the candidate replaces a memory; the old one resolves to it."""
    old, new = desk.approved(FACT), desk.propose("Odd lots are netted at noon.")
    assert decided.run("approve", new, "--supersedes", old).code == 0
    shown = desk.run("get", old, "--json").json
    assert (shown["record"]["memory"]["status"], shown["chain"]) == ("superseded", [old, new])
    assert f"superseded by {new}: Odd lots are netted at noon." in desk.run("get", old).out


def test_reject_and_reconsider(desk: Desk, decided: Desk) -> None:
    """Rule: a rejection stays with its reason and answers the next proposal, until somebody reconsiders it."""
    candidate = desk.propose(FACT)
    done = decided.run("reject", candidate, "--reason", "It is common knowledge.", "--json")
    assert (done.code, done.json["decision"]["reason"]) == (0, "It is common knowledge.")
    again = desk.run("propose", FACT, *OPTIONS)
    assert (again.code, "common knowledge" in again.out) == (1, True)
    second = decided.run("reconsider", candidate, "--json")
    assert (second.code, second.json["accepted"]) == (0, True)
    assert decided.run("reject", second.json["candidate_id"], "--reason", "Still.").out.startswith("rejected\n")


def test_correct(desk: Desk) -> None:
    """Rule: a correction flags the memory; its replacement waits at the gate."""
    memory = desk.approved(FACT)
    done = desk.run(
        *("correct", memory, "--reason", "Moved.", "--replacement", "Lots are netted.", "--reference", "mr-9", "--json")
    )
    assert (done.code, done.json["memory"]["status"]) == (0, "disputed")
    assert done.json["replacement"]["status"] == "proposed"
    other = desk.approved("Fees are charged per order.")
    assert "flag: correction by mira: Wrong." in desk.run("correct", other, "--reason", "Wrong.").out
    assert "flag: correction by mira: Moved." in desk.run("search", "odd lots").out


def test_get(desk: Desk) -> None:
    """Rule: one record whole: words, source, and every entry of the ledger that changed it, with its trust."""
    memory = desk.approved(FACT)
    shown = desk.run("get", memory, "--json").json
    assert [event["kind"] for event in shown["history"]] == ["proposed", "approved"]
    assert (shown["history"][1]["via"], shown["history"][1]["trust"]) == ("cli-unattended", "local")
    assert "approved     lead via cli-unattended (unauthenticated)" in desk.run("get", memory).out
    hidden = desk.propose("A thing of the gateway.", "--type", "bug_fixes", "--reference", "mr-2", "--repo", "gateway")
    assert desk.run("get", hidden).out == "Nothing to show. [outside_scope]\n"
    assert desk.run("get", hidden, "--repo", "gateway", "--json").json["record"]["memory"]["id"] == hidden


def test_note_and_timeline(desk: Desk) -> None:
    """Rule: notes are read back in order under their task, with what became of each finding, and never recalled."""
    done = desk.run("note", "mr-7", "The query is slow.", "--disposition", "open", "--json")
    assert (done.code, done.json["tier"], done.json["task"]) == (0, "episodic", "mr-7")
    assert desk.run("note", "mr-7", "The index is missing.").out.startswith("noted under mr-7: ")
    assert desk.run("note", "mr-7", "The query is slow.", "--disposition", "fixed").code == 0
    notes = desk.run("timeline", "mr-7", "--json").json["notes"]
    assert [(each["memory"]["content"], each["stands_as"]) for each in notes] == [
        ("The query is slow.", "fixed"),
        ("The index is missing.", None),
        ("The query is slow.", "fixed"),
    ]
    assert "The index is missing.\n" in desk.run("timeline", "mr-7").out
    assert desk.run("timeline", "mr-8").out == "No notes under mr-8. [no_match]\n"
    assert desk.run("search", "slow query").out.startswith("Nothing recalled.")
    assert "The query is slow." in desk.run("search", "slow query", "--task", "mr-7").out


def test_taxonomy(desk: Desk) -> None:
    """Rule: thirteen kinds by their wire slugs, which of them need a person, and instructions for a model."""
    kinds = desk.run("taxonomy", "--json").json["types"]
    assert [kind["slug"] for kind in kinds] == [kind.value for kind in MemoryType]
    assert len(desk.run("taxonomy").out.splitlines()) == 13
    prompt = desk.run("taxonomy", "--prompt").out
    assert prompt == f"{desk.run('taxonomy', '--prompt', '--json').json['prompt']}\n"
    assert "Never record:" in prompt


@pytest.mark.parametrize("client", Client)
def test_client_config(desk: Desk, client: Client) -> None:
    """Rule: what is printed is what the client reads, names a server that is there, carries settings and no secret."""
    configured = desk.with_(FIRM_MEM0_PG_DSN="postgresql://u:hunter-two@db/x", FIRM_MEMORY_TOOLSETS="core,task")
    done = configured.run("client-config", client.value)
    document = json.loads(done.out)
    assert done.err.startswith("# merge this into ")
    assert "FIRM_MEM0_PG_DSN" in done.err
    assert configured.run("client-config", client.value, "--json").json["configuration"] == document
    [(_, server)] = next(each for each in document.values() if isinstance(each, dict)).items()
    command = server["command"][0] if isinstance(server["command"], list) else server["command"]
    assert command.endswith("/firm-memory-mcp")
    carried = server.get("env") or server["environment"]
    assert carried["FIRM_MEMORY_TOOLSETS"] == "core,task"
    assert "FIRM_MEM0_PG_DSN" not in carried
    assert "hunter" not in done.out


def test_ledger(desk: Desk) -> None:
    """Rule: the ledger shows who did what through which door, and verifies, also against a known head."""
    assert desk.run("ledger", "show").out == "The ledger is empty.\n"
    desk.approved(FACT)
    events = desk.run("ledger", "show", "--json").json["events"]
    assert [(event["seq"], event["kind"], event["principal"]) for event in events] == [
        (1, "proposed", "mira"),
        (2, "approved", "lead"),
    ]
    assert desk.run("ledger", "show", "--after", "1").out.lstrip().startswith("2 ")
    report = desk.run("ledger", "verify", "--json").json
    assert (report["ok"], report["length"], report["head"]) == (True, 2, events[1]["hash"])
    assert desk.run("ledger", "verify", "--head", report["head"]).out.startswith("The ledger holds: 2 entries")
    wrong = desk.run("ledger", "verify", "--head", "f" * 64)
    assert (wrong.code, wrong.out.startswith("The ledger does not hold at the head")) == (1, True)


def test_sync(desk: Desk) -> None:
    """Rule: sync finishes what has not reached the store; `--all` tells the store everything again."""
    desk.approved(FACT)
    assert desk.run("sync", "--json").json == {"finished": 0}
    assert desk.run("sync", "--all").out == "1 records projected\n"


def test_piped_output_is_plain(desk: Desk) -> None:
    """Rule: what goes into a pipe holds no colours and no cursor movements."""
    desk.approved(FACT)
    for words in (
        ["search", "odd lots"],
        ["pending"],
        ["doctor"],
        ["ledger", "show"],
        ["--help"],
        ["search", "--help"],
    ):
        done = desk.script(*words)
        assert is_plain(done.out + done.err), words
