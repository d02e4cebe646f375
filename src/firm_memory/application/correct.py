"""Correct: anyone reports that a memory is wrong. It is flagged and demoted, never hidden or deleted."""

from __future__ import annotations

import uuid

import attrs

from firm_memory.application.admission import Admission
from firm_memory.application.lookup import require_record
from firm_memory.application.nominate import Nominate
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.records import Records
from firm_memory.application.propose import Proposal, proposal_of
from firm_memory.application.retry import retried
from firm_memory.application.write import Write
from firm_memory.domain import lifecycle
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import InvalidSupersession, NotAllowed
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.memory import Flag, FlagKind, Memory
from firm_memory.domain.principal import Caller, Role, require_role
from firm_memory.domain.provenance import REFERENCE_LIMIT, SourceKind
from firm_memory.domain.statement import Statement, restated
from firm_memory.domain.text import REASON_LIMIT, comparison_key, require_text


@attrs.frozen(kw_only=True)
class Correction:
    """The disputed record, and the replacement's proposal when one was given."""

    record: Record
    replacement: Proposal | None = None


@attrs.frozen(kw_only=True)
class Correct:
    """Flags a memory; a replacement becomes a candidate that supersedes it once approved."""

    records: Records
    nominate: Nominate
    admission: Admission
    write: Write
    clock: Clock

    def __call__(
        self,
        memory: uuid.UUID,
        caller: Caller,
        reason: str,
        replacement: str | None = None,
        reference: str | None = None,
    ) -> Correction:
        """Dispute `memory`. One open correction a principal: the same report again gets the first result.

        `reference` is the replacement's source. Without one its source is this correction, an observation: what
        the corrected memory was taken from says something else. Raises
        `NotFound`, `IllegalTransition`, `NotAllowed` (another report of theirs is open), `Refused`.
        """
        require_role(caller, Role.PROPOSER, "correct")
        self.admission.texts({"reason": require_text("reason", reason, REASON_LIMIT)})
        return retried(lambda: self._correct(memory, caller, reason, replacement, reference))

    def _correct(
        self, memory: uuid.UUID, caller: Caller, reason: str, replacement: str | None, reference: str | None
    ) -> Correction:
        record = require_record(self.records.queue, memory)
        own = [flag for flag in record.memory.flags if flag.kind is FlagKind.CORRECTION and caller.is_any_of(flag.by)]
        if own and own[0].reason == reason:
            return Correction(record=record)
        if own:
            raise NotAllowed(f"{caller.speaker} has an open correction on {memory} already. Wait until it is decided.")
        flag = Flag(kind=FlagKind.CORRECTION, by=caller.speaker, reason=reason, at=self.clock.now())
        disputed = lifecycle.dispute(record.memory, flag, self.clock.now())
        if replacement is None:
            return Correction(record=self._committed(record, disputed, caller))
        nomination = self.nominate(_replacing(record.memory, replacement, reference), caller)
        if nomination.known:
            raise InvalidSupersession(
                "replacement",
                f"is known already as {nomination.record.id}, {nomination.record.status.value}",
                "Correct without a replacement and name that id in the reason",
            )
        flag = attrs.evolve(flag, replacement=nomination.record.id)
        disputed = attrs.evolve(disputed, flags=(*disputed.flags[:-1], flag))
        answer = self._committed(record, disputed, caller, nomination.record)
        return Correction(record=answer, replacement=proposal_of(nomination, nomination.record.status))

    def _committed(self, record: Record, disputed: Memory, caller: Caller, *candidates: Record) -> Record:
        changed = attrs.evolve(record, memory=disputed)
        self.write(EventKind.CORRECTED, caller, changed, *candidates)
        return changed


def _replacing(old: Memory, content: str, reference: str | None) -> Statement:
    """The statement that would stand in the place of `old`: same type, scope and tags, new words."""
    if comparison_key(content) == comparison_key(old.content):
        raise InvalidSupersession("replacement", "says the same as the memory", "Say what is right instead")
    return attrs.evolve(
        restated(old),
        content=content,
        title=None,
        summary=None,
        confidence=None,
        evidence=None,
        commit=None,
        reference=reference or f"correction of {old.provenance.reference}"[:REFERENCE_LIMIT],
        kind=None if reference else SourceKind.OBSERVATION,
        supersedes=old.id,
    )
