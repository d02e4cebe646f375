"""Processes that decide at the same moment: one wins, the others are told, nothing is doubled."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.trials.conftest import Nursery, Place
from tests.trials.nursery import FIRM_WIDE, Deed

ROUNDS = 5
SOAK_ROUNDS = 60


def proposed(place: Place, number: int) -> str:
    """The id of a fresh candidate."""
    with place.observed() as seen:
        content = f"Fact number {number} that two people decide."
        return str(seen.memory.propose(content, type="terminology", scope=FIRM_WIDE, reference="mr-1").candidate_id)


def raced(place: Place, nursery: Nursery, number: int, *deciders: tuple[str, str]) -> str:
    """Let processes decide one candidate at once, hold what must hold afterwards, and say which deed won."""
    candidate = proposed(place, number)
    deeds = [Deed(verb=verb, by=by, candidate=candidate, environment=place.environment) for verb, by in deciders]
    ends = nursery.let(*deeds)
    winners = [decider for decider, end in zip(deciders, ends, strict=True) if "id" in end]
    assert {end["id"] for end in ends if "id" in end} == {candidate}
    decided = "rejected" if winners[0][0] == "reject" else "approved"
    [winner] = {by for _, by in winners}
    with place.observed() as seen:
        assert seen.kinds(candidate) == ["proposed", decided]
        assert seen.status(candidate) == ("rejected" if decided == "rejected" else "active")
        assert seen.rows(candidate) == ([] if decided == "rejected" else ["2"])
        history = seen.memory.get(candidate).history
        assert [event.principal for event in history] == ["mira", winner]
    for end in ends:
        if "id" not in end:
            assert end["error"] == "AlreadyDecided"
            assert f"already_{decided}: by {winner}" in end["message"]
            assert candidate in end["message"]
    return winners[0][0]


def test_two_processes_approve_one_candidate(place: Place, nursery: Nursery) -> None:
    """Rule: one wins; the other is told who, when and the memory; one memory, one event, one row."""
    for number in range(ROUNDS):
        raced(place, nursery, number, ("approve", "lead"), ("approve", "other"))


def test_one_person_approves_twice_at_once(place: Place, nursery: Nursery) -> None:
    """Rule: the same approver with the same words gets the first result twice, whichever process came first."""
    for number in range(ROUNDS):
        candidate = proposed(place, number)
        deed = Deed(verb="approve", candidate=candidate, environment=place.environment)
        assert {end.get("id") for end in nursery.let(deed, deed)} == {candidate}
        with place.observed() as seen:
            assert (seen.kinds(candidate), seen.rows(candidate)) == (["proposed", "approved"], ["2"])


def test_approving_races_with_rejecting(place: Place, nursery: Nursery) -> None:
    """Rule: yes or no, whoever comes first; never both."""
    for number in range(ROUNDS):
        raced(place, nursery, number, ("approve", "lead"), ("reject", "other"), ("approve", "third"))


def test_processes_propose_the_same_at_once(place: Place, nursery: Nursery) -> None:
    """Rule: the same proposal made by several processes at the same moment is one candidate and one event."""
    for number in range(ROUNDS):
        deed = Deed(verb="propose", content=f"Fact {number} that all of CI proposes.", environment=place.environment)
        ends = nursery.let(deed, deed, deed)
        assert all("id" in end for end in ends), ends
        [candidate] = {end["id"] for end in ends}
        with place.observed() as seen:
            assert (seen.kinds(candidate), seen.status(candidate)) == (["proposed"], "proposed")


@pytest.mark.parametrize("place", ["files"], indirect=True)
def test_two_commands_approve_one_candidate(place: Place) -> None:
    """Rule: the same on the command line: one exits 0, the other 1 with the winner's name."""
    candidate = proposed(place, 0)
    environment = {**place.environment, "FIRM_MEMORY_UNATTENDED_APPROVAL": "on"}
    script = Path(sys.executable).parent / "firm-memory"
    running = [
        subprocess.Popen(
            [script, "approve", candidate, "--by", by, "--json"],
            cwd="/",
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for by in ("lead", "other")
    ]
    outputs = [each.communicate() for each in running]
    codes = [each.returncode for each in running]
    assert sorted(codes) == [0, 1], outputs
    won, lost = (json.loads(outputs[codes.index(code)][0]) for code in (0, 1))
    assert f"already_approved: by {won['decision']['by']}" in lost["error"]
    with place.observed() as seen:
        assert (seen.kinds(candidate), seen.rows(candidate)) == (["proposed", "approved"], ["2"])


@pytest.mark.soak
def test_soak_many_races(place: Place, nursery: Nursery) -> None:
    """Rule: the same, often, among four; prints who won."""
    won: Counter[str] = Counter()
    for number in range(SOAK_ROUNDS):
        deciders = [("approve", "lead"), ("approve", "other"), ("reject", "third"), ("approve", "fourth")]
        won[raced(place, nursery, number, *deciders)] += 1
    figures = f"{SOAK_ROUNDS} candidates, 4 processes each, 0 doubled; won by {dict(won)}"
    print(f"\nraces: {figures}")  # noqa: T201 -- a soak prints its figures
