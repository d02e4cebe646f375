"""The interactive queue, at a real terminal."""

from __future__ import annotations

from tests.cli.desk import Desk
from tests.cli.test_consent import doors

_OTHER_SOURCE = ("--type", "terminology", "--reference", "mr-2", "--firm")
CHOICES = "[a]pprove [e]dit s[u]persede [d]uplicate [r]eject [s]kip [q]uit [s]: "


def test_a_person_goes_through_the_queue(desk: Desk) -> None:
    """Rule: approve, edit, reject, skip, quit, each once; what the gate refuses is said and asked again."""
    facts = [
        "Fact one of the desk.",
        "Fact two of the desk.",
        "Fact three of it.",
        "Fact four of it.",
        "Fact five of it.",
    ]
    ids = [desk.propose(fact) for fact in facts]
    with desk.sit_down("review", "--by", "lead") as terminal:
        assert "5 candidates to decide." in terminal.sees("Review 5 candidates as lead? [y/N]: ")
        terminal.types("y")
        assert facts[0] in terminal.sees(CHOICES)
        terminal.types("a")
        terminal.sees(f"approved {ids[0]}")
        assert facts[1] in terminal.sees(CHOICES)
        terminal.types("edit")
        terminal.sees("New words: ")
        terminal.types("the password = hunter2 of the desk")
        terminal.sees("[y/N]: ")
        terminal.types("y")
        assert "secret.assignment" in terminal.sees(CHOICES)
        terminal.types("e")
        terminal.sees("New words: ")
        terminal.types("A slip.")
        terminal.sees("Approve as: A slip. [y/N]: ")
        terminal.types("n")
        terminal.sees(CHOICES)
        terminal.types("e")
        terminal.sees("New words: ")
        terminal.types("Fact two, as an editor puts it.")
        terminal.sees("[y/N]: ")
        terminal.types("y")
        terminal.sees(f"approved {ids[1]}")
        assert facts[2] in terminal.sees(CHOICES)
        terminal.types("r")
        terminal.sees("Reason: ")
        terminal.types("It is common knowledge.")
        terminal.sees(f"rejected {ids[2]}")
        assert facts[3] in terminal.sees(CHOICES)
        terminal.types("perhaps")
        terminal.sees(CHOICES)
        terminal.types("")
        assert facts[4] in terminal.sees(CHOICES)
        terminal.types("q")
        assert terminal.leaves() == 0
    assert doors(desk)[5:] == [("approved", "lead", "cli"), ("approved", "lead", "cli"), ("rejected", "lead", "cli")]
    assert [each["memory"]["id"] for each in desk.run("pending", "--json").json["pending"]] == ids[3:]
    edited = desk.run("get", ids[1], "--json").json["record"]
    assert edited["memory"]["content"] == "Fact two, as an editor puts it."


def test_beside_a_candidate_stands_what_it_replaces_and_what_is_near_it(desk: Desk) -> None:
    """Rule: an approver sees the old memory with its steward, and the near-duplicates of the candidate."""
    old = desk.approved("The netting window closes at half past three.")
    desk.approved("Closing of the netting window: half past three, sharp.")
    assert (
        desk.run("correct", old, "--reason", "Moved.", "--replacement", "The netting window closes at four.").code == 0
    )
    desk.propose("The netting window closes at three.")
    with desk.sit_down("review") as terminal:
        terminal.sees("[y/N]: ")
        terminal.types("y")
        shown = terminal.sees(CHOICES)
        assert "replaces (steward mira): The netting window closes at half past three." in shown
        assert "1. rival (0." in shown
        terminal.types("s")
        assert "rival (0." in terminal.sees(CHOICES)
        terminal.types("q")
        assert terminal.leaves() == 0


def test_a_candidate_takes_the_place_of_another_or_is_its_duplicate(desk: Desk) -> None:
    """Rule: new, instead of another, or the same as another: by its number beside the candidate, or by its id."""
    lots = desk.approved("Odd lots go through the netting queue.")
    money = desk.approved("Money is stored in minor units.")
    double = desk.propose("Odd lots are sent through the netting queue.", *_OTHER_SOURCE)
    better = desk.propose("Money is stored in integer minor units.", *_OTHER_SOURCE)
    with desk.sit_down("review", "--by", "lead") as terminal:
        terminal.sees("[y/N]: ")
        terminal.types("y")
        assert "1. similar (0." in terminal.sees(CHOICES)
        terminal.types("d")
        terminal.sees("Duplicate of (number or id): ")
        terminal.types("9")
        assert "memory: '9' is no memory id" in terminal.sees(CHOICES)
        terminal.types("d")
        terminal.sees("Duplicate of (number or id): ")
        terminal.types("1")
        terminal.sees(f"rejected {double}")
        terminal.sees(CHOICES)
        terminal.types("u")
        terminal.sees("Supersedes (number or id): ")
        terminal.types(money)
        terminal.sees(f"approved {better}")
        assert terminal.leaves() == 0
    assert desk.run("get", lots, "--json").json["record"]["memory"]["provenance"]["also_seen"] == ["mr-2"]
    assert desk.run("get", money, "--json").json["chain"] == [money, better]


def test_a_candidate_that_somebody_decided_meanwhile_is_passed_over(desk: Desk, decided: Desk) -> None:
    """Rule: who comes second at the desk is told who decided, and goes on with the next candidate."""
    first, second = desk.propose("Fact one of the desk."), desk.propose("Fact two of the desk.")
    with desk.sit_down("review") as terminal:
        terminal.sees("[y/N]: ")
        terminal.types("y")
        terminal.sees(CHOICES)
        assert decided.run("approve", first, "--by", "lead").code == 0
        terminal.types("r")
        terminal.sees("Reason: ")
        terminal.types("No.")
        assert "already_approved: by lead" in terminal.sees("Fact two of the desk.")
        terminal.sees(CHOICES)
        terminal.types("a")
        assert terminal.leaves() == 0
    assert desk.run("get", second, "--json").json["record"]["memory"]["status"] == "active"


def test_an_empty_queue_asks_nothing(desk: Desk) -> None:
    """Rule: where nothing waits, that is all that is said."""
    with desk.sit_down("review") as terminal:
        assert terminal.leaves() == 0
        assert terminal.seen == "Nothing waits.\n"


def test_review_needs_a_terminal(desk: Desk, decided: Desk) -> None:
    """Rule: the queue is gone through by a person; scripts are told the commands for them."""
    desk.propose("Fact one of the desk.")
    for each in (desk, decided):
        done = each.run("review")
        assert (done.code, done.out) == (1, "")
        assert "pending, approve and reject" in done.err
