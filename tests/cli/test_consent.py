"""The local trust mode: decisions ask a person at a terminal, since a coding agent has a shell."""

from __future__ import annotations

import pytest

from firm_memory.entrypoints.cli.consent import AGENT_VARIABLES
from tests.cli.desk import Desk

FACT = "Odd lots go through the netting queue."
DECISIONS = {
    "approve": ("approve", "{candidate}"),
    "amend": ("approve", "{candidate}", "--content", "Odd lots are netted."),
    "reject": ("reject", "{candidate}", "--reason", "It is common knowledge."),
}


def words_of(decision: str, candidate: str) -> list[str]:
    """The command that takes that decision."""
    return [word.format(candidate=candidate) for word in DECISIONS[decision]]


def doors(desk: Desk) -> list[tuple[str, str, str]]:
    """Kind, principal and door of every entry of the ledger."""
    events = desk.run("ledger", "show", "--json").json["events"]
    return [(event["kind"], event["principal"], event["via"]) for event in events]


@pytest.mark.parametrize("decision", DECISIONS)
def test_without_a_terminal_a_decision_is_refused(desk: Desk, decision: str) -> None:
    """Rule: where nobody can be asked nothing is decided; the refusal says what to do."""
    candidate = desk.propose(FACT)
    done = desk.run(*words_of(decision, candidate))
    assert (done.code, done.out) == (1, "")
    assert "no terminal" in done.err
    assert "FIRM_MEMORY_UNATTENDED_APPROVAL" in done.err
    assert doors(desk) == [("proposed", "mira", "cli")]


@pytest.mark.parametrize("variable", AGENT_VARIABLES)
def test_in_an_agents_shell_a_decision_is_refused_even_at_a_terminal(desk: Desk, variable: str) -> None:
    """Rule: under the variables that agent harnesses set, no question is asked and nothing is decided."""
    candidate = desk.propose(FACT)
    if variable == AGENT_VARIABLES[0]:  # the real thing once; it takes a process
        with desk.with_(**{variable: "1"}).sit_down("approve", candidate) as terminal:
            assert terminal.leaves() == 1
            told = terminal.seen
        assert "?" not in told
    else:
        done = desk.with_(**{variable: "1"}).run("approve", candidate)
        assert done.code == 1
        told = done.err
    assert f"a coding agent's shell ({variable} is set)" in told
    assert doors(desk) == [("proposed", "mira", "cli")]


def test_reconsidering_needs_a_person_too(desk: Desk, decided: Desk) -> None:
    """Rule: a rejected statement comes back into the queue by a person's decision only."""
    candidate = desk.propose(FACT)
    assert decided.run("reject", candidate, "--reason", "No.").code == 0
    assert desk.run("reconsider", candidate).code == 1
    assert desk.with_(CLAUDECODE="1").run("reconsider", candidate).code == 1
    assert decided.run("reconsider", candidate).code == 0


@pytest.mark.parametrize("decision", DECISIONS)
def test_unattended_decisions_are_allowed_where_that_is_configured_and_say_so(
    desk: Desk, decided: Desk, decision: str
) -> None:
    """Rule: FIRM_MEMORY_UNATTENDED_APPROVAL=on decides without a terminal; the ledger names that door."""
    candidate = desk.propose(FACT)
    assert decided.run(*words_of(decision, candidate), "--by", "lead").code == 0
    assert doors(desk)[1][1:] == ("lead", "cli-unattended")
    assert "lead via cli-unattended (unauthenticated)" in desk.run("ledger", "show").out


def test_at_a_terminal_a_person_sees_what_it_decides_and_is_asked(desk: Desk) -> None:
    """Rule: the person is shown the candidate as it would become, then asked; anything but yes changes nothing."""
    candidate = desk.propose(FACT)
    with desk.sit_down("approve", candidate, "--content", "Odd lots are netted.") as terminal:
        shown = terminal.sees(f"Approve {candidate} as mira? [y/N]: ")
        assert "Odd lots are netted." in shown
        assert "source mr-1" in shown
        terminal.types("")
        assert terminal.leaves() == 1
        assert "Not confirmed; nothing was changed." in terminal.seen
    with desk.sit_down("approve", candidate, "--by", "lead") as terminal:
        assert FACT in terminal.sees(f"Approve {candidate} as lead? [y/N]: ")
        terminal.types("y")
        assert terminal.leaves() == 0
    assert doors(desk) == [("proposed", "mira", "cli"), ("approved", "lead", "cli")]


def test_who_leaves_the_question_has_not_agreed(desk: Desk) -> None:
    """Rule: the end of input is no answer."""
    candidate = desk.propose(FACT)
    with desk.sit_down("reject", candidate, "--reason", "No.") as terminal:
        terminal.sees("[y/N]: ")
        terminal.types("\x04")
        assert terminal.leaves() == 1
        assert "Traceback" not in terminal.seen
    assert doors(desk) == [("proposed", "mira", "cli")]


def test_whether_a_person_is_asked_is_settled_before_a_repeated_decision_is_answered(desk: Desk, decided: Desk) -> None:
    """Rule: an agent learns nothing by repeating a person's decision; a person gets the first result again."""
    candidate = desk.propose(FACT)
    first = decided.run("approve", candidate, "--by", "lead", "--json")
    assert desk.run("approve", candidate, "--by", "lead").code == 1
    assert decided.run("approve", candidate, "--by", "lead", "--json").json == first.json
    other = decided.run("approve", candidate, "--by", "other", "--json")
    assert (other.code, "already_approved: by lead" in other.json["error"]) == (1, True)
    assert len(doors(desk)) == 2
