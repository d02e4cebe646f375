"""Reconsider: a person puts a rejected statement back into the queue, as a new candidate."""

from __future__ import annotations

import uuid

import attrs

from firm_memory.application.lookup import require_record
from firm_memory.application.nominate import Nominate
from firm_memory.application.ports.records import Records
from firm_memory.application.propose import Proposal, proposal_of
from firm_memory.application.retry import retried
from firm_memory.application.write import Write
from firm_memory.domain.errors import IllegalTransition
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.principal import Caller, require_approver
from firm_memory.domain.statement import restated
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.tombstone import require_words


@attrs.frozen(kw_only=True)
class Reconsider:
    """Gives a rejected statement a second hearing; the rejection itself stays on record."""

    records: Records
    nominate: Nominate
    write: Write

    def __call__(self, rejected: uuid.UUID, caller: Caller) -> Proposal:
        """Queue the statement of a rejected record anew. Raises `InvalidApprover` for agents."""
        require_approver(caller)
        return retried(lambda: self._queue(rejected, caller))

    def _queue(self, rejected: uuid.UUID, caller: Caller) -> Proposal:
        record = require_record(self.records.queue, rejected)
        if record.status is not MemoryStatus.REJECTED:
            raise IllegalTransition(f"{rejected} is {record.status.value}. Only a rejected record is reconsidered.")
        require_words(record.memory)
        nomination = self.nominate(restated(record.memory), caller, reconsidered=True)
        if not nomination.known:
            self.write(EventKind.RECONSIDERED, caller, nomination.record)
        return proposal_of(nomination, nomination.record.status)
