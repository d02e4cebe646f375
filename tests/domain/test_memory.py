from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import Any

import attrs
import pytest
from hypothesis import given

from firm_memory.domain.errors import (
    ForbiddenCharacter,
    InvalidContent,
    InvalidField,
    InvalidSupersession,
    InvalidTask,
    InvalidTimestamp,
)
from firm_memory.domain.memory import DISPUTE_PENALTY, Flag, FlagKind, Memory, require_length
from firm_memory.domain.provenance import Provenance, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import Disposition, MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType
from tests.strategies import FEW, memories

NOW = datetime(2026, 5, 4, 10, tzinfo=UTC)
OWN, OTHER = uuid.UUID(int=1), uuid.UUID(int=2)
SOUND = Memory(
    id=OWN,
    content="Orders after 15:20 go to netting.",
    type=MemoryType.BUSINESS_RULE,
    scope=MemoryScope(repos=("oms",)),
    confidence=0.7,
    provenance=Provenance(kind=SourceKind.MR, reference="mr-4821", proposed_by="dana"),
    created_at=NOW,
    updated_at=NOW,
)


@pytest.mark.parametrize(
    ("change", "error", "field", "remedy"),
    [
        ({"content": ""}, InvalidContent, "content", "Say the fact"),
        ({"content": " \n "}, InvalidContent, "content", "Say the fact"),
        ({"content": "x" * 16_001}, InvalidContent, "content", "split it"),
        ({"content": "a\x00b"}, ForbiddenCharacter, "content", "Remove it"),
        ({"title": ""}, InvalidContent, "title", "Say the fact"),
        ({"title": "x" * 201}, InvalidContent, "title", "split it"),
        ({"title": "one\ntwo"}, InvalidContent, "title", "Write it on one line"),
        ({"summary": "one\u2028two"}, InvalidContent, "summary", "Write it on one line"),
        ({"summary": "trailing\r"}, InvalidContent, "summary", "Write it on one line"),
        ({"task": "mr-1"}, InvalidTask, "task", "Working notes have a task, nothing else does"),
        ({"tier": MemoryTier.EPISODIC}, InvalidTask, "task", "Working notes have a task, nothing else does"),
        ({"tier": MemoryTier.INDEX, "task": "mr-1"}, InvalidTask, "task", "Working notes"),
        ({"tier": MemoryTier.EPISODIC, "task": " "}, InvalidTask, "task", "Name the task"),
        ({"tier": MemoryTier.EPISODIC, "task": "x" * 201}, InvalidTask, "task", "Name the task"),
        ({"tier": MemoryTier.EPISODIC, "task": "a\u202e"}, ForbiddenCharacter, "task", "Remove it"),
        ({"disposition": Disposition.FIXED}, InvalidTask, "disposition", "Only working notes"),
        ({"tags": tuple(map(str, range(33)))}, InvalidField, "tags", "Give at most 32"),
        ({"tags": ("x" * 65,)}, InvalidContent, "tags", "fewer words"),
        ({"tags": ("\ufdfa" * 8,)}, InvalidContent, "tags", "fewer words"),
        ({"tags": (" ",)}, InvalidContent, "tags", "Say"),
        ({"tags": "netting"}, InvalidField, "tags", "Give a list"),
        ({"steward": ""}, InvalidField, "steward", "Give a name"),
        ({"steward": "a\nb"}, InvalidField, "steward", "on one line"),
        ({"revision": 0}, InvalidField, "revision", "leave it out"),
        ({"supersedes": OWN}, InvalidSupersession, "supersedes", "Name another memory"),
        ({"superseded_by": OWN}, InvalidSupersession, "superseded_by", "Name another memory"),
        ({"supersedes": OTHER, "superseded_by": OTHER}, InvalidSupersession, "superseded_by", "Name a newer memory"),
        ({"created_at": datetime(2026, 5, 4)}, InvalidTimestamp, "timestamp", "aware"),  # noqa: DTZ001 -- the point
        ({"verified_at": datetime(2026, 5, 4)}, InvalidTimestamp, "timestamp", "aware"),  # noqa: DTZ001 -- the point
    ],
)
def test_a_broken_invariant_names_its_field_and_the_remedy(
    change: dict[str, Any], error: type[InvalidField], field: str, remedy: str
) -> None:
    """Every invariant is checked at construction, with its own error type."""
    with pytest.raises(error) as refusal:
        attrs.evolve(SOUND, **change)
    assert type(refusal.value) is error
    assert refusal.value.field == field
    assert str(refusal.value).startswith(f"{field}: ")
    assert remedy in str(refusal.value)


@FEW
@given(memories())
def test_what_satisfies_the_invariants_is_kept_as_it_is(memory: Memory) -> None:
    """Rebuilding a memory from its own fields gives the same memory: normalising is idempotent."""
    assert attrs.evolve(memory) == memory


def test_a_working_note_has_a_task_and_a_disposition() -> None:
    """EPISODIC ⇔ has a task; what became of the finding is known of notes only."""
    note = attrs.evolve(SOUND, tier=MemoryTier.EPISODIC, task="mr-901", disposition=Disposition.OPEN)
    assert (note.task, note.disposition) == ("mr-901", Disposition.OPEN)


def test_tags_are_compared_as_texts_are() -> None:
    """Case, composition, spacing, order and doubles make no difference."""
    memory = attrs.evolve(SOUND, tags=("Risk  Desk", "cafe\u0301", "risk desk", "CAFÉ"))
    assert memory.tags == ("café", "risk desk")


def test_the_dispute_penalty_is_the_reader_s_and_never_stored() -> None:
    """Effective = stored - 0.3, not below 0, and only while disputed."""
    assert pytest.approx(0.3) == DISPUTE_PENALTY
    disputed = attrs.evolve(SOUND, status=MemoryStatus.DISPUTED)
    assert disputed.effective_confidence == pytest.approx(0.4)
    assert disputed.confidence == SOUND.confidence == SOUND.effective_confidence
    assert attrs.evolve(disputed, confidence=0.1).effective_confidence == 0


def test_a_model_reads_title_and_content() -> None:
    """The title leads, where there is one."""
    assert SOUND.embedded_text == SOUND.content
    assert attrs.evolve(SOUND, title="Netting").embedded_text == f"Netting\n{SOUND.content}"


def test_new_content_is_held_to_the_configured_limit() -> None:
    """4,000 characters unless raised; the message names the limit."""
    require_length("x" * 4_000)
    with pytest.raises(InvalidContent, match=r"^content: 4,001 characters, the limit is 4,000"):
        require_length("x" * 4_001)
    require_length("x" * 16_000, 16_000)


@pytest.mark.parametrize(
    ("change", "field"),
    [({"reason": " "}, "reason"), ({"reason": "x" * 1_001}, "reason"), ({"by": "a\x00"}, "flags.by")],
)
def test_a_flag_says_in_clean_words_why(change: dict[str, Any], field: str) -> None:
    """A report without a reason helps nobody."""
    sound = Flag(kind=FlagKind.REFUTATION, by="dana", reason="It changed.", at=NOW)
    with pytest.raises(InvalidContent, match=rf"^{field}: "):
        attrs.evolve(sound, **change)


def test_a_flag_may_have_no_author() -> None:
    """Disputes that were imported from elsewhere do not say who raised them."""
    assert Flag(kind=FlagKind.CORRECTION, by="", reason="imported as disputed", at=NOW).by == ""
