"""What an import of statements came to, draft by draft."""

from __future__ import annotations

import uuid

import attrs

from firm_memory.application.ports.source import Draft, LeftOut
from firm_memory.domain.candidate import Notice
from firm_memory.domain.memory import Memory
from firm_memory.domain.resemblance.likeness import Resemblance
from firm_memory.domain.status import MemoryStatus


@attrs.frozen(kw_only=True)
class Arrived:
    """A draft and the record that stands for it: a candidate that waits now, or whatever stood there before."""

    place: str
    id: uuid.UUID
    status: MemoryStatus
    notices: tuple[Notice, ...] = ()
    similar: tuple[Resemblance, ...] = ()


@attrs.frozen(kw_only=True)
class CandidatesImported:
    """`accepted` wait for a person; `known` had a record already; `refused` tells place, rule and reason.

    `remarks` are for whoever imports; nothing of them is kept.
    """

    accepted: tuple[Arrived, ...] = ()
    known: tuple[Arrived, ...] = ()
    refused: tuple[LeftOut, ...] = ()
    remarks: tuple[LeftOut, ...] = ()

    @property
    def flagged(self) -> tuple[Arrived, ...]:
        """The accepted ones that their approver is warned of."""
        return tuple(each for each in self.accepted if each.notices)

    def __add__(self, later: CandidatesImported) -> CandidatesImported:
        """Both together, in their order."""
        return CandidatesImported(
            accepted=self.accepted + later.accepted,
            known=self.known + later.known,
            refused=self.refused + later.refused,
            remarks=self.remarks + later.remarks,
        )


@attrs.frozen(kw_only=True)
class Taking:
    """What was taken up so far: the new candidates by id, and the record of every place."""

    memories: dict[uuid.UUID, Memory] = attrs.field(factory=dict[uuid.UUID, Memory])
    places: dict[str, uuid.UUID] = attrs.field(factory=dict[str, uuid.UUID])

    def copy(self) -> Taking:
        """The same, to be added to without changing this one."""
        return Taking(memories=dict(self.memories), places=dict(self.places))

    def again(self, draft: Draft, memory: uuid.UUID) -> Memory:
        """A candidate that the same import says once more: it gains the second place as a source."""
        known = self.memories[memory]
        seen = known.provenance.seen_at(draft.statement.reference)
        self.memories[memory], self.places[draft.place] = attrs.evolve(known, provenance=seen), memory
        return known
