"""An export whose chain is not taken over, as drafts: what was in force or waited there is proposed anew here."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Final

import attrs

from firm_memory.application.ports.source import Draft, LeftOut, Reading
from firm_memory.application.sealing import unseal
from firm_memory.domain.ledger import Sealed
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import EVIDENCE_LIMIT, SourceKind
from firm_memory.domain.statement import restated
from firm_memory.domain.status import MemoryStatus, MemoryTier

_SAID: Final = frozenset({MemoryStatus.ACTIVE, MemoryStatus.DISPUTED, MemoryStatus.PROPOSED})


def drafts_of(name: str, entries: Iterable[Sealed]) -> Reading:
    """The statements of the export in the file `name`, each as its last entry has it.

    Working notes and cards, what had ended there and what was redacted are left out; so are entries that do not
    read back. Nothing of what was decided there counts here.
    """
    present, left_out = dict[uuid.UUID, Memory](), list[LeftOut]()
    for entry in entries:
        try:
            records = unseal(entry, stored=True).records
        except Exception as broken:  # noqa: BLE001 -- whatever a broken body makes the reader raise
            why = f"it does not read back ({type(broken).__name__})"
            left_out.append(LeftOut(place=f"{name}, entry {entry.seq}", why=why, rule="unreadable"))
            continue
        present |= {record.id: record.memory for record in records}
    drafts = list[Draft]()
    for memory in present.values():
        place = f"import:{name}#{memory.id}"
        if memory.tier is not MemoryTier.DURABLE or memory.status not in _SAID:
            left_out.append(LeftOut(place=place, why=f"it is {memory.tier.value} and {memory.status.value} there"))
        else:
            drafts.append(_draft(place, memory))
    return Reading(drafts=drafts, left_out=left_out)


def _draft(place: str, memory: Memory) -> Draft:
    source = memory.provenance
    evidence = f"{source.reference}; {source.evidence}" if source.evidence else source.reference
    return Draft(
        place=place,
        statement=attrs.evolve(
            restated(memory),
            reference=place,
            evidence=evidence if len(evidence) <= EVIDENCE_LIMIT else source.reference,
            kind=SourceKind.IMPORT,
            supersedes=None,
        ),
    )
