"""What may become of a record. Nothing deletes; an illegal transition names both ends."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import attrs

from firm_memory.domain.candidate import Candidacy, Decision, Record, Verdict
from firm_memory.domain.errors import IllegalTransition, InvalidSupersession
from firm_memory.domain.memory import Flag, Memory
from firm_memory.domain.status import STORED, MemoryStatus
from firm_memory.domain.tombstone import require_words

_S: Final = MemoryStatus
TRANSITIONS: Final = frozenset(
    {
        (_S.PROPOSED, _S.APPROVING),
        (_S.APPROVING, _S.ACTIVE),
        (_S.PROPOSED, _S.REJECTED),
        (_S.ACTIVE, _S.DISPUTED),
        (_S.DISPUTED, _S.ACTIVE),
        (_S.ACTIVE, _S.SUPERSEDED),
        (_S.DISPUTED, _S.SUPERSEDED),
        (_S.ACTIVE, _S.ARCHIVED),
        (_S.DISPUTED, _S.ARCHIVED),
        (_S.ARCHIVED, _S.ACTIVE),
    }
)


def require_transition(before: MemoryStatus, after: MemoryStatus) -> None:
    """Raise `IllegalTransition` unless the table knows the step from `before` to `after`."""
    if (before, after) not in TRANSITIONS:
        known = sorted(end.value for start, end in TRANSITIONS if start is before)
        raise IllegalTransition(
            f"A record that is {before.value} cannot become {after.value}. "
            + (f"From {before.value} it can become: {', '.join(known)}." if known else f"{before.value} is final.")
        )


def _moved(memory: Memory, status: MemoryStatus, now: datetime) -> Memory:
    require_transition(memory.status, status)
    return attrs.evolve(memory, status=status, updated_at=now, revision=memory.revision + 1)


def approve(record: Record, *, by: str, now: datetime) -> Record:
    """The approved record: its memory is ACTIVE in the ledger; it reads APPROVING until it is stored.

    A candidate that brings open flags from a former memory is DISPUTED from the first.
    """
    before = record.memory
    require_transition(record.status, _S.APPROVING)
    require_transition(_S.APPROVING, _S.ACTIVE)
    memory = attrs.evolve(
        before,
        status=_S.DISPUTED if before.flags else _S.ACTIVE,
        steward=before.steward or before.provenance.on_behalf_of or by,
        provenance=attrs.evolve(before.provenance, approved_by=by, approved_at=now),
        updated_at=now,
        revision=before.revision + 1,
    )
    decision = Decision(verdict=Verdict.APPROVED, by=by, at=now, revision=memory.revision)
    return attrs.evolve(record, memory=memory, candidacy=_decided(record, decision), stored=False)


def reject(record: Record, *, by: str, reason: str, now: datetime) -> Record:
    """The rejected record; its reason is kept and answers the next proposal of the same statement."""
    require_transition(record.status, _S.REJECTED)
    memory = _moved(record.memory, _S.REJECTED, now)
    decision = Decision(verdict=Verdict.REJECTED, by=by, at=now, reason=reason, revision=memory.revision)
    return attrs.evolve(record, memory=memory, candidacy=_decided(record, decision))


def _decided(record: Record, decision: Decision) -> Candidacy:
    if record.candidacy is None:
        raise IllegalTransition("A working note has no candidacy. Only candidates are approved or rejected.")
    return attrs.evolve(record.candidacy, decision=decision)


def dispute(memory: Memory, flag: Flag, now: datetime) -> Memory:
    """The memory with one more open flag: ACTIVE becomes DISPUTED, DISPUTED stays so."""
    if memory.status is _S.DISPUTED:
        return attrs.evolve(memory, flags=(*memory.flags, flag), updated_at=now, revision=memory.revision + 1)
    return attrs.evolve(_moved(memory, _S.DISPUTED, now), flags=(*memory.flags, flag))


def verify(memory: Memory, now: datetime) -> Memory:
    """The memory vouched for again: flags closed, DISPUTED back to ACTIVE, `verified_at` now."""
    if memory.status not in (_S.ACTIVE, _S.DISPUTED):
        raise IllegalTransition(
            f"A record that is {memory.status.value} cannot become {_S.ACTIVE.value} by being verified. "
            f"Only an {_S.ACTIVE.value} or {_S.DISPUTED.value} one is verified."
        )
    return attrs.evolve(
        memory, status=_S.ACTIVE, flags=(), verified_at=now, updated_at=now, revision=memory.revision + 1
    )


def archive(memory: Memory, now: datetime) -> Memory:
    """The memory out of recall; it still resolves by id."""
    return _moved(memory, _S.ARCHIVED, now)


def restore(memory: Memory, now: datetime) -> Memory:
    """The archived memory back in recall, without the flags that were open when it left."""
    if memory.status is not _S.ARCHIVED:
        raise IllegalTransition(
            f"A record that is {memory.status.value} cannot become {_S.ACTIVE.value} by being restored. "
            f"Only an {_S.ARCHIVED.value} one is restored."
        )
    require_words(memory)
    return attrs.evolve(_moved(memory, _S.ACTIVE, now), flags=())


def transfer(memory: Memory, steward: str) -> Memory:
    """The memory under another steward. `updated_at` stays: nobody looked at what it says."""
    if memory.status not in STORED:
        raise IllegalTransition(
            f"A record that is {memory.status.value} cannot be transferred. Only a memory has a steward who answers "
            "for it; a candidate gets one when it is approved."
        )
    require_words(memory)
    return attrs.evolve(memory, steward=steward, revision=memory.revision + 1)


def supersede(old: Memory, new: Memory, now: datetime) -> Memory:
    """The old memory, out of recall, naming its successor.

    `new` must be in force and name `old` in `supersedes`; a memory never supersedes itself.
    """
    if new.status not in (_S.ACTIVE, _S.DISPUTED):
        raise InvalidSupersession("supersedes", f"its successor is {new.status.value}", "Approve the successor first")
    if old.id == new.id or new.supersedes != old.id:
        raise InvalidSupersession("supersedes", "does not name the older memory", "Name another, existing memory")
    return attrs.evolve(_moved(old, _S.SUPERSEDED, now), superseded_by=new.id)
