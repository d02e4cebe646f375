"""Note: write down a working note of a task. Notes never join ordinary recall."""

from __future__ import annotations

import attrs

from firm_memory.application.admission import Admission
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.records import Records
from firm_memory.application.retry import retried
from firm_memory.application.write import Write
from firm_memory.domain.candidate import Record
from firm_memory.domain.identity import note_id
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.memory import Memory
from firm_memory.domain.principal import Caller, Role, require_role
from firm_memory.domain.provenance import Provenance, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import Disposition, MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.text import comparison_key
from firm_memory.domain.tombstone import require_words

NOTE_CONFIDENCE = 0.3


@attrs.frozen(kw_only=True)
class Note:
    """Writes an EPISODIC memory directly, after the exclusion checks."""

    records: Records
    admission: Admission
    write: Write
    clock: Clock

    def __call__(
        self, task: str, content: str, scope: MemoryScope, caller: Caller, disposition: Disposition | None = None
    ) -> Memory:
        """Keep a note under `task`. The same note with the same disposition again is the same note.

        A later note on the same finding changes its disposition in the view; both stay on record.
        """
        require_role(caller, Role.PROPOSER, "note")
        return retried(lambda: self._note(task, content, scope, caller, disposition))

    def _note(
        self, task: str, content: str, scope: MemoryScope, caller: Caller, disposition: Disposition | None
    ) -> Memory:
        self.admission.length(content)
        draft = self._draft(task, content, scope, caller, disposition, earlier=0)
        self.admission(draft)
        key = comparison_key(content)
        earlier = [
            record.memory
            for record in self.records.queue.notes(task)
            if record.memory.scope == scope and comparison_key(record.memory.content) == key
        ]
        if earlier and earlier[-1].disposition is disposition:
            return earlier[-1]
        note = self._draft(task, content, scope, caller, disposition, earlier=len(earlier))
        for number in range(len(earlier) + 1):  # had one of them been erased, it would stand among these
            there = self.records.queue.get(note_id(task, content, note.type, scope, number))
            if there is not None:
                require_words(there.memory)
        self.write(EventKind.NOTED, caller, Record(memory=note, stored=False))
        return note

    def _draft(
        self,
        task: str,
        content: str,
        scope: MemoryScope,
        caller: Caller,
        disposition: Disposition | None,
        *,
        earlier: int,
    ) -> Memory:
        now = self.clock.now()
        return Memory(
            id=note_id(task, content, MemoryType.TASK_LEARNING, scope, earlier),
            content=content,
            type=MemoryType.TASK_LEARNING,
            scope=scope,
            tier=MemoryTier.EPISODIC,
            status=MemoryStatus.ACTIVE,
            confidence=NOTE_CONFIDENCE,
            provenance=Provenance(
                kind=SourceKind.OBSERVATION,
                reference=task,
                proposed_by=caller.name,
                on_behalf_of=caller.on_behalf_of,
                proposed_at=now,
            ),
            task=task,
            disposition=disposition,
            steward=caller.person,
            created_at=now,
            updated_at=now,
        )
