"""What somebody proposes, before the gate."""

from __future__ import annotations

import uuid
from datetime import datetime

import attrs

from firm_memory.domain.approval import confidence_at_birth
from firm_memory.domain.identity import memory_id
from firm_memory.domain.memory import Memory
from firm_memory.domain.principal import Caller
from firm_memory.domain.provenance import Anchor, Provenance, SourceKind, kind_of
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType


@attrs.frozen(kw_only=True)
class Statement:
    """A proposed memory. `kind` is read off the reference when left out; `confidence` may only lower.

    What is imported may bring the `id` and the `created_at` that it had where it comes from, and the hash of the
    document that it stands in (`doc_sha`).
    """

    content: str
    type: MemoryType
    scope: MemoryScope
    reference: str
    title: str | None = None
    summary: str | None = None
    evidence: str | None = None
    commit: str | None = None
    anchors: tuple[Anchor, ...] = ()
    tags: tuple[str, ...] = ()
    confidence: float | None = None
    kind: SourceKind | None = None
    supersedes: uuid.UUID | None = None
    doc_sha: str | None = None
    id: uuid.UUID | None = None
    created_at: datetime | None = None

    def identity(self, closed: int = 0) -> uuid.UUID:
        """The id of this statement after `closed` closed records of its key: its own one while there are none."""
        if self.id is not None and closed == 0:
            return self.id
        return memory_id(self.content, self.type, self.scope, closed)

    def born(self, caller: Caller, now: datetime, closed: int = 0) -> Memory:
        """The PROPOSED memory it becomes. Raises the invariants' errors, each naming its field."""
        kind = self.kind or kind_of(self.reference)
        return Memory(
            id=self.identity(closed),
            content=self.content,
            title=self.title,
            summary=self.summary,
            type=self.type,
            scope=self.scope,
            confidence=confidence_at_birth(kind, self.confidence, by_agent=caller.is_agent or caller.via == "mcp"),
            provenance=Provenance(
                kind=kind,
                reference=self.reference,
                evidence=self.evidence,
                commit=self.commit,
                doc_sha=self.doc_sha,
                anchors=self.anchors,
                proposed_by=caller.name,
                on_behalf_of=caller.on_behalf_of,
                proposed_at=now,
            ),
            tags=self.tags,
            steward=caller.person,
            supersedes=self.supersedes,
            created_at=self.created_at or now,
            updated_at=now,
        )


def restated(memory: Memory) -> Statement:
    """The statement that a memory makes, to be proposed again or in other words."""
    source = memory.provenance
    return Statement(
        content=memory.content,
        type=memory.type,
        scope=memory.scope,
        reference=source.reference,
        title=memory.title,
        summary=memory.summary,
        evidence=source.evidence,
        commit=source.commit,
        anchors=source.anchors,
        tags=memory.tags,
        confidence=memory.confidence,
        kind=source.kind,
        supersedes=memory.supersedes,
        doc_sha=source.doc_sha,
    )
