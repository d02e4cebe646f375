"""Commands of the approval desk: pending, approve, reject, reconsider."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Annotated, Final

import attrs
import typer

from firm_memory.application.compare import Comparison
from firm_memory.application.lookup import require_record
from firm_memory.domain.amendment import Amendment
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import InvalidContent
from firm_memory.domain.identity import read_id
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.entrypoints.api.approvals import Approvals
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.cli import beside, proposals, views
from firm_memory.entrypoints.cli.consent import consented
from firm_memory.entrypoints.cli.contribute import scope_of
from firm_memory.entrypoints.cli.session import JSON, Terminal, answer, opened

Candidate = Annotated[str, typer.Argument(help="The candidate's id (firm-memory pending).")]
By = Annotated[str | None, typer.Option("--by", help="Who decides; the default is you.")]
# As many are compared with their neighbours when the queue is listed; review compares each.
COMPARED_MOST: Final = 50


def decider(memory: FirmMemory, question: str, by: str | None, subject: Callable[[], str]) -> tuple[Approvals, str]:
    """The desk and the name of who decides, once a person who saw `subject` has agreed."""
    caller = memory.caller if by is None else memory.caller_named(by)
    via = consented(caller, memory.settings, os.environ, Terminal.present(), question, subject)
    return Approvals(container=memory.container, via=via), caller.name


def _record(memory: FirmMemory, candidate: str) -> Record:
    return require_record(memory.container.records().queue, read_id(candidate, "candidate"))


def _with_neighbours(memory: FirmMemory, record: Record) -> str:
    """A record as it is shown to whoever decides: beside what it would replace and what resembles it."""
    return views.record_text(record) + beside.text(memory.approvals.beside(record))


def pending(
    count: Annotated[bool, typer.Option("--count", help="Print the number only.")] = False, as_json: bool = JSON
) -> None:
    """List what waits for a decision, with what resembles it (for the 50 oldest)."""
    with opened(as_json) as memory:
        records = memory.approvals.pending()
        shown = () if count else _compared(memory, records)
    if count:
        answer(as_json, {"count": len(records)}, lambda: str(len(records)))
        return
    wires = [views.record_wire(record) | ({"beside": beside.wire(each)} if each else {}) for record, each in shown]
    texts = [views.record_text(record) + (beside.text(each) if each else "") for record, each in shown]
    answer(as_json, {"count": len(records), "pending": wires}, lambda: "\n\n".join(texts) or "Nothing waits.")


def _compared(memory: FirmMemory, records: Sequence[Record]) -> list[tuple[Record, Comparison | None]]:
    """The records, the first ones with what stands beside them."""
    if records:
        memory.warm()
    return [
        (record, memory.approvals.beside(record) if place < COMPARED_MOST else None)
        for place, record in enumerate(records)
    ]


def approve(
    candidate: Candidate,
    by: By = None,
    content: Annotated[str | None, typer.Option(help="Amend the words.")] = None,
    title: Annotated[str | None, typer.Option(help="Amend the headline.")] = None,
    kind: Annotated[str | None, typer.Option("--type", help="Amend the kind.")] = None,
    firm: Annotated[bool, typer.Option("--firm", help="Amend the scope: the whole firm.")] = False,
    domain: Annotated[list[str] | None, typer.Option(help="Amend the scope: this domain (repeat).")] = None,
    repo: Annotated[list[str] | None, typer.Option(help="Amend the scope: this repository (repeat).")] = None,
    confidence: Annotated[float | None, typer.Option(help="Amend the confidence, 0 to 1.")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="Amend the tags (repeat).")] = None,
    supersedes: Annotated[str | None, typer.Option(help="It replaces this memory.")] = None,
    clear: Annotated[list[str] | None, typer.Option(help="The suspicion of this rule is unfounded (repeat).")] = None,
    as_json: bool = JSON,
) -> None:
    """Approve a candidate, as proposed or amended."""
    with opened(as_json, everything=True) as memory:
        amendment = Amendment(
            content=content,
            title=title,
            type=None if kind is None else MemoryType.resolve(kind),
            scope=scope_of(firm, domain, repo),
            confidence=confidence,
            tags=tuple(tag) if tag else None,
            supersedes=None if supersedes is None else read_id(supersedes, "supersedes"),
        )
        before = _record(memory, candidate)
        amended = attrs.evolve(before, memory=amendment.applied_to(before.memory))
        desk, name = decider(memory, f"Approve {candidate}", by, lambda: _with_neighbours(memory, amended))
        record = desk.approve(candidate, approver=name, amendment=amendment, cleared=clear or ())
    answer(as_json, views.record_wire(record), lambda: f"approved\n{views.record_text(record)}")


def reject(
    candidate: Candidate,
    reason: Annotated[str | None, typer.Option(help="Why; it answers whoever proposes this again.")] = None,
    duplicate_of: Annotated[
        str | None, typer.Option(help="This memory or candidate says the same; it gains the source.")
    ] = None,
    by: By = None,
    as_json: bool = JSON,
) -> None:
    """Turn a candidate down, with a reason that stays, or as a duplicate."""
    with opened(as_json, everything=True) as memory:
        if (reason is None) == (duplicate_of is None):
            raise InvalidContent("reason", "is missing, or given with a duplicate", "Give --reason or --duplicate-of")
        original = None if duplicate_of is None else read_id(duplicate_of, "duplicate_of")
        before = _record(memory, candidate)
        desk, name = decider(memory, f"Reject {candidate}", by, lambda: _with_neighbours(memory, before))
        if original is not None:
            record = desk.duplicate(candidate, of=original, approver=name)
        else:
            record = desk.reject(candidate, approver=name, reason=reason or "")
    answer(as_json, views.record_wire(record), lambda: f"rejected\n{views.record_text(record)}")


def reconsider(candidate: Candidate, by: By = None, as_json: bool = JSON) -> None:
    """Put a rejected statement back into the queue, as a new candidate."""
    with opened(as_json, everything=True) as memory:
        record = _record(memory, candidate)
        desk, name = decider(memory, f"Reconsider {candidate}", by, lambda: _with_neighbours(memory, record))
        proposal = desk.reconsider(candidate, approver=name)
    answer(as_json, proposals.proposal_wire(proposal), lambda: proposals.proposal_text(proposal))
