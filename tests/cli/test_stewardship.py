"""What a memory's steward, or an approver, does on the command line: verify, archive, restore."""

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


@pytest.mark.parametrize("deed", ["verify", "archive", "restore"])
def test_what_is_not_there_is_not_found(decided: Desk, deed: str) -> None:
    """Rule: an absent memory is 1, what is no id is 2."""
    assert decided.run(deed, "00000000-0000-5000-8000-000000000000").code == 1
    assert decided.run(deed, "the-old-one").code == 2
