"""Reject a duplicate: a person sees that a candidate says what is known already, and its source is not lost."""

from __future__ import annotations

import uuid

import attrs

from firm_memory.application.approve import already_decided
from firm_memory.application.lookup import require_record
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.records import Records
from firm_memory.application.retry import retried
from firm_memory.application.sync import Sync
from firm_memory.application.write import Write
from firm_memory.domain import lifecycle
from firm_memory.domain.candidate import Record, Verdict
from firm_memory.domain.duplicate import absorbed, duplicate_reason, require_original
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.principal import Caller, FourEyes, require_approver, require_four_eyes
from firm_memory.domain.status import MemoryStatus


@attrs.frozen(kw_only=True)
class RejectDuplicate:
    """Turns a candidate down as a duplicate; in the same event the original gains its references."""

    records: Records
    write: Write
    sync: Sync
    clock: Clock
    four_eyes: FourEyes = FourEyes.AUTO

    def __call__(self, candidate: uuid.UUID, original: uuid.UUID, caller: Caller) -> Record:
        """The rejected candidate. The same approver with the same original gets the first result again.

        Four eyes hold here too: it changes what a memory rests on. Raises `NotFound`, `InvalidApprover`,
        `NotAllowed`, `InvalidField` (`duplicate_of`), `AlreadyDecided`, `WriteFailed`.
        """
        require_approver(caller)
        return retried(lambda: self._decide(candidate, original, caller))

    def _decide(self, candidate: uuid.UUID, original: uuid.UUID, caller: Caller) -> Record:
        record, reason = require_record(self.records.queue, candidate), duplicate_reason(original)
        decision = record.candidacy.decision if record.candidacy else None
        if decision and (decision.verdict, decision.by, decision.reason) == (Verdict.REJECTED, caller.name, reason):
            return self.sync.finish(candidate) or record
        if record.status is not MemoryStatus.PROPOSED:
            raise already_decided(record, record.candidacy)
        source = record.memory.provenance
        require_four_eyes(self.four_eyes, caller, source.proposed_by, source.on_behalf_of)
        kept = require_record(self.records.queue, original)
        require_original(record.memory, kept.memory)
        rejected = lifecycle.reject(record, by=caller.name, reason=reason, now=self.clock.now())
        enriched = attrs.evolve(kept, memory=absorbed(kept.memory, record.memory, self.clock.now()))
        changed = (enriched,) if enriched.memory is not kept.memory else ()
        self.write(EventKind.REJECTED, caller, rejected, *changed, details={"duplicate_of": str(original)})
        return rejected
