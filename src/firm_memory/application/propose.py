"""Propose: a statement goes through the checks and waits at the gate."""

from __future__ import annotations

import uuid

import attrs

from firm_memory.application.approve import Approve
from firm_memory.application.nominate import Nominate, Nomination
from firm_memory.application.ports.clock import Clock
from firm_memory.application.retry import retried
from firm_memory.application.write import Write
from firm_memory.domain.candidate import Notice, Record, Ruling, Verdict
from firm_memory.domain.errors import Redacted
from firm_memory.domain.exclusion import Finding, Refused
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.principal import POLICY, POLICY_VIA, Caller, Role, require_role
from firm_memory.domain.resemblance.likeness import Resemblance
from firm_memory.domain.statement import Statement
from firm_memory.domain.status import MemoryStatus


@attrs.frozen(kw_only=True)
class Proposal:
    """What became of a proposal. `accepted` means: it waits at the gate, passed it, or is known already.

    `decision` carries the policy's ruling or the refusal, with its reason; `finding` is set when an
    exclusion refused it, `redacted` when these words were erased once; `similar` are near-duplicates, the same
    words in a narrower scope, and rivals: the approver is shown them too, and nothing is refused for them.
    """

    accepted: bool
    decision: Ruling
    candidate_id: uuid.UUID | None = None
    status: MemoryStatus | None = None
    similar: tuple[Resemblance, ...] = ()
    notices: tuple[Notice, ...] = ()
    finding: Finding | None = None
    redacted: bool = False


@attrs.frozen(kw_only=True)
class Propose:
    """Puts a candidate into the queue. Raises on invalid fields and outages; a refusal is an answer."""

    nominate: Nominate
    write: Write
    approve: Approve
    clock: Clock

    def __call__(self, statement: Statement, caller: Caller) -> Proposal:
        """Check and queue `statement`. Made again, it meets its own record and adds its reference."""
        require_role(caller, Role.PROPOSER, "propose")
        try:
            return retried(lambda: self._propose(statement, caller))
        except Refused as refusal:
            ruling = Ruling(automatic=False, reason=str(refusal))
            return Proposal(accepted=False, decision=ruling, finding=refusal.finding)
        except Redacted as refusal:
            return Proposal(accepted=False, decision=Ruling(automatic=False, reason=str(refusal)), redacted=True)

    def _propose(self, statement: Statement, caller: Caller) -> Proposal:
        nomination = self.nominate(statement, caller)
        if nomination.known:
            return self._known(nomination.record, statement.reference, caller)
        self.write(EventKind.PROPOSED, caller, nomination.record)
        candidacy = nomination.record.candidacy
        if candidacy is not None and candidacy.ruling.automatic:
            self.approve(nomination.record.id, Caller(name=POLICY, via=POLICY_VIA, trust=caller.trust))
            return proposal_of(nomination, MemoryStatus.ACTIVE)
        return proposal_of(nomination, nomination.record.status)

    def _known(self, record: Record, reference: str, caller: Caller) -> Proposal:
        """A rejection stands, with its reason; anything else gains one more source."""
        decision = record.candidacy.decision if record.candidacy else None
        if decision is not None and decision.verdict is Verdict.REJECTED:
            reason = f"rejected on {decision.at:%Y-%m-%d} by {decision.by} because {decision.reason}"
            return _of_known(record, reason, accepted=False)
        memory = record.memory
        seen = memory.provenance.seen_at(reference)
        if seen is not memory.provenance:
            again = attrs.evolve(memory, provenance=seen, updated_at=self.clock.now(), revision=memory.revision + 1)
            self.write(EventKind.SEEN_AGAIN, caller, attrs.evolve(record, memory=again))
        return _of_known(record, f"known already, {record.status.value}", accepted=True)


def _of_known(record: Record, reason: str, *, accepted: bool) -> Proposal:
    return Proposal(
        accepted=accepted,
        decision=Ruling(automatic=False, reason=reason),
        candidate_id=record.id,
        status=record.status,
        notices=record.candidacy.notices if record.candidacy else (),
    )


def proposal_of(nomination: Nomination, status: MemoryStatus) -> Proposal:
    """The answer to the proposer of a candidate that was queued."""
    candidacy = nomination.record.candidacy
    return Proposal(
        accepted=True,
        decision=candidacy.ruling if candidacy else Ruling(automatic=False, reason="queued"),
        candidate_id=nomination.record.id,
        status=status,
        similar=nomination.similar,
        notices=candidacy.notices if candidacy else (),
    )
