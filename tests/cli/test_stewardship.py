"""What a memory's steward, or an approver, does on the command line, and what anybody says of it."""

from __future__ import annotations

import pytest

from tests.cli.desk import Desk
from tests.cli.test_consent import doors

FACT = "Odd lots go through the netting queue."


def test_verify_archive_and_restore(desk: Desk, decided: Desk) -> None:
    """Rule: a steward or an approver ends a dispute, takes a memory out of recall, and brings it back."""
    memory = desk.approved(FACT)
    assert desk.run("correct", memory, "--reason", "Moved.").code == 0
    for words, status in ((["verify"], "active"), (["archive", "--by", "mira"], "archived"), (["restore"], "active")):
        done = decided.run(words[0], memory, *words[1:], "--json")
        assert (done.code, done.json["memory"]["status"]) == (0, status)
        assert desk.run("search", "odd lots").out.startswith("Nothing") == (status == "archived")
    assert decided.run("archive", memory).out.startswith("archived\n")
    again = decided.run("archive", memory, "--json")
    assert (again.code, "archived" in again.json["error"]) == (1, True)


@pytest.mark.parametrize("deed", ["verify", "archive", "restore"])
def test_a_stewards_deeds_need_a_person_too(desk: Desk, decided: Desk, deed: str) -> None:
    """Rule: what a steward decides asks like any decision, and the ledger names the door."""
    memory = desk.approved(FACT)
    if deed == "restore":
        assert decided.run("archive", memory).code == 0
    before = doors(desk)
    for refused in (desk, desk.with_(CLAUDECODE="1")):
        assert refused.run(deed, memory).code == 1
    assert doors(desk) == before
    assert decided.run(deed, memory, "--by", "lead").code == 0
    assert doors(desk)[-1][1:] == ("lead", "cli-unattended")


def test_a_reason_for_archiving_stands_in_the_ledger(desk: Desk, decided: Desk) -> None:
    """Rule: why a memory left is told with the event, for people and for machines."""
    memory = desk.approved(FACT)
    assert decided.run("archive", memory, "--reason", "The desk closed.").code == 0
    assert desk.run("ledger", "show", "--json").json["events"][-1]["reason"] == "The desk closed."
    assert "The desk closed." in desk.run("get", memory).out


def test_transfer_and_back(desk: Desk, decided: Desk) -> None:
    """Rule: the steward hands a memory on; the ledger names the new one."""
    memory = desk.approved(FACT)
    moved = decided.run("transfer", memory, "--to", "kim", "--by", "lead", "--json")
    assert (moved.code, moved.json["memory"]["steward"]) == (0, "kim")
    assert desk.run("ledger", "show", "--json").json["events"][-1]["details"] == {"steward": "kim"}
    assert decided.run("transfer", memory, "--to", "lead", "--by", "kim").out.startswith("transferred to lead\n")
    assert decided.run("transfer", memory, "--to", "agent:opencode").code == 2


def test_confirm_and_refute(desk: Desk) -> None:
    """Rule: anybody speaks, once, and needs no terminal; the counts are shown with every hit."""
    memory = desk.approved(FACT)
    robin = desk.with_(FIRM_MEMORY_PRINCIPAL="robin")
    assert desk.run("confirm", memory, "--note", "Met it.").out.startswith("confirmed\n")
    assert robin.run("confirm", memory, "--json").json["memory"]["confirmations"] == 2
    assert robin.run("refute", memory, "--reason", "Met the opposite.").out.startswith("refuted\n")
    [hit] = desk.run("search", "odd lots", "--json").json["hits"]
    assert (hit["confirmations"], hit["refutations"], hit["memory"]["status"]) == (1, 1, "disputed")
    assert "confirmed by 1 · refuted by 1" in desk.run("search", "odd lots").out
    assert desk.run("refute", memory).code == 2
    assert desk.run("confirm", "00000000-0000-5000-8000-000000000000").code == 1


def test_redact_erases_and_the_ledger_still_verifies(desk: Desk, decided: Desk) -> None:
    """Rule: what was erased is told nowhere; who, when and why is, and a verification names the event."""
    memory = desk.approved(FACT)
    erased = decided.run("redact", memory, "--reason", "A password had slipped in.", "--by", "admin", "--json")
    assert (erased.code, erased.json["memory"]["status"]) == (0, "archived")
    assert erased.json["memory"]["redaction"]["by"] == "admin"
    verified = desk.run("ledger", "verify", "--json").json
    assert (verified["ok"], verified["redacted"]) == (True, [{"by": 3, "seq": 1}, {"by": 3, "seq": 2}])
    assert "entry 1: redacted by event 3" in desk.run("ledger", "verify").out
    for words in (["get", memory], ["ledger", "show"], ["search", "odd lots"], ["get", memory, "--json"]):
        assert "Odd lots" not in desk.run(*words).out
    assert "redacted by admin: A password had slipped in." in desk.run("get", memory).out
    again = desk.run("propose", FACT, "--type", "terminology", "--reference", "mr-1", "--firm", "--json")
    assert (again.code, again.json["rule"], again.json["accepted"]) == (1, "redacted", False)
    assert decided.run("restore", memory).code == 1
    assert decided.run("redact", memory, "--reason", "Again.").code == 0
    assert len(desk.run("ledger", "show", "--json").json["events"]) == 3


@pytest.mark.parametrize(
    "words", [["transfer", "--to", "kim"], ["redact", "--reason", "A password."]], ids=["transfer", "redact"]
)
def test_transfer_and_redact_need_a_person_too(desk: Desk, decided: Desk, words: list[str]) -> None:
    """Rule: they ask at a terminal, refuse in an agent's shell, and the ledger names the door."""
    memory, (deed, *options) = desk.approved(FACT), words
    before = doors(desk)
    for refused in (desk, decided.with_(CLAUDECODE="1")):
        assert refused.run(deed, memory, *options).code == 1
    assert doors(desk) == before
    assert decided.run(deed, memory, *options, "--by", "lead").code == 0
    assert doors(desk)[-1][1:] == ("lead", "cli-unattended")
    assert decided.run(deed, memory).code == 2


@pytest.mark.parametrize("deed", ["verify", "archive", "restore"])
def test_what_is_not_there_is_not_found(decided: Desk, deed: str) -> None:
    """Rule: an absent memory is 1, what is no id is 2."""
    assert decided.run(deed, "00000000-0000-5000-8000-000000000000").code == 1
    assert decided.run(deed, "the-old-one").code == 2
