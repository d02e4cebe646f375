"""`kill -9` at every step of propose and approve, and at any time: nothing is lost, nothing is doubled."""

from __future__ import annotations

import itertools
import random
import signal
from collections import Counter
from collections.abc import Iterator

import pytest

from firm_memory import Amendment
from tests.trials.conftest import Nursery, Place
from tests.trials.nursery import FIRM_WIDE, Deed

# Two moments each. An approval prepares the records and the store, commits, puts, reads back and marks.
# With a supersession there are two rows, and so one more put and one more reading back.
MOMENTS = {"propose": 4, "approve": 12, "amend": 12, "supersede": 16}
FINISHERS = ("sync", "approve", "start")
SEED = 20
ORDINARY = 10  # a place; there are two
SOAK = 72


class Trial:
    """One process that dies in one place, and what the next process must find."""

    def __init__(self, place: Place, nursery: Nursery, verb: str, number: int) -> None:
        self.place, self.nursery, self.verb = place, nursery, verb
        self.content = f"Fact number {number} about odd lots."
        self.old = self._approved() if verb == "supersede" else None
        self.candidate = "" if verb == "propose" else self._proposed()

    def _proposed(self) -> str:
        with self.place.observed() as seen:
            proposal = seen.memory.propose(
                self.content, type="terminology", scope=FIRM_WIDE, reference="mr-1", supersedes=self.old
            )
            return str(proposal.candidate_id)

    def _approved(self) -> str:
        with self.place.observed() as seen:
            proposal = seen.memory.propose(
                f"Before: {self.content}", type="terminology", scope=FIRM_WIDE, reference="mr-0"
            )
            return str(seen.memory.approvals.approve(proposal.candidate_id, approver="lead").id)

    def dies(self, *, fatal: int | None = None, seconds: float | None = None) -> str:
        """Let a process die; give what it reported as done, if it came to that."""
        deed = Deed(
            verb=self.verb,
            environment=self.place.environment,
            content=self.content,
            candidate=self.candidate,
            fatal=fatal,
            seconds=seconds,
        )
        [end] = self.nursery.let(deed)
        assert "error" not in end, end
        if fatal is not None:
            assert (end["signal"], end.get("id")) == (signal.SIGKILL, None), end
        return str(end.get("id", ""))

    def survives(self, reported: str, finisher: str) -> str:
        """What holds after the death, and once somebody finished what was left; how far the process had come."""
        return (
            self._proposal_survives(reported) if self.verb == "propose" else self._approval_survives(reported, finisher)
        )

    def _proposal_survives(self, reported: str) -> str:
        with self.place.observed() as seen:
            waiting = [str(each.id) for each in seen.memory.approvals.pending() if each.memory.content == self.content]
            assert waiting in ([], [reported]) if reported else len(waiting) <= 1
            assert not reported or waiting
        again = self._proposed()
        assert waiting in ([], [again])
        with self.place.observed() as seen:
            assert seen.kinds(again) == ["proposed"]
            assert (seen.status(again), seen.rows(again)) == ("proposed", [])
        return "recorded" if waiting else "unrecorded"

    def _approval_survives(self, reported: str, finisher: str) -> str:
        with self.place.observed() as seen:
            status, kinds = seen.status(self.candidate), seen.kinds(self.candidate)
            assert (status, kinds) in (
                ("proposed", ["proposed"]),
                ("approving", ["proposed", "approved"]),
                ("active", ["proposed", "approved"]),
            )
            assert status != "proposed" or seen.rows(self.candidate) == []  # the ledger comes first
            if self.old:  # both records or none
                assert seen.status(self.old) == ("active" if status == "proposed" else "superseded")
            if reported:
                assert (reported, status, seen.rows(self.candidate)) == (self.candidate, "active", ["2"])
            self._finish(seen.memory.container.sync(), status, finisher)
        with self.place.observed() as seen:
            words = f"{self.content} As amended." if self.verb == "amend" else self.content
            assert seen.kinds(self.candidate) == ["proposed", "approved"]
            assert (seen.status(self.candidate), seen.rows(self.candidate)) == ("active", ["2"])
            assert [hit.content for hit in seen.memory.search(words) if str(hit.id) == self.candidate] == [words]
            assert not seen.memory.container.records().ledger.unstored()
            if self.old:
                assert (seen.status(self.old), seen.rows(self.old)) == ("superseded", ["3"])
                assert self.old not in {str(hit.id) for hit in seen.memory.search(self.content)}
        return status

    def _finish(self, sync: object, status: str, finisher: str) -> None:
        """Finish what the process left: by sync, by the start of a server, or by approving again."""
        if status != "proposed" and finisher in {"sync", "start"}:
            assert callable(sync)
            assert sync() == (1 if status == "approving" else 0)
            return
        with self.place.observed() as seen:
            amendment = Amendment(content=f"{self.content} As amended.") if self.verb == "amend" else Amendment()
            record = seen.memory.approvals.approve(self.candidate, approver="lead", amendment=amendment)
            assert (str(record.id), record.status.value) == (self.candidate, "active")


