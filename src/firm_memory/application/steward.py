"""Steward: verify, archive, restore and transfer — what the person accountable for a memory may do."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import attrs

from firm_memory.application.admission import Admission
from firm_memory.application.lookup import require_record
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.records import Records
from firm_memory.application.retry import retried
from firm_memory.application.write import Write
from firm_memory.domain import lifecycle
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.memory import Memory
from firm_memory.domain.principal import Caller, Role, is_agent, require_stewardship
from firm_memory.domain.text import REASON_LIMIT, comparison_key, require_name, require_text

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


@attrs.frozen(kw_only=True)
class _Stewardship:
    """A change of one memory that its steward, or (never through an agent) whoever has a role, may make."""

    records: Records
    write: Write
    clock: Clock

    def _change(
        self,
        memory: uuid.UUID,
        caller: Caller,
        kind: EventKind,
        change: Callable[[Memory], Memory],
        *,
        role: Role = Role.APPROVER,
        reason: str | None = None,
        details: Mapping[str, str] = _NONE,
    ) -> Record:
        def attempt() -> Record:
            record = require_record(self.records.queue, memory)
            require_stewardship(caller, record.memory.steward, kind.value, role)
            changed = attrs.evolve(record, memory=change(record.memory))
            if changed != record:
                self.write(kind, caller, changed, reason=reason, details=details)
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
    """Take a memory out of recall; it still resolves by id, and the ledger keeps why."""

    admission: Admission

    def __call__(self, memory: uuid.UUID, caller: Caller, reason: str | None = None) -> Record:
        """Raises `NotFound`, `NotAllowed`, `IllegalTransition`, `Refused` (the reason), `WriteFailed`."""
        if reason is not None:
            self.admission.texts({"reason": require_text("reason", reason, REASON_LIMIT)})
        return self._change(
            memory,
            caller,
            EventKind.ARCHIVED,
            lambda each: lifecycle.archive(each, self.clock.now()),
            reason=reason,
        )


@attrs.frozen(kw_only=True)
class Restore(_Stewardship):
    """Bring an archived memory back into recall."""

    def __call__(self, memory: uuid.UUID, caller: Caller) -> Record:
        """Raises `NotFound`, `NotAllowed`, `IllegalTransition`, `Redacted`, `WriteFailed`."""
        return self._change(memory, caller, EventKind.RESTORED, lambda each: lifecycle.restore(each, self.clock.now()))


@attrs.frozen(kw_only=True)
class Transfer(_Stewardship):
    """Make another person accountable for a memory: its steward hands it on, or an admin does when that one left."""

    def __call__(self, memory: uuid.UUID, caller: Caller, to: str) -> Record:
        """Transfer `memory` to the person `to`; whose it is already, it stays. An approver alone may not.

        Raises `NotFound`, `NotAllowed`, `InvalidField` (no person's name), `IllegalTransition`, `Redacted`,
        `Refused`, `WriteFailed`.
        """
        if is_agent(require_name("steward", to)):
            raise InvalidField("steward", "is an agent", "Name the person who answers for the memory from now on")

        def handed_on(each: Memory) -> Memory:
            moved = lifecycle.transfer(each, to)
            return each if comparison_key(each.steward or "") == comparison_key(to) else moved

        return self._change(memory, caller, EventKind.TRANSFERRED, handed_on, role=Role.ADMIN, details={"steward": to})
