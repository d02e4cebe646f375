"""One memory whole: what replaced it, what happened to it, and what a reader's scope hides of that."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import attrs

from firm_memory.application.get import Dossier
from firm_memory.application.timeline import Entry, TaskTimeline
from firm_memory.domain import lifecycle
from firm_memory.domain.candidate import Candidacy, Record, Ruling
from firm_memory.domain.label import Label, Mode, Reason
from firm_memory.domain.ledger import Event, EventKind
from firm_memory.domain.memory import Flag, FlagKind, Memory
from firm_memory.domain.principal import Caller
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.statement import Statement
from firm_memory.domain.status import Disposition, MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.entrypoints.mcp.answers import Answer
from firm_memory.entrypoints.mcp.dossier import HIDDEN_SUCCESSOR, get_answer
from firm_memory.entrypoints.mcp.fitting import written
from firm_memory.entrypoints.mcp.timelines import timeline_answer

NOW = datetime(2026, 5, 4, 10, tzinfo=UTC)
MIRA = Caller(name="mira", via="cli")
FOUND = Label(mode=Mode.LEXICAL)


def _memory(content: str, supersedes: uuid.UUID | None = None) -> Memory:
    statement = Statement(
        content=content,
        type=MemoryType.BUSINESS_RULE,
        scope=MemoryScope(repos=("oms",)),
        reference="mr-4821",
        supersedes=supersedes,
    )
    return attrs.evolve(statement.born(MIRA, NOW), status=MemoryStatus.ACTIVE)


def _event(seq: int, kind: EventKind, record: Record) -> Event:
    return Event(
        seq=seq, hash="0" * 64, kind=kind, occurred_at=NOW, principal="mira", on_behalf_of=None,
        via="cli", trust="local", records=(record,),
    )  # fmt: skip


def _shown(dossier: Dossier) -> Answer:
    assert dossier.record is not None
    return get_answer(dossier.record.id, dossier)


def test_a_superseded_memory_shows_what_stands_in_its_place() -> None:
    """Id, status and words of the end of its chain, in the text as in the structure."""
    old = _memory("It closes at 15:20.")
    new = _memory("It closes at 15:30.", supersedes=old.id)
    old = lifecycle.supersede(old, new, NOW)
    answer = _shown(Dossier(record=Record(memory=old), chain=(old, new), label=FOUND))
    assert answer.structure["chain_end"] == {
        "id": str(new.id),
        "status": "active",
        "content": "It closes at 15:30.",
        "reference": "mr-4821",
    }
    assert str(new.id) in answer.text
    assert "| It closes at 15:30." in answer.text


def test_a_successor_outside_the_scope_is_told_and_not_shown() -> None:
    """Neither its words nor its id: only that there is one."""
    old = _memory("It closes at 15:20.")
    new = _memory("It closes at 15:30.", supersedes=old.id)
    old = lifecycle.supersede(old, new, NOW)
    answer = _shown(Dossier(record=Record(memory=old), chain=(old,), successor_hidden=True, label=FOUND))
    assert answer.structure["successor_hidden"] is True
    assert HIDDEN_SUCCESSOR in answer.text
    assert answer.structure["successor"] == HIDDEN_SUCCESSOR
    assert str(new.id) not in f"{answer.text}{answer.structure}"


def test_the_history_gives_the_words_of_corrections_and_rejections() -> None:
    """Who did what, when, and why."""
    memory = _memory("It closes at 15:20.")
    flag = Flag(kind=FlagKind.CORRECTION, by="agent:x", reason="Since May it\ncloses later.", at=NOW)
    disputed = Record(memory=lifecycle.dispute(memory, flag, NOW))
    proposed = Record(
        memory=attrs.evolve(memory, status=MemoryStatus.PROPOSED),
        candidacy=Candidacy(ruling=Ruling(automatic=False, reason="waits")),
    )
    rejected = lifecycle.reject(proposed, by="lead", reason="Known elsewhere.", now=NOW)
    history = (_event(1, EventKind.CORRECTED, disputed), _event(2, EventKind.REJECTED, rejected))
    answer = _shown(Dossier(record=rejected, history=history, chain=(rejected.memory,), label=FOUND))
    shown = answer.structure["history"]
    assert isinstance(shown, list)
    assert [each["reason"] for each in shown] == ["Since May it\ncloses later.", "Known elsewhere."]
    assert "corrected 2026-05-04 by mira (Since May it closes later.)" in answer.text
    decision = {"verdict": "rejected", "by": "lead", "reason": "Known elsewhere."}
    memory_shown = answer.structure["memory"]
    assert isinstance(memory_shown, dict)
    assert memory_shown["decision"] == decision


def test_a_record_that_was_seen_and_changed_often_stays_readable() -> None:
    """The latest of what piles up is shown, and how much there is."""
    memory = _memory("It closes at 15:20.")
    source = attrs.evolve(memory.provenance, also_seen=tuple(f"mr-{number}" for number in range(5_000)))
    record = Record(memory=attrs.evolve(memory, provenance=source))
    history = tuple(_event(seq, EventKind.SEEN_AGAIN, record) for seq in range(1, 5_001))
    answer = _shown(Dossier(record=record, history=history, chain=(record.memory,), label=FOUND))
    assert answer.structure["history_in_all"] == 5_000
    assert max(written(answer.structure), written(answer.text)) < 40_000
    assert "4970 earlier" in answer.text


def test_a_timeline_too_long_for_a_reader_keeps_its_latest_notes_in_order() -> None:
    """Earlier ones are counted and stay findable."""
    notes = [
        attrs.evolve(_memory(f"{number:03} " + "Flagged. " * 300), tier=MemoryTier.EPISODIC, task="mr-1", steward=None)
        for number in range(40)
    ]
    entries = tuple(Entry(note=note, disposition=Disposition.FIXED) for note in notes)
    answer = timeline_answer(TaskTimeline(task="mr-1", entries=entries, label=FOUND))
    shown = answer.structure["notes"]
    assert isinstance(shown, list)
    earlier = 40 - len(shown)
    assert 0 < earlier < 40
    assert [each["content"] for each in shown] == [note.content for note in notes[earlier:]]
    assert answer.structure["earlier"] == earlier
    assert f"{earlier} earlier notes do not fit" in answer.text
    assert max(written(answer.structure), written(answer.text)) <= 40_000


def test_an_empty_timeline_is_labelled() -> None:
    """Nothing noted is told apart from a memory that is down."""
    answer = timeline_answer(TaskTimeline(task="mr-1", label=Label(reasons=(Reason.UNAVAILABLE,))))
    assert answer.structure["reason"] == "unavailable"
    assert "this does not mean that nothing fits" in answer.text
