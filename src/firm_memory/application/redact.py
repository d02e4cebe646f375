"""Redact: a leaked secret is erased everywhere; a tombstone and a ledger event stay.

The one exception to "nothing deletes", and therefore a person's deed (ADR 12).
"""

from __future__ import annotations

import uuid

import attrs

from firm_memory.application.admission import Admission
from firm_memory.application.lookup import require_record
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.records import Records
from firm_memory.application.retry import retried
from firm_memory.application.sync import Sync
from firm_memory.application.write import Write
from firm_memory.domain.candidate import Record
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.principal import Caller, require_admin
from firm_memory.domain.redaction import Redaction
from firm_memory.domain.text import REASON_LIMIT, require_text
from firm_memory.domain.tombstone import redacted


@attrs.frozen(kw_only=True)
class Redact:
    """Puts a tombstone in the place of a record, in records and store, and erases its words from the ledger."""

    records: Records
    admission: Admission
    write: Write
    sync: Sync
    clock: Clock

    def __call__(self, memory: uuid.UUID, caller: Caller, reason: str) -> Record:
        """Redact a memory, candidate or note of any status; `reason` stays and must not repeat the secret.

        Redacting again changes nothing and brings a store up to date that was down the first time. Raises
        `NotFound`, `NotAllowed` (agents, and whoever is no admin), `Refused`, `WriteFailed`.
        """
        require_admin(caller, "redact")
        self.admission.texts({"reason": require_text("reason", reason, REASON_LIMIT)})
        return retried(lambda: self._redact(memory, caller, reason))

    def _redact(self, memory: uuid.UUID, caller: Caller, reason: str) -> Record:
        record = require_record(self.records.queue, memory)
        if record.memory.redaction is not None:
            return self.sync.finish(memory) or record
        tombstone = redacted(record, Redaction(by=caller.name, at=self.clock.now(), reason=reason))
        self.write(EventKind.REDACTED, caller, tombstone, reason=reason)
        return tombstone
