"""What was said and done about a memory elsewhere enters its ledger, and counts once the memory is approved."""

from __future__ import annotations

import attrs

from firm_memory.domain.ledger import EventKind
from firm_memory.domain.memory import FlagKind
from firm_memory.domain.stance import Stance, stances
from firm_memory.domain.status import MemoryStatus
from firm_memory.features.firm import Firm
from tests.application.former_memories import (
    CONFIRMED,
    EDIT,
    NETTING,
    REFUTED,
    THEN,
    TOKEN,
    approve,
    take_over,
    with_all,
)


def test_stances_and_dispute_take_effect_with_the_approval(dated: Firm) -> None:
    """Part 7: confirmations count, refutations become refutations, and both are seen by the fold of stances."""
    take_over(dated, with_all())
    assert dated.memory(NETTING.id).status is MemoryStatus.PROPOSED
    assert list(dated.at("oms").search("netting exchange")) == []
    approve(dated, NETTING)
    memory = dated.memory(NETTING.id)
    assert (memory.status, memory.confirmations) == (MemoryStatus.DISPUTED, 1)
    [flag] = memory.flags
    assert (flag.kind, flag.by, flag.reason, flag.at) == (FlagKind.REFUTATION, "anna", REFUTED.words, THEN)
    history = dated.container.records().ledger.history(NETTING.id)
    assert stances(history) == {"tomas": Stance.CONFIRMED, "anna": Stance.REFUTED}
    stored = dated.stored(NETTING.id)
    assert stored is not None
    assert stored.status is MemoryStatus.DISPUTED


def test_who_confirmed_there_does_not_count_twice_here(dated: Firm) -> None:
    """Confirmations, once each: a stance taken in the former memory is that principal's stance."""
    take_over(dated, with_all())
    approve(dated, NETTING)
    dated.at("oms", "tomas").confirm(NETTING.id)
    assert dated.memory(NETTING.id).confirmations == 1


def test_a_disputed_memory_is_disputed_without_an_author(dated: Firm) -> None:
    """Part 7: disputed becomes DISPUTED with an open flag that names nobody."""
    take_over(dated, attrs.evolve(NETTING, disputed=True))
    approve(dated, NETTING)
    memory = dated.memory(NETTING.id)
    assert (memory.status, [flag.by for flag in memory.flags]) == (MemoryStatus.DISPUTED, [""])


def test_a_refutation_that_was_verified_away_is_history(dated: Firm) -> None:
    """Lifecycle: verifying closes flags; a refutation older than the last verification disputes nothing again."""
    take_over(dated, attrs.evolve(NETTING, voices=(REFUTED,), verified_at=THEN))
    approve(dated, NETTING)
    assert dated.memory(NETTING.id).status is MemoryStatus.ACTIVE
    history = dated.container.records().ledger.history(NETTING.id)
    assert (stances(history), history[1].reason) == ({}, REFUTED.words)


def test_former_wordings_are_imported_events(dated: Firm) -> None:
    """Part 7: a history row is an event of kind imported; who and when in clear, the words sealed."""
    take_over(dated, with_all())
    ledger = dated.container.records().ledger
    event = ledger.history(NETTING.id)[1]
    assert (event.kind, event.reason) == (EventKind.IMPORTED, f"{EDIT.description}\n\n{EDIT.body}")
    assert event.details["edited_by"] == "mira"
    assert event.details["edited_at"] == "2026-10-05T08:00:00.000000Z"
    assert EDIT.body not in next(each.body for each in ledger.sealed() if each.seq == event.seq)


def test_a_secret_in_a_former_wording_does_not_enter(dated: Firm) -> None:
    """Gate: the secret rules hold for every text of an import; what breaks them is reported and left out."""
    leaky = attrs.evolve(EDIT, body=f"The deploy token is {TOKEN}.", description=None)
    outcome = take_over(dated, attrs.evolve(NETTING, edits=(leaky, attrs.evolve(EDIT, row="history 2"))))
    [refused] = outcome.candidates.refused
    assert (refused.place, bool(refused.rule)) == (f"remember:{NETTING.id} history 1", True)
    assert TOKEN not in refused.why
    assert outcome.events == 1


def test_an_opinion_that_is_too_long_is_reported(dated: Firm) -> None:
    """Domain: nothing is cut; what exceeds a limit is listed with its place."""
    long = attrs.evolve(REFUTED, words="no " * 400)
    outcome = take_over(dated, attrs.evolve(NETTING, voices=(long, CONFIRMED)))
    assert [each.place for each in outcome.candidates.refused] == [f"remember:{NETTING.id} confirmation 2"]
    assert dated.memory(NETTING.id).confirmations == 1


def test_a_rejected_memory_inherits_nothing_more(dated: Firm) -> None:
    """Lifecycle: what was decided against is closed, also to what an interrupted import still had to bring."""
    take_over(dated, NETTING)
    dated.desk.reject(NETTING.id, approver="lead", reason="out of date")
    assert take_over(dated, with_all()).events == 0


def test_a_stance_taken_here_outweighs_the_former_one(dated: Firm) -> None:
    """Confirmations, one replaces the other: the later word is the one that was said here."""
    take_over(dated, NETTING)
    approve(dated, NETTING)
    dated.at("oms", "anna").confirm(NETTING.id)
    take_over(dated, attrs.evolve(NETTING, voices=(REFUTED,)))
    assert dated.memory(NETTING.id).status is MemoryStatus.ACTIVE
