from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime
from itertools import product
from typing import Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.approval import ApprovalPolicy, confidence_at_birth, rule_on
from firm_memory.domain.errors import InvalidConfidence
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import Provenance, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from tests.strategies import FEW, memories

NOW: Final = datetime(2026, 5, 4, 10, tzinfo=UTC)
ON: Final = ApprovalPolicy(automatic=True)
# A candidate to which nothing stands in the way of automatic approval.
CLEAR: Final = Memory(
    id=uuid.UUID(int=1),
    content="The replay container has to run before the gateway's tests.",
    type=MemoryType.TOOLING_SETUP,
    scope=MemoryScope(repos=("gateway",)),
    confidence=1.0,
    provenance=Provenance(kind=SourceKind.INTERVIEW, reference="interview-lead", proposed_by="dana"),
    created_at=NOW,
    updated_at=NOW,
)


def test_v1_has_every_candidate_wait_for_a_person() -> None:
    """Automatic approval is off by default, and the ruling says so."""
    ruling = rule_on(ApprovalPolicy(), CLEAR, similar=0, notices=0)
    assert not ruling.automatic
    assert ruling.reason == "automatic approval is off: every candidate waits for a person"


def test_a_clear_candidate_passes_where_automatic_approval_is_on() -> None:
    """From the threshold on, 0.85 unless set; the reason is recorded as well."""
    assert rule_on(ON, CLEAR, similar=0, notices=0).automatic
    at_threshold = rule_on(ON, attrs.evolve(CLEAR, confidence=0.85), similar=0, notices=0)
    assert (at_threshold.automatic, at_threshold.reason) == (True, "confidence 0.85 reaches 0.85")


@pytest.mark.parametrize("kind", list(MemoryType))
def test_the_four_marked_types_always_need_a_person(kind: MemoryType) -> None:
    """bug-approval-07: no confidence skips the human for decisions, conventions, business rules and incidents."""
    marked = {"architecture_decisions", "coding_conventions", "business_rules", "production_issues"}
    ruling = rule_on(ON, attrs.evolve(CLEAR, type=kind), similar=0, notices=0)
    assert ruling.automatic == (kind.value not in marked)
    assert kind.value not in marked or ruling.reason == f"{kind.value} always needs a person"


@pytest.mark.parametrize(
    ("change", "similar", "notices", "reason"),
    [
        ({"scope": MemoryScope(firm=True)}, 0, 0, "firm-wide"),
        ({"scope": MemoryScope(firm=True, repos=("gateway",))}, 0, 0, "firm-wide"),
        ({"tags": ("Production-Critical",)}, 0, 0, "tagged production-critical"),
        ({"supersedes": uuid.UUID(int=2)}, 0, 0, "it supersedes a memory"),
        ({}, 1, 0, r"similar to it \(1\)"),
        ({}, 0, 2, "2 warnings"),
        ({"confidence": 0.849}, 0, 0, r"confidence 0\.85 is below 0\.85"),
        ({"confidence": 0.0}, 0, 0, r"confidence 0\.00 is below"),
    ],
)
def test_each_never_of_the_policy_holds_alone(change: dict[str, Any], similar: int, notices: int, reason: str) -> None:
    """Firm-wide scope, production-critical, a near-duplicate or rival, a flag, a confidence below the threshold."""
    ruling = rule_on(ON, attrs.evolve(CLEAR, **change), similar=similar, notices=notices)
    assert not ruling.automatic
    assert re.search(reason, ruling.reason)


@pytest.mark.parametrize("threshold", [float("nan"), float("inf"), 1.5])
def test_a_threshold_that_no_number_reaches_approves_nothing(threshold: float) -> None:
    """A mistyped threshold must close the gate, not open it."""
    assert not rule_on(ApprovalPolicy(automatic=True, threshold=threshold), CLEAR, similar=0, notices=0).automatic


@FEW
@given(memories(), st.booleans(), st.floats(0, 1), st.integers(0, 2), st.integers(0, 2))
def test_nothing_passes_that_some_never_forbids(
    memory: Memory,
    automatic: bool,  # noqa: FBT001 -- drawn
    threshold: float,
    similar: int,
    notices: int,
) -> None:
    """Over any facts: automatic only if every condition is met, and always with a reason."""
    ruling = rule_on(ApprovalPolicy(automatic=automatic, threshold=threshold), memory, similar=similar, notices=notices)
    allowed = (
        automatic
        and not memory.type.needs_person
        and not memory.scope.firm
        and "production-critical" not in memory.tags
        and memory.supersedes is None
        and not similar
        and not notices
        and memory.confidence >= threshold
    )
    assert ruling.automatic == allowed
    assert ruling.reason


@pytest.mark.parametrize(
    ("kind", "born"),
    [
        (SourceKind.ADR, 1.0),
        (SourceKind.DOCUMENT, 1.0),
        (SourceKind.INTERVIEW, 1.0),
        (SourceKind.MR, 0.7),
        (SourceKind.ISSUE, 0.7),
        (SourceKind.INCIDENT, 0.7),
        (SourceKind.IMPORT, 0.7),
        (SourceKind.MANUAL, 0.7),
        (SourceKind.OBSERVATION, 0.3),
    ],
)
def test_confidence_at_birth_follows_the_source(kind: SourceKind, born: float) -> None:
    """1.0 authoritative document or interview, 0.7 distilled, 0.3 a single observation."""
    assert confidence_at_birth(kind, None, by_agent=False) == born
    assert confidence_at_birth(kind, None, by_agent=True) == min(born, 0.7)


@given(st.sampled_from(SourceKind), st.floats(0, 1), st.booleans())
def test_a_caller_may_only_lower_it(kind: SourceKind, asked: float, by_agent: bool) -> None:  # noqa: FBT001 -- drawn
    """And an agent never starts above 0.7."""
    born = confidence_at_birth(kind, asked, by_agent=by_agent)
    assert born == min(asked, confidence_at_birth(kind, None, by_agent=by_agent))
    assert born <= asked
    assert born <= 0.7 or not by_agent


@pytest.mark.parametrize(("kind", "asked"), list(product(SourceKind, [2.0, -0.1, float("nan"), float("inf"), True])))
def test_a_confidence_out_of_range_is_refused_and_not_lowered_in_silence(kind: SourceKind, asked: float) -> None:
    """Asking for 2 is a mistake that the caller has to hear of."""
    with pytest.raises(InvalidConfidence, match=r"^confidence: is not between 0 and 1"):
        confidence_at_birth(kind, asked, by_agent=True)
