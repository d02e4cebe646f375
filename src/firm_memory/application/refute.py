"""Refute: anyone who met the opposite says that a memory does not hold."""

from __future__ import annotations

import uuid

import attrs

from firm_memory.application.admission import Admission
from firm_memory.application.lookup import require_record
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.records import Records
from firm_memory.application.retry import retried
from firm_memory.application.write import Write
from firm_memory.domain import stance
from firm_memory.domain.candidate import Record
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.principal import Caller, Role, require_role
from firm_memory.domain.stance import Stance, stances
from firm_memory.domain.text import REASON_LIMIT, comparison_key, require_text


@attrs.frozen(kw_only=True)
class Refute:
    """Flags a memory with one principal's refutation; once each. The first one disputes it."""

    records: Records
    admission: Admission
    write: Write
    clock: Clock

    def __call__(self, memory: uuid.UUID, caller: Caller, reason: str) -> Record:
        """Refute `memory`. Replaces the caller's confirmation; refuting twice gives the first result.

        Raises `NotFound`, `IllegalTransition`, `NotAllowed`, `Refused`.
        """
        require_role(caller, Role.PROPOSER, "refute")
        self.admission.texts({"reason": require_text("reason", reason, REASON_LIMIT)})
        return retried(lambda: self._refute(memory, caller, reason))

    def _refute(self, memory: uuid.UUID, caller: Caller, reason: str) -> Record:
        record = require_record(self.records.queue, memory)
        held = stances(self.records.ledger.history(memory)).get(comparison_key(caller.speaker))
        refuted = stance.refute(record.memory, by=caller.speaker, reason=reason, now=self.clock.now(), held=held)
        if held is Stance.REFUTED:
            return record
        changed = attrs.evolve(record, memory=refuted)
        self.write(EventKind.REFUTED, caller, changed, reason=reason)
        return changed
