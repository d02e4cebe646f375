"""What the command line prints: JSON for machines, a few plain lines for people."""

from __future__ import annotations

from typing import Final

from firm_memory.application.get import Dossier
from firm_memory.application.timeline import TaskTimeline
from firm_memory.application.wire import memory_to_wire
from firm_memory.domain.answer import Hit, Hits
from firm_memory.domain.candidate import Notice, Record
from firm_memory.domain.label import Label
from firm_memory.domain.ledger import Event
from firm_memory.domain.memory import Memory
from firm_memory.domain.moment import write_moment
from firm_memory.domain.stance import refutations
from firm_memory.domain.status import MemoryTier

_IDS_MOST: Final = 3  # a renaming or a batch of cards touches many records


def label_wire(label: Label) -> dict[str, object]:
    """How the answer was made."""
    return {
        "mode": label.mode.value,
        "degraded": label.degraded,
        "reason": label.reason.value if label.reason else None,
        "reasons": [reason.value for reason in label.reasons],
    }


def label_text(label: Label) -> str:
    """How the answer was made, in brackets, when there is something to say."""
    return f"[{', '.join(reason.value for reason in label.reasons)}]" if label.reasons else ""


def scope_text(memory: Memory) -> str:
    """The scope as its atoms, sorted."""
    return ", ".join(sorted(memory.scope.atoms))


def hit_wire(hit: Hit) -> dict[str, object]:
    """A hit: the memory, its relevance, its age."""
    return {
        "memory": memory_to_wire(hit.memory),
        "score": round(hit.score, 4),
        "age_days": hit.age_days,
        "stale": hit.stale,
        "confirmations": hit.confirmations,
        "refutations": hit.refutations,
        **({"unreviewed": True} if hit.unreviewed else {}),
    }


def hits_wire(hits: Hits) -> dict[str, object]:
    """A search answer."""
    return {
        **label_wire(hits.label),
        "hits": [hit_wire(hit) for hit in hits],
        "withheld": [str(each) for each in hits.withheld],
        "note": hits.note,
        **({"as_of": write_moment(hits.as_of)} if hits.as_of else {}),
    }


def memory_text(memory: Memory) -> str:
    """One memory in three lines: what it says, where it holds, where it comes from."""
    flags = "".join(f"\n  flag: {flag.kind.value} by {flag.by}: {flag.reason}" for flag in memory.flags)
    counted = {"confirmed": memory.confirmations, "refuted": refutations(memory)}
    counts = "".join(f" · {deed} by {count}" for deed, count in counted.items() if count)
    erased = f"\n  redacted by {memory.redaction.by}: {memory.redaction.reason}" if memory.redaction else ""
    title = f"{memory.title}\n  " if memory.title else ""
    card = " · unreviewed" if memory.tier is MemoryTier.INDEX else ""
    content = "\n  | ".join(memory.content.splitlines())  # a line of it must not pass for one of ours
    return (
        f"{title}{content}\n  {memory.type.value} · {scope_text(memory)} · {memory.status.value}{card}{counts}\n"
        f"  source {memory.provenance.reference} · id {memory.id}{flags}{erased}"
    )


def hits_text(hits: Hits) -> str:
    """A search answer for people."""
    then = [f"As of {write_moment(hits.as_of)}:"] if hits.as_of else []
    if not hits:
        return "\n\n".join([*then, f"Nothing recalled. {label_text(hits.label)}".rstrip()])
    lines = [f"{hit.score:.2f}  {memory_text(hit.memory)}" for hit in hits]
    return "\n\n".join([*then, *lines, f"{hits.note} {label_text(hits.label)}".rstrip()])


def notice_wire(notice: Notice) -> dict[str, object]:
    """A warning; `must_clear` stands in it where an approval has to name its rule."""
    return {"rule": notice.rule, "why": notice.why, **({"must_clear": True} if notice.must_clear else {})}


def record_wire(record: Record) -> dict[str, object]:
    """A record: the memory with its effective status, and what the gate knows of it."""
    candidacy = record.candidacy
    decision = candidacy.decision if candidacy else None
    return {
        "memory": {**memory_to_wire(record.memory), "status": record.status.value},
        **({"unreviewed": True} if record.memory.tier is MemoryTier.INDEX else {}),
        "ruling": {"automatic": candidacy.ruling.automatic, "reason": candidacy.ruling.reason} if candidacy else None,
        "notices": [notice_wire(each) for each in candidacy.notices] if candidacy else [],
        "decision": {
            "verdict": decision.verdict.value,
            "by": decision.by,
            "at": write_moment(decision.at),
            "reason": decision.reason,
        }
        if decision
        else None,
    }


