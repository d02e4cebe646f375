"""The candidates of an older version as events of the ledger."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import attrs

from firm_memory.adapters.files.legacy import SOURCE, LegacyCandidate
from firm_memory.application.ports.salt import Salt
from firm_memory.domain.candidate import Candidacy, Record, Ruling
from firm_memory.domain.identity import memory_id
from firm_memory.domain.ledger import Change, EventKind
from firm_memory.domain.lifecycle import reject
from firm_memory.domain.memory import Memory
from firm_memory.domain.principal import Caller
from firm_memory.domain.status import CLOSED

_IMPORTER: Final = Caller(name=SOURCE, via="import")
_RULING: Final = Ruling(automatic=False, reason="imported candidates wait for a person")


def changes(
    candidates: Sequence[LegacyCandidate], present: Callable[[uuid.UUID], Record | None], salt: Salt
) -> Iterator[Change]:
    """What proposing each candidate at its own time comes to; rejected ones are proposed, then rejected.

    Rejected ones come first, so that the same statement proposed again gets the next id. A statement that
    is open already is not doubled: its references join it.
    """
    entered: dict[uuid.UUID, Record] = {}

    def change(kind: EventKind, record: Record) -> Change:
        entered[record.id] = record
        moment = record.memory.updated_at
        return Change(kind=kind, caller=_IMPORTER, occurred_at=moment, records=(record,), salt=salt())

    for candidate in sorted(candidates, key=lambda each: each.rejection is None):
        memory, earlier, closed = candidate.memory, None, 0
        while (earlier := entered.get(memory.id) or present(memory.id)) and earlier.memory.status in CLOSED:
            closed += 1
            memory = attrs.evolve(memory, id=memory_id(memory.content, memory.type, memory.scope, closed))
        if earlier:
            again = _seen_again(earlier, memory)
            if again != earlier:
                yield change(EventKind.SEEN_AGAIN, again)
            continue
        record = Record(memory=memory, candidacy=Candidacy(ruling=_RULING, notices=candidate.notices))
        yield change(EventKind.PROPOSED, record)
        if (decision := candidate.rejection) is not None:
            rejected = reject(record, by=decision.by, reason=decision.reason or "", now=decision.at)
            yield change(EventKind.REJECTED, rejected)


def _seen_again(record: Record, memory: Memory) -> Record:
    """`record` with the references of `memory`; itself when it knows them."""
    provenance = record.memory.provenance
    for reference in (memory.provenance.reference, *memory.provenance.also_seen):
        provenance = provenance.seen_at(reference)
    if provenance == record.memory.provenance:
        return record
    revision, moment = record.memory.revision + 1, max(record.memory.updated_at, memory.updated_at)
    return attrs.evolve(
        record, memory=attrs.evolve(record.memory, provenance=provenance, revision=revision, updated_at=moment)
    )
