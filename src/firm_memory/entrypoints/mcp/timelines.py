"""The notes of a task as they are read back: oldest first, the latest ones where not all fit."""

from __future__ import annotations

from typing import Final

from firm_memory.application.timeline import Entry, TaskTimeline
from firm_memory.domain.moment import write_moment
from firm_memory.entrypoints.mcp.answers import READER_NOTE, Answer, Structure, label_structure, label_text
from firm_memory.entrypoints.mcp.cards import one_line, quoted
from firm_memory.entrypoints.mcp.fitting import CHARACTERS_A_TOKEN, TOKENS_MOST, written

_CHARACTERS: Final = TOKENS_MOST * CHARACTERS_A_TOKEN - 1_000  # the rest is for what stands around the notes


def timeline_answer(timeline: TaskTimeline) -> Answer:
    """The notes in order; earlier ones that do not fit 10,000 tokens are counted, and found by searching the task."""
    shown, room = list[Entry](), _CHARACTERS
    for entry in reversed(timeline.entries):
        room -= max(written(_structure(entry)), written(_text(entry))) + 2
        if room < 0:
            break
        shown.insert(0, entry)
    earlier = len(timeline.entries) - len(shown)
    left_out = f" {earlier} earlier notes do not fit: use memory_search with this task." if earlier else ""
    head = f"{len(timeline.entries)} notes on {one_line(timeline.task)} ({label_text(timeline.label)}).{left_out}"
    return Answer(
        text="\n\n".join([f"{head} {READER_NOTE}", *map(_text, shown)]),
        structure={
            "task": timeline.task,
            "notes": list(map(_structure, shown)),
            "earlier": earlier,
            **label_structure(timeline.label),
            "note": READER_NOTE,
        },
    )


def _structure(entry: Entry) -> Structure:
    note = entry.note
    return {
        "id": str(note.id),
        "content": note.content,
        "at": write_moment(note.created_at),
        "by": note.provenance.proposed_by,
        "disposition": entry.disposition.value if entry.disposition else None,
        "noted_as": note.disposition.value if note.disposition else None,
    }


def _text(entry: Entry) -> str:
    note = entry.note
    disposition = f" · {entry.disposition.value}" if entry.disposition else ""
    facts = f"{note.id} · {note.created_at:%Y-%m-%d %H:%M} · {one_line(note.provenance.proposed_by)}{disposition}"
    return f"{facts}\n{quoted(note.content)}"
