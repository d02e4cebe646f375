"""Import candidates: what other sources say becomes proposals, and only that. A person decides on each."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from itertools import islice
from typing import Final

import attrs

from firm_memory.application.compare import Compare
from firm_memory.application.imported import Arrived, CandidatesImported, Taking
from firm_memory.application.lookup import memory_lookup
from firm_memory.application.nominate import Nominate
from firm_memory.application.ports.source import Draft, LeftOut, Reading
from firm_memory.application.prepared import Prepared
from firm_memory.application.project import Progress, in_silence
from firm_memory.application.propose import Propose
from firm_memory.application.retry import retried
from firm_memory.application.search import shortened
from firm_memory.application.write import Write
from firm_memory.domain.candidate import Candidacy, Notice, Record, Ruling
from firm_memory.domain.errors import InvalidField, Redacted
from firm_memory.domain.exclusion import Refused
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.memory import Memory
from firm_memory.domain.planning import in_order
from firm_memory.domain.principal import Caller, Role, require_role
from firm_memory.domain.succession import require_foreseeable
from firm_memory.domain.text import encodable

BATCH: Final = 64
_RULING: Final = Ruling(automatic=False, reason="imported candidates wait for a person")
_LEADS_NOWHERE: Final = "what it supersedes is not among the drafts, or leads back to it; it comes without that link"
_OLDER_REFUSED: Final = "what it supersedes was not taken up; it comes without that link"


@attrs.frozen(kw_only=True)
class ImportCandidates:
    """Takes drafts up batch by batch, each batch one event of the ledger; a run again meets its own candidates.

    Texts are embedded one batch at a time, and what resembles a candidate is looked for once it is in the queue.
    """

    nominate: Nominate
    propose: Propose
    write: Write
    compare: Compare

    def __call__(
        self, reading: Reading, caller: Caller, *, dry_run: bool = False, progress: Progress = in_silence
    ) -> CandidatesImported:
        """Queue every draft that the gate admits, whatever the approval policy. A `dry_run` writes nothing.

        Raises `NotAllowed`, and on outages `WriteFailed`; what earlier batches brought then stays.
        """
        require_role(caller, Role.PROPOSER, "propose")
        drafts = {each.place: each for each in reading.drafts}
        plan = dict(in_order({place: each.replaces for place, each in drafts.items()}))
        lost = [place for place, older in plan.items() if older is None and drafts[place].replaces is not None]
        remarks = (*reading.remarks, *(LeftOut(place=place, why=_LEADS_NOWHERE) for place in lost))
        outcome = CandidatesImported(refused=tuple(reading.left_out), remarks=remarks)
        understanding = self.compare.understanding
        embedder = Prepared(embedder=understanding.embedder)
        beside = attrs.evolve(self.compare, understanding=attrs.evolve(understanding, embedder=embedder))
        ordered, taking, done = iter(plan), Taking(), 0
        while batch := [attrs.evolve(drafts[each], replaces=plan[each]) for each in islice(ordered, BATCH)]:
            taken, taking = self._batch(batch, caller, taking, write=not dry_run)
            if not dry_run:
                texts = {each.id: taking.memories[each.id].embedded_text for each in taken.accepted}
                embedder.prepare(shortened(encodable(text))[0] for text in texts.values())
                compared = [
                    attrs.evolve(each, similar=beside(taking.memories[each.id]).similar) for each in taken.accepted
                ]
                taken = attrs.evolve(taken, accepted=tuple(compared))
            outcome, done = outcome + taken, done + len(batch)
            progress(done, len(drafts))
        return outcome

    def _batch(
        self, drafts: Sequence[Draft], caller: Caller, before: Taking, *, write: bool
    ) -> tuple[CandidatesImported, Taking]:
        """What became of `drafts`, their new candidates queued by one event."""

        def attempt() -> tuple[CandidatesImported, Taking]:
            taking, outcome, fresh = before.copy(), CandidatesImported(), dict[uuid.UUID, Candidacy]()
            for draft in drafts:
                outcome += self._draft(draft, caller, taking, fresh, write=write)
            if fresh and write:
                records = [
                    Record(memory=taking.memories[each], candidacy=candidacy) for each, candidacy in fresh.items()
                ]
                self.write(EventKind.IMPORTED, caller, *records)
            return outcome, taking

        return retried(attempt)

    def _draft(
        self, draft: Draft, caller: Caller, taking: Taking, fresh: dict[uuid.UUID, Candidacy], *, write: bool
    ) -> CandidatesImported:
        try:
            checked = self.nominate.checked(draft.statement, caller)
            if checked.known is not None:
                if write:
                    self.propose(draft.statement, caller)  # it gains the source
                taking.places[draft.place] = checked.known.id
                return CandidatesImported(known=(_arrived(draft, checked.known.memory),))
            if checked.memory.id in taking.memories:
                return CandidatesImported(known=(_arrived(draft, taking.again(draft, checked.memory.id)),))
            older = taking.places.get(draft.replaces or "")
            memory = attrs.evolve(checked.memory, supersedes=older or checked.memory.supersedes)
            if memory.supersedes is not None:
                lookup = memory_lookup(self.nominate.records.queue)
                require_foreseeable(
                    memory.supersedes, memory.id, lambda each: lookup(each) or taking.memories.get(each)
                )
        except (Refused, Redacted, InvalidField) as refusal:
            return CandidatesImported(refused=(LeftOut(place=draft.place, why=str(refusal), rule=_rule(refusal)),))
        taking.memories[memory.id], taking.places[draft.place] = memory, memory.id
        fresh[memory.id] = Candidacy(ruling=_RULING, notices=checked.notices)
        lost = (LeftOut(place=draft.place, why=_OLDER_REFUSED),) if draft.replaces and older is None else ()
        return CandidatesImported(accepted=(_arrived(draft, memory, checked.notices),), remarks=lost)


def _arrived(draft: Draft, memory: Memory, notices: tuple[Notice, ...] = ()) -> Arrived:
    return Arrived(place=draft.place, id=memory.id, status=memory.status, notices=notices)


def _rule(refusal: Refused | Redacted | InvalidField) -> str:
    if isinstance(refusal, Refused):
        return refusal.finding.exclusion.rule
    return "redacted" if isinstance(refusal, Redacted) else refusal.field