def drawn(seed: int, trials: int) -> Iterator[tuple[str, int | None, float | None, str]]:
    """So many ways to die: mostly at a step, every third at any time; the finisher changes from one to the next."""
    chance = random.Random(seed)  # noqa: S311 -- moments, not secrets
    moments = [(verb, moment) for verb, most in MOMENTS.items() for moment in range(1, most + 1)]
    chance.shuffle(moments)
    steps = itertools.cycle(moments)
    for number, finisher in zip(range(trials), itertools.cycle(FINISHERS), strict=False):
        if number % 3 == 2:
            yield chance.choice(list(MOMENTS)), None, chance.uniform(0, 0.15), finisher
        else:
            verb, moment = next(steps)
            yield verb, moment, None, finisher


def tried(place: Place, nursery: Nursery, ways: Iterator[tuple[str, int | None, float | None, str]]) -> Counter[str]:
    """Hold the trials, and count how far the processes had come when they died."""
    found: Counter[str] = Counter()
    for number, (verb, fatal, seconds, finisher) in enumerate(ways):
        trial = Trial(place, nursery, verb, number)
        found[f"{verb}: {trial.survives(trial.dies(fatal=fatal, seconds=seconds), finisher)}"] += 1
    return found


@pytest.mark.parametrize("verb", MOMENTS)
def test_the_moments_are_all_there_are(place: Place, nursery: Nursery, verb: str) -> None:
    """Rule: a write takes exactly the counted steps, in their order, so that a kill at each of them misses none."""
    trial = Trial(place, nursery, verb, 0)
    deed = Deed(verb=verb, environment=place.environment, content=trial.content, candidate=trial.candidate)
    [end] = nursery.let(deed)
    steps = ["prepare the records", "commit"]
    if verb != "propose":
        rows = ["put", "read back"] * (2 if verb == "supersede" else 1)
        steps = ["prepare the records", "prepare the store", "commit", *rows, "mark"]
    assert end["steps"] == [f"{side} {step}" for step in steps for side in ("before", "after")]
    assert len(end["steps"]) == MOMENTS[verb]
    assert (end["signal"], bool(end["id"])) == (None, True)


def test_a_killed_process_loses_and_doubles_nothing(place: Place, nursery: Nursery) -> None:
    """Rule: after `kill -9` at a drawn step or time: the ledger verifies, what was reported as done is there.

    What was recorded is finished by sync, by a start or by approving again; what was not can be done again. In
    the end there is one record, one event of each kind, one row of the right revision.
    """
    found = tried(place, nursery, drawn(SEED, ORDINARY))
    assert found.total() == ORDINARY


@pytest.mark.soak
def test_soak_a_kill_at_every_step_and_at_many_times(place: Place, nursery: Nursery) -> None:
    """Rule: the same at every step of every write, and at random times; prints how far the processes had come."""
    found = tried(place, nursery, drawn(SEED + 1, SOAK))
    assert sum(MOMENTS.values()) <= SOAK - SOAK // 3  # so each moment was drawn
    where = "files" if "FIRM_MEMORY_CANDIDATES_PATH" in place.environment else "Postgres"
    figures = f"{found.total()} trials, 0 lost, 0 doubled; {dict(sorted(found.items()))}"
    print(f"\nkill -9, records in {where}: {figures}")  # noqa: T201 -- a soak prints its figures
