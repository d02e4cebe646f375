"""What became of a proposal or a correction, as the command line prints it."""

from __future__ import annotations

from firm_memory.application.correct import Correction
from firm_memory.application.propose import Proposal
from firm_memory.entrypoints.cli.resemblances import resemblance_line, resemblance_wire
from firm_memory.entrypoints.cli.views import notice_wire, record_wire


def proposal_wire(proposal: Proposal) -> dict[str, object]:
    """What became of a proposal."""
    finding = proposal.finding
    return {
        "accepted": proposal.accepted,
        "candidate_id": str(proposal.candidate_id) if proposal.candidate_id else None,
        "status": proposal.status.value if proposal.status else None,
        "decision": {
            "automatic": proposal.decision.automatic,
            "reason": proposal.decision.reason,
        },
        "rule": finding.exclusion.rule if finding else "redacted" if proposal.redacted else None,
        "similar": [resemblance_wire(each) for each in proposal.similar],
        "notices": [notice_wire(each) for each in proposal.notices],
    }


def proposal_text(proposal: Proposal) -> str:
    """What became of a proposal, for people."""
    if not proposal.accepted:
        return f"Refused: {proposal.decision.reason}"
    status = proposal.status.value if proposal.status else "known"
    similar = "".join(f"\n  {resemblance_line(each)}" for each in proposal.similar)
    notices = "".join(f"\n  notice: {each.why}" for each in proposal.notices)
    return f"{proposal.candidate_id} is {status}: {proposal.decision.reason}.{similar}{notices}"


def correction_wire(correction: Correction) -> dict[str, object]:
    """A correction: the disputed record, and what became of the replacement."""
    replacement = correction.replacement
    return {
        **record_wire(correction.record),
        "replacement": proposal_wire(replacement) if replacement else None,
    }
