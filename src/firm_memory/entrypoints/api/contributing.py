"""Contributing: propose, correct, confirm, refute, note. What anyone may say to the memory; writes raise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from firm_memory.application.correct import Correction
from firm_memory.application.propose import Proposal
from firm_memory.domain.candidate import Notice, Record
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import Anchor, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.statement import Statement
from firm_memory.domain.status import Disposition
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.entrypoints import arguments as given
from firm_memory.entrypoints.api.seat import Seat
from firm_memory.entrypoints.arguments import MemoryId
from firm_memory.entrypoints.environment.parsing import IN_PROCESS

_ENDS_WITH_PROCESS: Final = Notice(
    rule="in_process",
    why="records are kept in this process only (FIRM_MEMORY_CANDIDATES_PATH=:memory:) and end with it",
)


@attrs.frozen(kw_only=True)
class Contributing(Seat):
    """The verbs of whoever knows something."""

    def propose(
        self,
        content: str,
        *,
        type: MemoryType | str,
        reference: str,
        scope: MemoryScope | None = None,
        title: str | None = None,
        summary: str | None = None,
        evidence: str | None = None,
        commit: str | None = None,
        anchors: Sequence[Anchor] = (),
        tags: Sequence[str] = (),
        confidence: float | None = None,
        kind: SourceKind | str | None = None,
        supersedes: MemoryId | None = None,
    ) -> Proposal:
        """Propose a memory; it waits for an approver. `scope` defaults to this checkout's repository.

        Raises `InvalidField` naming an unusable argument, and on outages `WriteFailed`; what the gate
        refuses is an answer (`accepted` false, with rule and remedy).
        """
        statement = Statement(
            content=given.as_text("content", content),
            type=given.as_type(type),
            scope=self.standpoint.placed(scope),
            reference=given.as_text("reference", reference),
            title=given.as_optional_text("title", title),
            summary=given.as_optional_text("summary", summary),
            evidence=given.as_optional_text("evidence", evidence),
            commit=given.as_optional_text("commit", commit),
            anchors=self.standpoint.anchored(given.as_anchors(anchors)),
            tags=given.as_texts("tags", tags),
            confidence=confidence,
            kind=None if kind is None else given.as_choice("kind", SourceKind, kind),
            supersedes=None if supersedes is None else given.as_id(supersedes, "supersedes"),
        )
        proposal = self.container.propose()(statement, self.caller)
        if self.settings.candidates_path != IN_PROCESS:
            return proposal
        return attrs.evolve(proposal, notices=(*proposal.notices, _ENDS_WITH_PROCESS))

    def correct(
        self, memory: MemoryId, *, reason: str, replacement: str | None = None, reference: str | None = None
    ) -> Correction:
        """Report a memory as wrong. It is flagged and demoted; a replacement goes to the gate."""
        return self.container.correct()(
            given.as_id(memory),
            self.caller,
            given.as_text("reason", reason),
            given.as_optional_text("replacement", replacement),
            given.as_optional_text("reference", reference),
        )

    def confirm(self, memory: MemoryId, *, note: str | None = None) -> Record:
        """Say that a memory holds: counted once for each person, or for an agent that acts alone."""
        return self.container.confirm()(given.as_id(memory), self.caller, given.as_optional_text("note", note))

    def refute(self, memory: MemoryId, *, reason: str) -> Record:
        """Say that a memory does not hold. It is flagged and demoted until its steward verifies it."""
        return self.container.refute()(given.as_id(memory), self.caller, given.as_text("reason", reason))

    def note(self, content: str, *, disposition: Disposition | str | None = None) -> Memory:
        """Write a working note of this task (`for_task`)."""
        named = None if disposition is None else given.as_choice("disposition", Disposition, disposition)
        text = given.as_text("content", content)
        return self.container.note()(self.current_task(), text, self.standpoint.noted(), self.caller, named)
