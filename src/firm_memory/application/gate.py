"""Gate: what the write gate would make of a text, without proposing it."""

from __future__ import annotations

import enum

import attrs

from firm_memory.application.admission import Admission
from firm_memory.domain.errors import InvalidContent
from firm_memory.domain.exclusion import Certainty, ExclusionReason, Finding, Span, gravest
from firm_memory.domain.notices import text_notices
from firm_memory.domain.text import require_text


class Outcome(enum.Enum):
    """Queued, queued with a warning, or refused."""

    ACCEPT = "accept"
    FLAG = "flag"
    REJECT = "reject"


@attrs.frozen(kw_only=True)
class Judgement:
    """What becomes of a text and by which rule; the text itself is never part of it.

    `reason` and `span` (half-open, in code points) are set where an exclusion decided.
    """

    outcome: Outcome
    rule: str | None = None
    reason: ExclusionReason | None = None
    span: Span | None = None


@attrs.frozen(kw_only=True)
class Gate:
    """Judges texts as the content of a DURABLE memory. Needs neither records nor a store."""

    admission: Admission

    def __call__(self, text: str) -> Judgement:
        """The judgement on `text`. Raises `GateUnavailable` when the scanner fails."""
        try:
            require_text("content", text, self.admission.content_limit)
        except InvalidContent:
            return Judgement(outcome=Outcome.REJECT, rule="content.invalid")
        texts = {"content": text}
        findings = self.admission.findings(texts)
        for outcome, certainty in ((Outcome.REJECT, Certainty.CERTAIN), (Outcome.FLAG, Certainty.SUSPICIOUS)):
            finding = gravest(findings, certainty)
            if finding is not None:
                return _of(finding, outcome)
        notice = next(iter(text_notices(texts)), None)
        return Judgement(outcome=Outcome.FLAG, rule=notice.rule) if notice else Judgement(outcome=Outcome.ACCEPT)


def _of(finding: Finding, outcome: Outcome) -> Judgement:
    exclusion = finding.exclusion
    return Judgement(outcome=outcome, rule=exclusion.rule, reason=exclusion.reason, span=(finding.start, finding.end))
