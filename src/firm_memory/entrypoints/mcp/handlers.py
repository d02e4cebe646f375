"""What each tool does: one call of the Python API, and its answer in words and as a structure."""

from __future__ import annotations

from typing import Final

from firm_memory.application.propose import Proposal
from firm_memory.domain.resemblance.likeness import Likeness, Resemblance
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.text import shorten
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.mcp.answers import Answer, Structure, finding_structure
from firm_memory.entrypoints.mcp.cards import flag_structure, one_line
from firm_memory.entrypoints.mcp.dossier import get_answer
from firm_memory.entrypoints.mcp.fitting import search_answer
from firm_memory.entrypoints.mcp.requests import (
    CorrectRequest,
    GetRequest,
    NoteRequest,
    ProposeRequest,
    SearchRequest,
    TimelineRequest,
)
from firm_memory.entrypoints.mcp.timelines import timeline_answer

SIMILAR_CONTENT: Final = 200
_RESEMBLANCES: Final = {
    Likeness.EXACT: "Duplicate",
    Likeness.WIDENING: "Known in a narrower scope",
    Likeness.RIVAL: "Rival, check both",
    Likeness.LEXICAL: "Similar",
    Likeness.DENSE: "Similar",
}
_WAITS: Final = "It is not stored yet: it waits for an engineer's approval (firm-memory review)."


def search(memory: FirmMemory, request: SearchRequest) -> Answer:
    """What the firm knows about a question, best first, within the token budget."""
    hits = memory.search(
        request.query,
        limit=request.limit,
        types=request.types,
        repo=request.repo,
        domains=request.domains,
        paths=request.paths or (),
        task=request.task,
    )
    return search_answer(hits, request.max_tokens)


def get(memory: FirmMemory, request: GetRequest) -> Answer:
    """One memory whole, with history and chain."""
    return get_answer(request.id, memory.get(request.id, repo=request.repo, domains=request.domains))


def propose(memory: FirmMemory, request: ProposeRequest) -> Answer:
    """Queue a statement; the answer says that it waits, or why it is refused."""
    proposal = memory.propose(
        request.content,
        type=request.type,
        reference=request.reference,
        scope=request.scope,
        title=request.title,
        evidence=request.evidence,
        anchors=request.anchors or (),
        tags=request.tags or (),
        confidence=request.confidence,
        kind=request.kind,
        supersedes=request.supersedes,
    )
    return _proposed(proposal)


def correct(memory: FirmMemory, request: CorrectRequest) -> Answer:
    """Flag a memory as wrong; a replacement goes to the gate."""
    correction = memory.correct(request.id, reason=request.reason, replacement=request.replacement)
    record = correction.record
    text = f"Flagged: {record.id} is {record.status.value}. It stays visible with its flag, ranked lower."
    structure: Structure = {
        "accepted": True,
        "id": str(record.id),
        "status": record.status.value,
        "flags": [flag_structure(flag) for flag in record.memory.flags[-1:]],
        "flags_in_all": len(record.memory.flags),
    }
    if correction.replacement is not None:
        proposed = _proposed(correction.replacement)
        text = f"{text} Its replacement: {proposed.text}"
        structure["replacement"] = proposed.structure
    return Answer(text=text, structure=structure)


def note(memory: FirmMemory, request: NoteRequest) -> Answer:
    """Write a working note of a task."""
    written = memory.for_task(request.task).note(request.content, disposition=request.disposition)
    disposition = written.disposition.value if written.disposition else None
    return Answer(
        text=f"Noted under {one_line(request.task)} as {written.id}" + (f" ({disposition})." if disposition else "."),
        structure={"accepted": True, "id": str(written.id), "task": written.task, "disposition": disposition},
    )


def timeline(memory: FirmMemory, request: TimelineRequest) -> Answer:
    """The working notes of a task, in order."""
    return timeline_answer(memory.for_task(request.task).timeline())


def _proposed(proposal: Proposal) -> Answer:
    structure: Structure = {
        "accepted": proposal.accepted,
        "candidate_id": str(proposal.candidate_id) if proposal.candidate_id else None,
        "status": proposal.status.value if proposal.status else None,
        "decision": {"automatic": proposal.decision.automatic, "reason": proposal.decision.reason},
        "similar": [
            {
                "id": str(each.id),
                "kind": each.kind.value,
                "why": each.why,
                "status": each.status.value,
                "score": round(each.score, 3),
                "reference": each.provenance.reference,
                "content": shorten(each.content, SIMILAR_CONTENT),
            }
            for each in proposal.similar
        ],
        "notices": [{"rule": each.rule, "why": each.why} for each in proposal.notices],
    }
    if not proposal.accepted:
        unseen = "redacted" if proposal.redacted else "rejected_before"
        rule = proposal.finding.exclusion.rule if proposal.finding else unseen
        structure |= {"rule": rule, "error": proposal.decision.reason}
        structure |= finding_structure(proposal.finding) if proposal.finding else {}
        return Answer(text=f"Refused [{rule}]: {_remedied(proposal)}", structure=structure, error=True)
    structure["next"] = _standing(proposal)
    told = [
        *map(_beside, proposal.similar),
        *(f"Notice [{each.rule}]: {one_line(each.why)}." for each in proposal.notices),
    ]
    ruling = f"Ruling: {one_line(proposal.decision.reason)}."
    return Answer(text="\n".join([f"{_standing(proposal)} {ruling}", *told]), structure=structure)


def _beside(found: Resemblance) -> str:
    content = one_line(shorten(found.content, SIMILAR_CONTENT))
    return f"{_RESEMBLANCES[found.kind]}: {found.id} ({found.status.value}, {found.score:.2f}: {found.why}) {content}"


def _remedied(proposal: Proposal) -> str:
    if proposal.finding or proposal.redacted:
        return one_line(proposal.decision.reason)
    return f"{one_line(proposal.decision.reason)}. Only a person reconsiders it (firm-memory reconsider)."


def _standing(proposal: Proposal) -> str:
    if proposal.status in (MemoryStatus.PROPOSED, MemoryStatus.APPROVING):
        return f"Queued as candidate {proposal.candidate_id}. {_WAITS}"
    status = proposal.status.value if proposal.status else "kept"
    return f"It stands as {proposal.candidate_id}, {status}."
