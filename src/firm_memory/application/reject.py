"""Reject: a person turns a candidate down, with a reason that answers whoever proposes it again."""

from __future__ import annotations

import uuid

import attrs

from firm_memory.application.admission import Admission
from firm_memory.application.approve import already_decided
from firm_memory.application.lookup import require_record
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.records import Records
from firm_memory.application.retry import retried
from firm_memory.application.write import Write
from firm_memory.domain import lifecycle
from firm_memory.domain.candidate import Record, Verdict
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.principal import Caller, require_approver
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.text import REASON_LIMIT, require_text


@attrs.frozen(kw_only=True)
class Reject:
    """The approver's no. The record and its reason stay for ever."""

    records: Records
    write: Write
    admission: Admission
    clock: Clock

    def __call__(self, candidate: uuid.UUID, caller: Caller, reason: str) -> Record:
        """Reject with `reason`. The same approver with the same reason gets the first result again.

        Raises `NotFound`, `InvalidApprover`, `NotAllowed`, `AlreadyDecided`, `Refused`, `WriteFailed`.
        """
        require_approver(caller)
        self.admission.texts({"reason": require_text("reason", reason, REASON_LIMIT)})
        return retried(lambda: self._decide(candidate, caller, reason))

    def _decide(self, candidate: uuid.UUID, caller: Caller, reason: str) -> Record:
        record = require_record(self.records.queue, candidate)
        decision = record.candidacy.decision if record.candidacy else None
        if decision and (decision.verdict, decision.by, decision.reason) == (Verdict.REJECTED, caller.name, reason):
            return record
        if record.status is not MemoryStatus.PROPOSED:
            raise already_decided(record, record.candidacy)
        rejected = lifecycle.reject(record, by=caller.name, reason=reason, now=self.clock.now())
        self.write(EventKind.REJECTED, caller, rejected)
        return rejected