def record_text(record: Record) -> str:
    """A record for the desk: the memory, who proposed it, and what the approver must know."""
    source = record.memory.provenance
    behalf = f" on behalf of {source.on_behalf_of}" if source.on_behalf_of else ""
    notices = "".join(
        f"\n  notice: {each.why} [{each.rule}{', to be cleared' * each.must_clear}]"
        for each in (record.candidacy.notices if record.candidacy else ())
    )
    status = f"{record.status.value} · from {source.proposed_by}{behalf} · confidence {record.memory.confidence:.2f}"
    return f"{memory_text(record.memory)}\n  {status}{_details(record)}{notices}"


def _details(record: Record) -> str:
    """Everything else that would be approved with it, or came of it: nothing is decided unseen."""
    memory, decision = record.memory, record.candidacy.decision if record.candidacy else None
    named = {
        "summary": memory.summary,
        "evidence": memory.provenance.evidence,
        "tags": ", ".join(memory.tags),
        "anchors": ", ".join(
            f"{each.repo}:{each.path} {each.symbol or ''}".strip() for each in memory.provenance.anchors
        ),
        "also seen in": ", ".join(memory.provenance.also_seen),
        "replaces": str(memory.supersedes or ""),
        "decided": f"{decision.verdict.value} by {decision.by}: {decision.reason}"
        if decision and decision.reason
        else "",
    }
    return "".join(f"\n  {name}: {value}" for name, value in named.items() if value)


def event_wire(event: Event) -> dict[str, object]:
    """A ledger entry, read."""
    return {
        "seq": event.seq,
        "kind": event.kind.value,
        "at": write_moment(event.occurred_at),
        "principal": event.principal,
        "on_behalf_of": event.on_behalf_of,
        "via": event.via,
        "via_agent": event.via_agent,
        "trust": event.trust,
        **({"reason": event.reason} if event.reason else {}),
        **({"details": dict(event.details)} if event.details else {}),
        "stored": event.stored,
        "hash": event.hash,
        "records": [
            {"id": str(each.id), "revision": each.memory.revision, "status": each.memory.status.value}
            for each in event.records
        ],
    }


def event_text(event: Event) -> str:
    """A ledger entry on one line."""
    unfinished = "" if event.stored else " · not stored yet"
    more = f" and {len(event.records) - _IDS_MOST} more" if len(event.records) > _IDS_MOST else ""
    ids = ", ".join(str(each.id) for each in event.records[:_IDS_MOST]) + more
    trust = "unauthenticated" if event.trust == "local" else event.trust
    door = f"agent, {event.via}" if event.via_agent else event.via
    behalf = f" for {event.on_behalf_of}" if event.on_behalf_of else ""
    who = f"{event.principal}{behalf} via {door} ({trust})"
    said = "".join(f" · {name} {value}" for name, value in event.details.items())
    why = f" · {event.reason}" if event.reason else ""
    at = f"{event.occurred_at:%Y-%m-%d %H:%M:%S}"
    return f"{event.seq:>5}  {at}  {event.kind.value:<12} {who}  {ids}{said}{why}{unfinished}"


def dossier_wire(dossier: Dossier) -> dict[str, object]:
    """One record whole."""
    return {
        **label_wire(dossier.label),
        "record": record_wire(dossier.record) if dossier.record else None,
        "history": [event_wire(event) for event in dossier.history],
        "chain": [str(each.id) for each in dossier.chain],
        "successor_hidden": dossier.successor_hidden,
        "chain_broken": dossier.chain_broken,
        "note": dossier.note,
    }


def dossier_text(dossier: Dossier) -> str:
    """One record whole, for people."""
    if dossier.record is None:
        return f"Nothing to show. {label_text(dossier.label)}"
    lines = [record_text(dossier.record)]
    if dossier.chain_broken:
        lines.append("  its chain of successors closes in a circle or breaks off: nothing stands in its place")
    elif len(dossier.chain) > 1:
        lines.append(f"  superseded by {dossier.chain[-1].id}: {dossier.chain[-1].content}")
    if dossier.successor_hidden:
        lines.append("  superseded by a memory outside your scope")
    return "\n".join([*lines, *(event_text(event) for event in dossier.history)])


def timeline_wire(timeline: TaskTimeline) -> dict[str, object]:
    """The notes of a task."""
    return {
        **label_wire(timeline.label),
        "task": timeline.task,
        "notes": [
            {"memory": memory_to_wire(entry.note), "stands_as": entry.disposition.value if entry.disposition else None}
            for entry in timeline.entries
        ],
    }


def timeline_text(timeline: TaskTimeline) -> str:
    """The notes of a task, for people."""
    lines = [
        f"{entry.note.created_at:%Y-%m-%d %H:%M}  {entry.note.content}"
        + (f"  [{entry.disposition.value}]" if entry.disposition else "")
        for entry in timeline.entries
    ]
    return "\n".join(lines) or f"No notes under {timeline.task}. {label_text(timeline.label)}"
