"""Steward: verify, archive and restore — what the person accountable for a memory may do."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import attrs

from firm_memory.application.lookup import require_record
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.records import Records
from firm_memory.application.retry import retried
from firm_memory.application.write import Write
from firm_memory.domain import lifecycle
from firm_memory.domain.candidate import Record
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.memory import Memory
from firm_memory.domain.principal import Caller, require_stewardship


@attrs.frozen(kw_only=True)
class _Stewardship:
    """A change of one memory that its steward, or (never over MCP) an approver, may make."""

    records: Records
    write: Write
    clock: Clock

    def _change(self, memory: uuid.UUID, caller: Caller, kind: EventKind, change: Callable[[Memory], Memory]) -> Record:
        def attempt() -> Record:
            record = require_record(self.records.queue, memory)
            require_stewardship(caller, record.memory.steward, kind.value)
            changed = attrs.evolve(record, memory=change(record.memory))
            self.write(kind, caller, changed)
            return changed

        return retried(attempt)


@attrs.frozen(kw_only=True)
class Verify(_Stewardship):
    """Vouch for a memory: flags closed, dispute over, full confidence back."""

    def __call__(self, memory: uuid.UUID, caller: Caller) -> Record:
        """Raises `NotFound`, `NotAllowed`, `IllegalTransition`, `WriteFailed`."""
        return self._change(memory, caller, EventKind.VERIFIED, lambda each: lifecycle.verify(each, self.clock.now()))


@attrs.frozen(kw_only=True)
class Archive(_Stewardship):
    """Take a memory out of recall; it still resolves by id."""

    def __call__(self, memory: uuid.UUID, caller: Caller) -> Record:
        """Raises `NotFound`, `NotAllowed`, `IllegalTransition`, `WriteFailed`."""
        return self._change(memory, caller, EventKind.ARCHIVED, lambda each: lifecycle.archive(each, self.clock.now()))


@attrs.frozen(kw_only=True)
class Restore(_Stewardship):
    """Bring an archived memory back into recall."""

    def __call__(self, memory: uuid.UUID, caller: Caller) -> Record:
        """Raises `NotFound`, `NotAllowed`, `IllegalTransition`, `WriteFailed`."""
        return self._change(memory, caller, EventKind.RESTORED, lambda each: lifecycle.restore(each, self.clock.now()))
