"""Approve: a person lets a candidate, as proposed or amended, become a memory. Exactly once, whoever races."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from typing import Final

import attrs

from firm_memory.application.admission import Admission
from firm_memory.application.lookup import memory_lookup, require_record
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.records import Records
from firm_memory.application.retry import retried
from firm_memory.application.sync import Sync
from firm_memory.application.write import Write
from firm_memory.domain import lifecycle
from firm_memory.domain.amendment import Amendment
from firm_memory.domain.candidate import Candidacy, Decision, Notice, Record, Verdict
from firm_memory.domain.errors import AlreadyDecided
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.memory import Memory
from firm_memory.domain.notices import require_cleared
from firm_memory.domain.principal import Caller, FourEyes, require_approver, require_four_eyes
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.succession import require_living

_AS_PROPOSED: Final = Amendment()


@attrs.frozen(kw_only=True)
class Approve:
    """The approver's yes. The store holds the memory when this returns."""

    records: Records
    write: Write
    sync: Sync
    admission: Admission
    clock: Clock
    four_eyes: FourEyes = FourEyes.AUTO

    def __call__(
        self,
        candidate: uuid.UUID,
        caller: Caller,
        amendment: Amendment = _AS_PROPOSED,
        cleared: Collection[str] = (),
    ) -> Record:
        """Approve and store. The same approver with the same amendment gets the first result again.

        `cleared` names the rules whose suspicion the approver holds to be unfounded; the ledger keeps them.
        Raises `NotFound`, `InvalidApprover`, `NotAllowed` (role, four eyes), `AlreadyDecided` (by whom,
        when, memory id), the invariants' errors, `Refused`, `NotCleared`, and on outages `WriteFailed`.
        """
        require_approver(caller)
        return retried(lambda: self._decide(candidate, caller, amendment, cleared))

    def _decide(self, candidate: uuid.UUID, caller: Caller, amendment: Amendment, cleared: Collection[str]) -> Record:
        record = require_record(self.records.queue, candidate)
        if record.status is MemoryStatus.APPROVING:
            record = self.sync.finish(record.id) or record
        if record.status is not MemoryStatus.PROPOSED:
            return self._decided(record, caller, amendment)
        source = record.memory.provenance
        require_four_eyes(self.four_eyes, caller, source.proposed_by, source.on_behalf_of)
        amended, notices = self._amended(record, amendment)
        amended = self._replacing(amended, amendment)
        unfounded = ", ".join(require_cleared((*notices, *_standing(record, amended.memory)), cleared))
        approved = lifecycle.approve(amended, by=caller.name, now=self.clock.now())
        details = {"cleared": unfounded} if unfounded else {}
        self.write(EventKind.APPROVED, caller, approved, *self._superseded(approved.memory), details=details)
        return attrs.evolve(approved, stored=True)

    def _amended(self, record: Record, amendment: Amendment) -> tuple[Record, tuple[Notice, ...]]:
        """The candidate as amended, and the notices on it: its words pass today's gate, whether new or not."""
        if amendment.content is not None:
            self.admission.length(amendment.content)
        memory = amendment.applied_to(record.memory)
        notices = self.admission(memory)
        candidacy = record.candidacy
        if candidacy is not None and memory != record.memory:
            kept = tuple(notice for notice in candidacy.notices if notice not in notices)
            candidacy = attrs.evolve(candidacy, notices=(*kept, *notices))
        return attrs.evolve(record, memory=memory, candidacy=candidacy), notices

    def _replacing(self, record: Record, amendment: Amendment) -> Record:
        """The candidate without its link to another one that was turned down meanwhile: there is nothing to replace."""
        target = record.memory.supersedes
        older = None if target is None or amendment.supersedes is not None else self.records.queue.get(target)
        if older is None or older.status is not MemoryStatus.REJECTED:
            return record
        return attrs.evolve(record, memory=attrs.evolve(record.memory, supersedes=None))

    def _superseded(self, successor: Memory) -> Sequence[Record]:
        """The older memory's record, marked as superseded, when the approved one names it."""
        if successor.supersedes is None:
            return ()
        require_living(successor.supersedes, successor.id, memory_lookup(self.records.queue))
        old = require_record(self.records.queue, successor.supersedes)
        retired = lifecycle.supersede(old.memory, successor, self.clock.now())
        return (attrs.evolve(old, memory=retired),)

    def _decided(self, record: Record, caller: Caller, amendment: Amendment) -> Record:
        decision = record.candidacy.decision if record.candidacy else None
        own = decision is not None and (decision.verdict, decision.by) == (Verdict.APPROVED, caller.name)
        if decision and own and self._same_words(record, decision, amendment):
            return record
        raise already_decided(record, record.candidacy)

    def _same_words(self, record: Record, decision: Decision, amendment: Amendment) -> bool:
        """Whether `amendment` would give what was approved: the ledger keeps both sides for ever."""
        states = {
            each.memory.revision: each.memory
            for event in self.records.ledger.history(record.id)
            for each in event.records
            if each.id == record.id
        }
        before, after = states.get(decision.revision - 1), states.get(decision.revision)
        return before is not None and after is not None and _said(_again(before, after, amendment)) == _said(after)


def _again(before: Memory, after: Memory, amendment: Amendment) -> Memory:
    """What `amendment` would make of the candidate; a link that it does not name may have been dropped."""
    link = amendment.supersedes or after.supersedes
    return attrs.evolve(amendment.applied_to(before), supersedes=link)


def _standing(record: Record, amended: Memory) -> tuple[Notice, ...]:
    """What the proposer's gate suspected, as long as the words stand: to be cleared wherever the approver sits."""
    same = amended.embedded_text == record.memory.embedded_text
    return record.candidacy.notices if same and record.candidacy else ()


def _said(memory: Memory) -> tuple[object, ...]:
    return (memory.content, memory.title, memory.type, memory.scope, memory.confidence, memory.tags, memory.supersedes)


def already_decided(record: Record, candidacy: Candidacy | None) -> AlreadyDecided:
    """The answer to whoever comes second: who decided, when, how, and the memory's id."""
    decision = candidacy.decision if candidacy else None
    if decision is None:
        return AlreadyDecided(f"{record.id} is {record.status.value} and waits for no decision.")
    because = f" because {decision.reason}" if decision.reason else ""
    return AlreadyDecided(
        f"already_{decision.verdict.value}: by {decision.by} on {decision.at:%Y-%m-%d %H:%M} UTC{because}; "
        f"memory {record.id} is {record.status.value}."
    )
