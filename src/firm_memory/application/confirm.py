"""Confirm: anyone who met the same fact says that it holds."""

from __future__ import annotations

import uuid

import attrs

from firm_memory.application.admission import Admission
from firm_memory.application.lookup import require_record
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
class Confirm:
    """Counts one principal more who confirms a memory; once each, whatever surface it comes through."""

    records: Records
    admission: Admission
    write: Write

    def __call__(self, memory: uuid.UUID, caller: Caller, note: str | None = None) -> Record:
        """Confirm `memory`. Takes the caller's refutation back; a dispute stays until it is verified.

        Confirming twice gives the first result. Raises `NotFound`, `IllegalTransition`, `NotAllowed`, `Refused`.
        """
        require_role(caller, Role.PROPOSER, "confirm")
        if note is not None:
            self.admission.texts({"note": require_text("note", note, REASON_LIMIT)})
        return retried(lambda: self._confirm(memory, caller, note))

    def _confirm(self, memory: uuid.UUID, caller: Caller, note: str | None) -> Record:
        record = require_record(self.records.queue, memory)
        held = stances(self.records.ledger.history(memory)).get(comparison_key(caller.speaker))
        confirmed = attrs.evolve(record, memory=stance.confirm(record.memory, by=caller.speaker))
        if held is Stance.CONFIRMED:
            return record
        self.write(EventKind.CONFIRMED, caller, confirmed, reason=note)
        return confirmed
