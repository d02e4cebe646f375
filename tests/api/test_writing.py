"""Writes through the Python API: what they take, what they raise, and to whom they belong."""

from __future__ import annotations

import attrs
import pytest

from firm_memory import Anchor, FirmMemory, MemoryScope, MemoryType, SourceKind
from firm_memory.domain.errors import (
    InvalidConfidence,
    InvalidContent,
    InvalidField,
    InvalidId,
    InvalidProvenance,
    InvalidScope,
    InvalidTask,
    UnknownType,
)
from tests.api.conftest import Opening
from tests.api.facts import FACT


def test_everything_a_proposal_takes_is_kept(memory: FirmMemory) -> None:
    """Rule: what is proposed is what waits, with the person who proposed it and the default scope of the checkout."""
    anchor = Anchor(repo="quant/oms", path="src/ticks.py", symbol="Tick")
    kept = memory.propose(
        FACT["content"],
        type=MemoryType.CONVENTION,
        reference="docs/prices.md",
        title="Ticks",
        summary="Prices are ticks",
        evidence="Two roundings differed in March.",
        commit="1f3c9d2",
        anchors=[anchor],
        tags=["Prices"],
        confidence=0.6,
        kind="document",
    )
    [record] = memory.approvals.pending()
    found = record.memory
    assert record.id == kept.candidate_id
    assert (found.title, found.summary, found.tags, found.confidence) == ("Ticks", "Prices are ticks", ("prices",), 0.6)
    assert (found.provenance.kind, found.provenance.anchors) == (SourceKind.DOCUMENT, (anchor,))
    assert (found.provenance.evidence, found.provenance.commit) == ("Two roundings differed in March.", "1f3c9d2")
    assert (found.provenance.proposed_by, found.steward, found.scope) == (
        "mira",
        "mira",
        MemoryScope(repos=("quant/oms",)),
    )


def test_the_same_proposal_again_meets_its_own_candidate(memory: FirmMemory) -> None:
    """Rule: a repeated proposal, as of a CI re-run, doubles nothing and adds its reference."""
    first = memory.propose(**FACT)  # type: ignore[arg-type]  # a table of keywords
    again = memory.propose(**{**FACT, "reference": "mr-2"})  # type: ignore[arg-type]  # the same
    assert again.candidate_id == first.candidate_id
    [record] = memory.approvals.pending()
    assert record.memory.provenance.also_seen == ("mr-2",)


def test_a_refusal_is_an_answer_and_cannot_be_approved(memory: FirmMemory) -> None:
    """Rule: what the gate refuses says rule and remedy; approving its absent candidate is a usage error."""
    refused = memory.propose("```\nx = 1\n```", type="bug_fixes", reference="mr-1")
    assert (refused.accepted, refused.candidate_id) == (False, None)
    assert "code.fence" in refused.decision.reason
    with pytest.raises(InvalidId, match="refused"):
        memory.approvals.approve(refused.candidate_id, approver="lead")
    assert memory.approvals.pending() == ()


@pytest.mark.parametrize(
    ("changes", "error", "field"),
    [
        ({"content": " "}, InvalidContent, "content"),
        ({"content": 7}, InvalidField, "content"),
        ({"content": "x" * 4_001}, InvalidContent, "content"),
        ({"type": "rule"}, UnknownType, "type"),
        ({"type": None}, InvalidField, "type"),
        ({"reference": ""}, InvalidProvenance, "reference"),
        ({"reference": None}, InvalidField, "reference"),
        ({"scope": {"firm": True}}, InvalidScope, "scope"),
        ({"title": 7}, InvalidField, "title"),
        ({"confidence": True}, InvalidConfidence, "confidence"),
        ({"confidence": "high"}, InvalidConfidence, "confidence"),
        ({"confidence": float("nan")}, InvalidConfidence, "confidence"),
        ({"tags": "prices"}, InvalidField, "tags"),
        ({"tags": [1]}, InvalidField, "tags"),
        ({"anchors": [{"repo": "oms"}]}, InvalidField, "anchors"),
        ({"anchors": Anchor(repo="oms", path="a")}, InvalidField, "anchors"),
        ({"kind": "rumour"}, InvalidField, "kind"),
        ({"supersedes": "the old one"}, InvalidId, "supersedes"),
    ],
)
def test_an_unusable_argument_is_named_and_nothing_is_queued(
    memory: FirmMemory, changes: dict[str, object], error: type[InvalidField], field: str
) -> None:
    """Rule: each invariant has its error, which names the argument; wrong types are usage errors like the rest."""
    with pytest.raises(error) as raised:
        memory.propose(**{**FACT, **changes})  # type: ignore[arg-type]  # untyped callers are the subject
    assert raised.value.field == field
    assert memory.approvals.pending() == ()


def test_notes_belong_to_a_task(memory: FirmMemory) -> None:
    """Rule: `for_task` narrows to a task's notes; they are read back in order and never recalled by ordinary search."""
    task = memory.for_task("mr-4821")
    task.note("Flagged the slow query.", disposition="open")
    task.note("The index is missing.", disposition="accepted")
    assert [entry.note.content for entry in task.timeline().entries] == [
        "Flagged the slow query.",
        "The index is missing.",
    ]
    assert not memory.search("slow query")
    assert memory.search("slow query", task="mr-4821")[0].content == "Flagged the slow query."
    assert memory.for_task("mr-1").timeline().entries == ()
    with pytest.raises(InvalidField, match="disposition"):
        task.note("Again.", disposition="maybe")
    with pytest.raises(InvalidTask, match="for_task"):
        memory.note("Nowhere.")
    with pytest.raises(InvalidTask):
        memory.for_task("  ")
    with pytest.raises(InvalidField):
        memory.for_task(None)  # type: ignore[arg-type]  # untyped callers are the subject


def test_a_memory_cannot_be_changed(memory: FirmMemory) -> None:
    """Rule: `FirmMemory` is immutable; narrowing gives another one and leaves the first as it was."""
    narrowed = memory.for_task("mr-1")
    assert (memory.task, narrowed.task, narrowed.container) == (None, "mr-1", memory.container)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        memory.task = "mr-2"  # type: ignore[misc]  # that it is refused is the point
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        memory.approvals.via = "mcp"  # type: ignore[misc]  # the same


def test_records_that_end_with_the_process_are_told_of(opened: Opening) -> None:
    """Rule: with FIRM_MEMORY_CANDIDATES_PATH=:memory: every proposal says that it will not outlive the process."""
    proposal = opened(FIRM_MEMORY_CANDIDATES_PATH=":memory:").propose(**FACT)  # type: ignore[arg-type]  # keywords
    assert "in_process" in {notice.rule for notice in proposal.notices}
    proposal = opened().propose(**FACT)  # type: ignore[arg-type]  # the same
    assert "in_process" not in {notice.rule for notice in proposal.notices}
