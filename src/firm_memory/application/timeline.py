"""Timeline: the working notes of a task, in the order they were written."""

from __future__ import annotations

import attrs

from firm_memory.application.bounded_reads import BoundedReads
from firm_memory.application.ports.records import Records
from firm_memory.domain.label import Label, Mode, Reason
from firm_memory.domain.memory import Memory
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import Disposition
from firm_memory.domain.text import comparison_key


@attrs.frozen(kw_only=True)
class Entry:
    """A note, and what became of its finding by now: the disposition of the latest note on it."""

    note: Memory
    disposition: Disposition | None


@attrs.frozen(kw_only=True)
class TaskTimeline:
    """The notes of a task, oldest first, and how the answer was made."""

    task: str
    entries: tuple[Entry, ...] = ()
    label: Label = Label()


@attrs.frozen(kw_only=True)
class Timeline:
    """Reads back what was noted under a task, within the asked scope. Never raises."""

    records: Records
    reads: BoundedReads

    def __call__(self, task: str, scope: MemoryScope) -> TaskTimeline:
        """All visible notes of `task`; an empty, labelled timeline when there are none or memory is down."""
        outcome = self.reads("timeline", lambda _: self._entries(task, scope))
        if outcome.value is None:
            return TaskTimeline(task=task, label=Label(reasons=(outcome.reason or Reason.UNAVAILABLE,)))
        if not outcome.value:
            return TaskTimeline(task=task, label=Label(reasons=(Reason.NO_MATCH,)))
        return TaskTimeline(task=task, entries=outcome.value, label=Label(mode=Mode.LEXICAL))

    def _entries(self, task: str, scope: MemoryScope) -> tuple[Entry, ...]:
        every = [record.memory for record in self.records.queue.notes(task)]
        notes = [note for note in every if note.redaction is None and scope.sees(note.scope)]
        latest = {comparison_key(note.content): note.disposition for note in notes}
        return tuple(Entry(note=note, disposition=latest[comparison_key(note.content)]) for note in notes)
