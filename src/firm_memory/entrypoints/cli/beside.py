"""What an approver sees beside a candidate: what it would replace, and what says nearly the same."""

from __future__ import annotations

from firm_memory.application.nominate import SIMILAR_SCORE
from firm_memory.application.search import Question
from firm_memory.domain.candidate import Record
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.cli import views

SIMILAR_MOST = 3


def text(memory: FirmMemory, record: Record) -> str:
    """Lines to print behind the candidate; empty when there is nothing beside it. Never raises on outages."""
    candidate, lines = record.memory, list[str]()
    if candidate.supersedes is not None:
        old = memory.container.records().queue.get(candidate.supersedes)
        if old is not None:
            steward = old.memory.steward or "nobody"
            lines.append(f"\n  replaces (steward {steward}): {views.memory_text(old.memory)}")
    hits = memory.container.search()(
        Question(query=candidate.embedded_text, scope=candidate.scope, limit=SIMILAR_MOST + 1)
    )
    near = [hit for hit in hits if hit.score >= SIMILAR_SCORE and hit.id not in {candidate.id, candidate.supersedes}]
    lines += [f"\n  similar ({hit.score:.2f}): {views.memory_text(hit.memory)}" for hit in near[:SIMILAR_MOST]]
    return "".join(lines)
