from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import attrs
import pytest
from hypothesis import given

from firm_memory.domain.candidate import Candidacy, Decision, Record, Ruling, Verdict
from firm_memory.domain.errors import InvalidContent, InvalidField, InvalidTimestamp
from firm_memory.domain.memory import Memory
from firm_memory.domain.status import MemoryStatus
from tests.strategies import FEW, decisions, memories, records

NOW = datetime(2026, 5, 4, 10, tzinfo=UTC)
RULING = Ruling(automatic=False, reason="a person decides")
REJECTION = Decision(verdict=Verdict.REJECTED, by="lead", at=NOW, reason="Too vague.", revision=2)


@FEW
@given(records())
def test_candidate_and_memory_share_their_id(record: Record) -> None:
    """Approval keeps the id."""
    assert record.id == record.memory.id


@FEW
@given(memories(), decisions())
def test_a_record_reads_approving_only_between_its_approval_and_the_store(memory: Memory, decision: Decision) -> None:
    """Any later change, and any stored record, shows the memory's own status."""
    approved = Candidacy(ruling=RULING, decision=attrs.evolve(decision, revision=memory.revision))
    unfinished = Record(memory=memory, candidacy=approved, stored=False)
    in_force = memory.status in (MemoryStatus.ACTIVE, MemoryStatus.DISPUTED)
    assert unfinished.status is (MemoryStatus.APPROVING if in_force else memory.status)
    earlier = attrs.evolve(approved, decision=attrs.evolve(decision, revision=memory.revision + 1))
    for record in (
        attrs.evolve(unfinished, stored=True),
        attrs.evolve(unfinished, candidacy=None),
        attrs.evolve(unfinished, candidacy=attrs.evolve(approved, decision=None)),
        attrs.evolve(unfinished, candidacy=earlier),
    ):
        assert record.status is memory.status


@pytest.mark.parametrize(
    ("change", "error", "field"),
    [
        ({"reason": None}, InvalidContent, "reason"),
        ({"reason": "\t"}, InvalidContent, "reason"),
        ({"reason": "x" * 1_001}, InvalidContent, "reason"),
        ({"by": ""}, InvalidField, "decision.by"),
        ({"by": "lead\nadmin"}, InvalidField, "decision.by"),
        ({"at": datetime(2026, 5, 4)}, InvalidTimestamp, "timestamp"),  # noqa: DTZ001 -- the point
    ],
)
def test_a_decision_says_who_when_and_why(change: dict[str, Any], error: type[InvalidField], field: str) -> None:
    """A rejection has a reason; nobody decides without a name."""
    with pytest.raises(error) as refusal:
        attrs.evolve(REJECTION, **change)
    assert refusal.value.field == field


def test_an_approval_needs_no_words() -> None:
    """What was approved stands in the record itself."""
    assert attrs.evolve(REJECTION, verdict=Verdict.APPROVED, reason=None).reason is None
