"""What was said of a memory elsewhere is put upon the candidate, or upon the memory where it is in force by now."""

from __future__ import annotations

from datetime import timedelta

import attrs
import pytest

from firm_memory.domain import inheritance, lifecycle
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import IllegalTransition
from firm_memory.domain.memory import FlagKind, Memory
from firm_memory.domain.status import MemoryStatus
from firm_memory.features.laws.sample_changes import Scribe

SCRIBE = Scribe()
NOW = SCRIBE.now
THEN = NOW - timedelta(days=30)


def candidate() -> Record:
    """A candidate that nobody said anything of."""
    return SCRIBE.candidate("Odd lots are netted before the close.")


def closed() -> Memory:
    """One that was decided against."""
    return SCRIBE.rejected(candidate(), "out of date").memory


def test_opinions_stand_on_a_candidate_without_deciding_it() -> None:
    """Rule: a candidate gains count and flags, one revision each, and goes on waiting."""
    memory = inheritance.confirmed(candidate().memory, by="tomas")
    memory = inheritance.refuted(memory, by="anna", reason="after it", at=THEN, now=NOW)
    memory = inheritance.disputed(memory, NOW)
    memory = inheritance.remembered(memory)
    assert (memory.status, memory.confirmations, memory.revision) == (MemoryStatus.PROPOSED, 1, 5)
    assert [(flag.kind, flag.by, flag.at) for flag in memory.flags] == [
        (FlagKind.REFUTATION, "anna", THEN),
        (FlagKind.CORRECTION, inheritance.NOBODY, NOW),
    ]


def test_a_candidate_with_flags_is_disputed_once_approved() -> None:
    """Rule: with an open flag it is DISPUTED from the first, and reads APPROVING until it is stored."""
    record = candidate()
    flagged = attrs.evolve(record, memory=inheritance.disputed(record.memory, NOW))
    approved = lifecycle.approve(flagged, by="lead", now=NOW)
    assert (approved.memory.status, approved.status) == (MemoryStatus.DISPUTED, MemoryStatus.APPROVING)
    assert attrs.evolve(approved, stored=True).status is MemoryStatus.DISPUTED


def test_what_is_in_force_takes_them_as_if_said_here() -> None:
    """Rule: what an interrupted import brings to a memory that was approved meanwhile has its effect at once."""
    memory = lifecycle.approve(candidate(), by="lead", now=NOW).memory
    assert inheritance.confirmed(memory, by="tomas").confirmations == 1
    assert inheritance.refuted(memory, by="anna", reason="after it", at=THEN, now=NOW).status is MemoryStatus.DISPUTED
    assert inheritance.disputed(memory, NOW).status is MemoryStatus.DISPUTED


def test_what_is_closed_takes_none() -> None:
    """Rule: an opinion on what is closed has no place; the error names the status."""
    with pytest.raises(IllegalTransition, match="rejected"):
        inheritance.confirmed(closed(), by="tomas")
    with pytest.raises(IllegalTransition, match="rejected"):
        inheritance.refuted(closed(), by="anna", reason="after it", at=THEN, now=NOW)
    with pytest.raises(IllegalTransition, match="rejected"):
        inheritance.disputed(closed(), NOW)
