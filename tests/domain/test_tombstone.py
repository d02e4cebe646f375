"""The tombstone: every free text of a record is gone, and no way leads back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import cast

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain import lifecycle
from firm_memory.domain.candidate import Candidacy, Decision, Notice, Record, Ruling, Verdict
from firm_memory.domain.errors import IllegalTransition, InvalidContent, InvalidField, Redacted
from firm_memory.domain.memory import Memory
from firm_memory.domain.redaction import REDACTED, Redaction
from firm_memory.domain.stance import confirm
from firm_memory.domain.status import STORED, MemoryStatus
from firm_memory.domain.tombstone import redacted, require_words
from tests.strategies import FEW, memories

NOW = datetime(2027, 5, 4, 10, tzinfo=UTC)
REDACTION = Redaction(by="admin", at=NOW, reason="A password had slipped in.")
RULING = Ruling(automatic=False, reason="a person decides")


def _texts(value: object) -> Iterator[str]:
    """Every free text in a value of the domain, by what its classes mark as such."""
    if isinstance(value, tuple):
        for each in cast("tuple[object, ...]", value):
            yield from _texts(each)
    elif attrs.has(type(value)):
        for field in attrs.fields(cast("type[attrs.AttrsInstance]", type(value))):
            held = getattr(value, field.name)
            if field.metadata.get("free_text"):
                yield from (held,) if isinstance(held, str) else held or ()
            else:
                yield from _texts(held)


def _record(memory: Memory, reason: str | None = "Too vague.") -> Record:
    if memory.status is MemoryStatus.PROPOSED:
        return Record(memory=memory, candidacy=Candidacy(ruling=RULING, notices=(Notice(rule="odd", why="It is."),)))
    verdict = Verdict.REJECTED if reason else Verdict.APPROVED
    decision = Decision(verdict=verdict, by="lead", at=NOW, reason=reason, revision=2)
    return Record(memory=memory, candidacy=Candidacy(ruling=RULING, decision=decision))


@FEW
@given(memories(), st.sampled_from(["Too vague.", None]))
def test_no_free_text_is_left_but_the_redaction_s_own_reason(memory: Memory, reason: str | None) -> None:
    """Rule: whatever a class marks as free text is gone; people, moments, scope, links and the id stay."""
    tombstone = redacted(_record(memory, reason), REDACTION)
    assert set(_texts(tombstone)) <= {REDACTED, REDACTION.reason}
    after = tombstone.memory
    kept = ("id", "type", "scope", "tier", "task", "steward", "supersedes", "superseded_by", "created_at")
    assert [getattr(after, name) for name in kept] == [getattr(memory, name) for name in kept]
    assert (after.provenance.commit, after.provenance.doc_sha, after.redaction) == (None, None, REDACTION)
    assert (after.revision, after.updated_at) == (memory.revision + 1, NOW)
    assert [(flag.kind, flag.by) for flag in after.flags] == [(flag.kind, flag.by) for flag in memory.flags]
    assert tombstone.candidacy is not None
    assert tombstone.candidacy.notices == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (MemoryStatus.PROPOSED, MemoryStatus.REJECTED),
        (MemoryStatus.ACTIVE, MemoryStatus.ARCHIVED),
        (MemoryStatus.DISPUTED, MemoryStatus.ARCHIVED),
        *((each, each) for each in (MemoryStatus.REJECTED, MemoryStatus.SUPERSEDED, MemoryStatus.ARCHIVED)),
    ],
)
@FEW
@given(memory=memories())
def test_it_leaves_queue_and_recall(before: MemoryStatus, after: MemoryStatus, memory: Memory) -> None:
    """Rule: a candidate ends rejected by the redaction, a memory archived; what had ended stays as it ended."""
    tombstone = redacted(_record(attrs.evolve(memory, status=before)), REDACTION)
    assert tombstone.status is after
    decision = tombstone.candidacy.decision if tombstone.candidacy else None
    assert decision is not None
    if before is MemoryStatus.PROPOSED:
        assert (decision.verdict, decision.by, decision.reason) == (Verdict.REJECTED, "admin", REDACTION.reason)
    else:
        assert (decision.by, decision.reason) == ("lead", REDACTED)


@FEW
@given(memories())
def test_a_note_has_no_gate_to_tell_of(memory: Memory) -> None:
    """Rule: what never passed the gate has no decision afterwards either."""
    assert redacted(Record(memory=memory), REDACTION).candidacy is None


@FEW
@given(memories(), st.sampled_from(sorted(STORED, key=lambda each: each.value)))
def test_no_way_leads_back(memory: Memory, status: MemoryStatus) -> None:
    """Rule: a redacted memory is never restored, verified, approved, confirmed or transferred."""
    tombstone = redacted(_record(attrs.evolve(memory, status=status)), REDACTION).memory
    for change in (lifecycle.verify, lifecycle.archive):
        with pytest.raises(IllegalTransition):
            change(tombstone, NOW)
    with pytest.raises(IllegalTransition):
        confirm(tombstone, by="dana")
    with pytest.raises(IllegalTransition):
        lifecycle.approve(Record(memory=tombstone), by="lead", now=NOW)
    with pytest.raises(Redacted, match=r"redacted by admin on 2027-05-04 because A password"):
        require_words(tombstone)
    with pytest.raises(Redacted, match=r"redacted by admin on 2027-05-04 because A password"):
        lifecycle.transfer(tombstone, "kim")
    archived = attrs.evolve(tombstone, status=MemoryStatus.ARCHIVED)
    with pytest.raises(Redacted, match="never come back"):
        lifecycle.restore(archived, NOW)
    require_words(memory)


def test_a_redaction_names_a_person_and_a_reason() -> None:
    """Rule: who and why stay for ever, so neither may be blank."""
    with pytest.raises(InvalidField, match=r"^redaction\.by: "):
        Redaction(by=" ", at=NOW, reason="x")
    with pytest.raises(InvalidContent, match=r"^reason: is empty"):
        Redaction(by="admin", at=NOW, reason=" ")
