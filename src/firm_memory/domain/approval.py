"""The approval policy: facts in, a ruling with its reason out. V1 has every candidate wait for a person."""

from __future__ import annotations

from typing import Final

import attrs

from firm_memory.domain.candidate import Ruling
from firm_memory.domain.confidence import require_confidence
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import SourceKind
from firm_memory.domain.text import comparison_key

AUTO_APPROVE_THRESHOLD: Final = 0.85
AGENT_CONFIDENCE_MOST: Final = 0.7
PRODUCTION_CRITICAL: Final = "production-critical"
_AUTHORITATIVE: Final = frozenset({SourceKind.ADR, SourceKind.DOCUMENT, SourceKind.INTERVIEW})


@attrs.frozen(kw_only=True)
class ApprovalPolicy:
    """Whether candidates may be approved without a person, and from which confidence on."""

    automatic: bool = False
    threshold: float = AUTO_APPROVE_THRESHOLD


def rule_on(
    policy: ApprovalPolicy, memory: Memory, *, similar: int, notices: int, rivals: int = 0, compared: bool = True
) -> Ruling:
    """Rule on a candidate: `similar` near-duplicates, `rivals`, `notices` (warnings); `compared` with all of them.

    Never automatic: the four types that need a person, firm-wide scope, a `production-critical` tag, a
    near-duplicate, a rival, a notice, a supersession, or a confidence below the threshold; nor where
    near-duplicates and rivals could not be looked for.
    """
    hindrances = [
        (not policy.automatic, "automatic approval is off: every candidate waits for a person"),
        (memory.type.needs_person, f"{memory.type.value} always needs a person"),
        (memory.scope.firm, "firm-wide scope always needs a person"),
        (comparison_key(PRODUCTION_CRITICAL) in memory.tags, f"tagged {PRODUCTION_CRITICAL}"),
        (memory.supersedes is not None, "it supersedes a memory"),
        (rivals > 0, f"a person has to see its rivals ({rivals})"),
        (similar > 0, f"a person has to see what is similar to it ({similar})"),
        (not compared, "what resembles it could not be looked for"),
        (notices > 0, f"{notices} warnings need a person's eye"),
        (
            not memory.confidence >= policy.threshold,
            f"confidence {memory.confidence:.2f} is below {policy.threshold:.2f}",
        ),
    ]
    reason = next((why for hindered, why in hindrances if hindered), None)
    if reason is not None:
        return Ruling(automatic=False, reason=reason)
    return Ruling(automatic=True, reason=f"confidence {memory.confidence:.2f} reaches {policy.threshold:.2f}")


def confidence_at_birth(kind: SourceKind, asked: float | None, *, by_agent: bool) -> float:
    """1.0 for an authoritative document or interview, 0.3 for a single observation, 0.7 otherwise.

    A caller may only lower it (`asked`, else `InvalidConfidence`); what an agent says starts at 0.7 at most.
    """
    born = 1.0 if kind in _AUTHORITATIVE else 0.3 if kind is SourceKind.OBSERVATION else 0.7
    ceiling = min(born, AGENT_CONFIDENCE_MOST) if by_agent else born
    return ceiling if asked is None else min(require_confidence(asked), ceiling)
