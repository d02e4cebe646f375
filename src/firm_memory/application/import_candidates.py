"""Import candidates: what other sources say becomes proposals, and only that. A person decides on each."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import attrs

from firm_memory.application.compare import Compare
from firm_memory.application.lookup import memory_lookup
from firm_memory.application.nominate import Checked, Nominate
from firm_memory.application.ports.source import Draft, LeftOut, Reading
from firm_memory.application.prepared import Prepared
from firm_memory.application.project import Progress, in_silence
from firm_memory.application.propose import Propose
from firm_memory.application.retry import retried
from firm_memory.application.search import shortened
from firm_memory.application.write import Write
from firm_memory.domain.candidate import Candidacy, Notice, Record, Ruling
from firm_memory.domain.errors import InvalidField, InvalidSupersession, Redacted
from firm_memory.domain.exclusion import Refused
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.memory import Memory
from firm_memory.domain.planning import in_order
from firm_memory.domain.principal import Caller, Role, require_role
from firm_memory.domain.resemblance.likeness import Resemblance
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.succession import require_foreseeable
from firm_memory.domain.text import encodable

BATCH: Final = 64
_RULING: Final = Ruling(automatic=False, reason="imported candidates wait for a person")


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
    """What an import came to, draft by draft: `accepted` wait for a person, `known` have a record already.

    `refused` tells place, rule and reason. `remarks` are for whoever imports; nothing of them is kept.
    """

    accepted: tuple[Arrived, ...] = ()
    known: tuple[Arrived, ...] = ()
    refused: tuple[LeftOut, ...] = ()
    remarks: tuple[LeftOut, ...] = ()

    @property
    def flagged(self) -> tuple[Arrived, ...]:
        """The accepted ones that the approver is warned of."""
        return tuple(each for each in self.accepted if each.notices)


@attrs.define
class _Tally:
    """What became of the drafts so far. `arrived` tells where the older of a supersession has its record."""

    accepted: list[Arrived] = attrs.field(factory=list[Arrived])
    known: list[Arrived] = attrs.field(factory=list[Arrived])
    refused: list[LeftOut] = attrs.field(factory=list[LeftOut])
    remarks: list[LeftOut] = attrs.field(factory=list[LeftOut])
    arrived: dict[str, uuid.UUID] = attrs.field(factory=dict[str, uuid.UUID])


@attrs.frozen(kw_only=True)
class ImportCandidates:
    """Takes up drafts batch by batch, each batch one event of the ledger; a run again meets its own candidates.

    Texts are embedded one batch at a time, and what resembles a candidate is looked for once it is in the queue.
    """

    nominate: Nominate
    propose: Propose
    write: Write
    compare: Compare

    def __call__(
        self, reading: Reading, caller: Caller, *, dry_run: bool = False, progress: Progress = in_silence
    ) -> CandidatesImported:
        """Queue every draft that the gate admits. A `dry_run` runs the gate and writes nothing.

        Nothing is ever approved here, whatever the policy. Raises `NotAllowed`, and on outages `WriteFailed`;
        what earlier batches brought then stays.
        """
        require_role(caller, Role.PROPOSER, "propose")
        tally = _Tally(refused=list(reading.left_out), remarks=list(reading.remarks))
        embedder = Prepared(embedder=self.compare.understanding.embedder)
        compare = attrs.evolve(
            self.compare, understanding=attrs.evolve(self.compare.understanding, embedder=embedder)
        )
        done, ordered = 0, _ordered(reading.drafts, tally)
        while batch := list(islice(ordered, BATCH)):
            fresh = retried(lambda drafts=batch: self._queued(drafts, caller, tally, dry_run=dry_run))
            embedder.prepare(shortened(encodable(memory.embedded_text))[0] for _, memory, _ in fresh)
            for place, memory, notices in fresh:
                similar = () if dry_run else compare(memory).similar
                tally.accepted.append(
                    Arrived(place=place, id=memory.id, status=memory.status, notices=notices, similar=similar)
                )
            done += len(batch)
            progress(done, len(reading.drafts))
        return CandidatesImported(
            accepted=tuple(tally.accepted),
            known=tuple(tally.known),
            refused=tuple(tally.refused),
            remarks=tuple(tally.remarks),
        )
