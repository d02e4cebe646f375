"""One memory whole: its fields, its source, what happened to it, and what stands in its place."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Final

from firm_memory.application.get import Dossier
from firm_memory.domain.candidate import Record
from firm_memory.domain.label import Reason
from firm_memory.domain.ledger import Event, EventKind
from firm_memory.domain.memory import Memory
from firm_memory.domain.moment import write_moment
from firm_memory.domain.provenance import Provenance
from firm_memory.domain.stance import refutations
from firm_memory.domain.status import MemoryTier
from firm_memory.domain.text import REASON_LIMIT
from firm_memory.entrypoints.mcp.answers import READER_NOTE, Answer, Structure, label_structure, label_text
from firm_memory.entrypoints.mcp.cards import flag_structure, flag_text, one_line, quoted, scope_structure, scope_text

LATEST: Final = 30
HIDDEN_SUCCESSOR: Final = "superseded by a memory outside your scope"
BROKEN_CHAIN: Final = "its chain of successors closes in a circle or breaks off: nothing stands in its place"


def get_answer(asked: uuid.UUID, dossier: Dossier) -> Answer:
    """The record with history and chain; a labelled empty answer where there is none to show."""
    record, frame = dossier.record, label_structure(dossier.label)
    if record is None:
        what = "Not found" if dossier.label.reason is Reason.NO_MATCH else "Nothing to show"
        return Answer(
            text=f"{what}: {asked} ({label_text(dossier.label)}).",
            structure={"memory": None, "id": str(asked), **frame, "note": READER_NOTE},
        )
    memory, end = record.memory, dossier.chain[-1] if dossier.chain else record.memory
    seen = {each.id for each in dossier.chain}
    structure: Structure = {
        "memory": _memory(record, seen),
        "history": [_event(event, memory.id) for event in dossier.history[-LATEST:]],
        "history_in_all": len(dossier.history),
        "chain": [str(each.id) for each in dossier.chain[-LATEST:]],
        "chain_end": _end(end) if end.id != memory.id and not dossier.chain_broken else None,
        **({"chain_broken": BROKEN_CHAIN} if dossier.chain_broken else {}),
        "successor_hidden": dossier.successor_hidden,
        **({"successor": HIDDEN_SUCCESSOR} if dossier.successor_hidden else {}),
        **frame,
        "note": READER_NOTE,
    }
    return Answer(text=_text(record, dossier, end), structure=structure)


def _memory(record: Record, seen: set[uuid.UUID]) -> Structure:
    memory = record.memory
    shown: Structure = {
        "id": str(memory.id),
        "content": memory.content,
        "title": memory.title,
        "summary": memory.summary,
        "type": memory.type.value,
        "scope": scope_structure(memory.scope),
        "tier": memory.tier.value,
        "status": record.status.value,
        "unreviewed": True if memory.tier is MemoryTier.INDEX else None,
        "confidence": round(memory.effective_confidence, 2),
        "tags": list(memory.tags),
        "task": memory.task,
        "disposition": memory.disposition.value if memory.disposition else None,
        "steward": memory.steward,
        "supersedes": str(memory.supersedes) if memory.supersedes else None,
        "superseded_by": str(memory.superseded_by) if memory.superseded_by in seen else None,
        "created_at": write_moment(memory.created_at),
        "updated_at": write_moment(memory.updated_at),
        "verified_at": write_moment(memory.verified_at) if memory.verified_at else None,
        "revision": memory.revision,
        "confirmations": memory.confirmations,
        "refutations": refutations(memory),
        "flags": [flag_structure(flag, REASON_LIMIT) for flag in memory.flags[-LATEST:]],
        "provenance": _provenance(memory.provenance),
    }
    erased = memory.redaction
    if erased is not None:
        shown["redacted"] = {"by": erased.by, "at": write_moment(erased.at), "reason": erased.reason}
    decision = record.candidacy.decision if record.candidacy else None
    if decision is not None:
        shown["decision"] = {"verdict": decision.verdict.value, "by": decision.by, "reason": decision.reason}
    return {key: value for key, value in shown.items() if value is not None}


def _provenance(source: Provenance) -> Structure:
    shown: Structure = {
        "kind": source.kind.value,
        "reference": source.reference,
        "also_seen": list(source.also_seen[-LATEST:]),
        "evidence": source.evidence,
        "commit": source.commit,
        "anchors": [
            {"repo": each.repo, "path": each.path, **({"symbol": each.symbol} if each.symbol else {})}
            for each in source.anchors[:LATEST]
        ],
        "proposed_by": source.proposed_by,
        "on_behalf_of": source.on_behalf_of,
        "approved_by": source.approved_by,
        "proposed_at": write_moment(source.proposed_at) if source.proposed_at else None,
        "approved_at": write_moment(source.approved_at) if source.approved_at else None,
    }
    return {key: value for key, value in shown.items() if value not in (None, [])}


def _event(event: Event, memory: uuid.UUID) -> Structure:
    reason = _reason(event, memory)
    return {
        "seq": event.seq,
        "kind": event.kind.value,
        "at": write_moment(event.occurred_at),
        "by": event.principal,
        **({"on_behalf_of": event.on_behalf_of} if event.on_behalf_of else {}),
        "via": event.via,
        "via_agent": event.via_agent,
        "trust": event.trust,
        **({"reason": reason} if reason else {}),
    }


def _reason(event: Event, memory: uuid.UUID) -> str | None:
    """The words that came with an event: its own, or those of a correction or of a rejection."""
    if event.reason:
        return event.reason
    record = next(each for each in event.records if each.id == memory)
    if event.kind is EventKind.CORRECTED and record.memory.flags:
        return record.memory.flags[-1].reason
    decision = record.candidacy.decision if record.candidacy else None
    return decision.reason if event.kind is EventKind.REJECTED and decision else None


def _who(event: Event) -> str:
    """Whose deed it was, and that an agent did it where one did."""
    if not event.via_agent:
        return one_line(event.principal)
    behalf = f" for {event.on_behalf_of}" if event.on_behalf_of else ""
    return one_line(f"{event.principal}{behalf} via agent")


def _end(memory: Memory) -> Structure:
    return {
        "id": str(memory.id),
        "status": memory.status.value,
        "content": memory.content,
        "reference": memory.provenance.reference,
    }


def _text(record: Record, dossier: Dossier, end: Memory) -> str:
    memory, source = record.memory, record.memory.provenance
    facts = [
        memory.type.value,
        scope_text(memory.scope),
        memory.tier.value,
        record.status.value,
        f"confidence {memory.effective_confidence:.2f}",
        f"created {memory.created_at:%Y-%m-%d}",
        f"verified {memory.verified_at:%Y-%m-%d}" if memory.verified_at else "never verified",
        f"revision {memory.revision}",
        *(["unreviewed"] if memory.tier is MemoryTier.INDEX else []),
        *([f"task {one_line(memory.task)}"] if memory.task else []),
        *([f"steward {one_line(memory.steward)}"] if memory.steward else []),
        *([f"confirmed by {memory.confirmations}"] if memory.confirmations else []),
        *([f"refuted by {refutations(memory)}"] if refutations(memory) else []),
        *([f"redacted by {one_line(memory.redaction.by)}"] if memory.redaction else []),
    ]
    people = [source.proposed_by, source.on_behalf_of and f"for {source.on_behalf_of}"]
    approved = [f"approved by {source.approved_by}"] if source.approved_by else []
    lines = [
        READER_NOTE,
        f"{memory.id}",
        " · ".join(facts),
        " · ".join(
            [
                f"source {source.kind.value} {one_line(source.reference)}",
                one_line(f"proposed by {' '.join(filter(None, people))}"),
                *map(one_line, approved),
                *(f"at {each.repo} {one_line(each.path)}" for each in source.anchors[:LATEST]),
            ]
        ),
        *(f"flag: {flag_text(flag)}" for flag in memory.flags[-LATEST:]),
        *_succession(memory, dossier, end),
        *([f"tags: {', '.join(map(one_line, memory.tags))}"] if memory.tags else []),
        *([quoted(memory.title)] if memory.title else []),
        quoted(memory.content),
        *(["evidence:", quoted(source.evidence)] if source.evidence else []),
        f"history: {_history(dossier.history, memory.id)}",
    ]
    return "\n".join(lines)


def _succession(memory: Memory, dossier: Dossier, end: Memory) -> list[str]:
    if dossier.chain_broken:
        return [BROKEN_CHAIN]
    hidden = [HIDDEN_SUCCESSOR] if dossier.successor_hidden else []
    if end.id == memory.id:
        return hidden
    return [f"superseded; what stands today is {end.id} ({end.status.value}):", quoted(end.content), *hidden]


def _history(events: Sequence[Event], memory: uuid.UUID) -> str:
    more = [f"{len(events) - LATEST} earlier"] if len(events) > LATEST else []
    shown = [
        f"{event.kind.value} {event.occurred_at:%Y-%m-%d} by {_who(event)}"
        + (f" ({one_line(reason)})" if (reason := _reason(event, memory)) else "")
        for event in events[-LATEST:]
    ]
    return "; ".join([*more, *shown]) or "none"
