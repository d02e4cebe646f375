"""The tombstone of a redacted record: who, when, where and what kind stay; every free text is gone."""

from __future__ import annotations

from typing import Final

import attrs

from firm_memory.domain.candidate import Candidacy, Decision, Record, Verdict
from firm_memory.domain.errors import Redacted
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import Provenance
from firm_memory.domain.redaction import REDACTED, Redaction
from firm_memory.domain.status import MemoryStatus

# Out of every queue and every recall; what had ended already stays as it ended.
_ENDS: Final = {
    MemoryStatus.PROPOSED: MemoryStatus.REJECTED,
    MemoryStatus.ACTIVE: MemoryStatus.ARCHIVED,
    MemoryStatus.DISPUTED: MemoryStatus.ARCHIVED,
}


def redacted(record: Record, redaction: Redaction) -> Record:
    """The tombstone that takes the place of `record`.

    What a secret may stand in goes: content, title, summary, tags, evidence, references, anchors, commit, hash,
    the reasons of flags and of the decision, the approver's notices. The id, the scope, the links of its chain,
    the people and the moments stay. A waiting candidate ends as rejected by this redaction.
    """
    memory = record.memory
    erased = attrs.evolve(
        memory,
        content=REDACTED,
        title=None,
        summary=None,
        tags=(),
        provenance=_source(memory.provenance),
        status=_ENDS.get(memory.status, memory.status),
        flags=tuple(attrs.evolve(flag, reason=REDACTED) for flag in memory.flags),
        updated_at=redaction.at,
        revision=memory.revision + 1,
        redaction=redaction,
    )
    return attrs.evolve(record, memory=erased, candidacy=_candidacy(record, redaction, erased.revision))


def require_words(memory: Memory) -> None:
    """Raise `Redacted`, which says who erased it, when and why, for a tombstone: no way leads back from there."""
    redaction = memory.redaction
    if redaction is not None:
        raise Redacted(
            f"redacted: {memory.id} was redacted by {redaction.by} on {redaction.at:%Y-%m-%d} because "
            f"{redaction.reason}. Its words never come back; say in other words what everybody may know."
        )


def _source(source: Provenance) -> Provenance:
    return attrs.evolve(source, reference=REDACTED, also_seen=(), evidence=None, commit=None, doc_sha=None, anchors=())


def _candidacy(record: Record, redaction: Redaction, revision: int) -> Candidacy | None:
    candidacy = record.candidacy
    if candidacy is None:
        return None
    decision = candidacy.decision
    if record.memory.status is MemoryStatus.PROPOSED:
        decision = Decision(
            verdict=Verdict.REJECTED, by=redaction.by, at=redaction.at, reason=redaction.reason, revision=revision
        )
    elif decision is not None and decision.reason is not None:
        decision = attrs.evolve(decision, reason=REDACTED)
    return attrs.evolve(candidacy, notices=(), decision=decision)
