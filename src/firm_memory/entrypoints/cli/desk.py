"""Commands of the approval desk: pending, approve, reject, reconsider, review."""

from __future__ import annotations

import os
from typing import Annotated

import attrs
import typer

from firm_memory.application.lookup import require_record
from firm_memory.domain.amendment import Amendment
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import AlreadyDecided, FirmMemoryError, NotFound
from firm_memory.domain.identity import read_id
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.entrypoints.api.approvals import Approvals
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.cli import beside, views
from firm_memory.entrypoints.cli.consent import consented
from firm_memory.entrypoints.cli.contribute import scope_of
from firm_memory.entrypoints.cli.session import JSON, REFUSED, Terminal, answer, fail, opened, remark, say

Candidate = Annotated[str, typer.Argument(help="The candidate's id (firm-memory pending).")]
By = Annotated[str | None, typer.Option("--by", help="Who decides; the default is you.")]


def _decider(memory: FirmMemory, question: str, by: str | None, subject: str) -> tuple[Approvals, str]:
    """The desk and the name of who decides, once a person who saw `subject` has agreed."""
    caller = memory.caller if by is None else memory.caller_named(by)
    via = consented(caller, memory.settings, os.environ, Terminal.present(), question, lambda: subject)
    return Approvals(container=memory.container, via=via), caller.name


def _record(memory: FirmMemory, candidate: str) -> Record:
    return require_record(memory.container.records().queue, read_id(candidate, "candidate"))


def pending(
    count: Annotated[bool, typer.Option("--count", help="Print the number only.")] = False, as_json: bool = JSON
) -> None:
    """List what waits for a decision."""
    with opened(as_json) as memory:
        records = memory.approvals.pending()
    if count:
        answer(as_json, {"count": len(records)}, lambda: str(len(records)))
        return
    wire = {"count": len(records), "pending": [views.record_wire(record) for record in records]}
    answer(as_json, wire, lambda: "\n\n".join(map(views.record_text, records)) or "Nothing waits.")


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
        record = _record(memory, candidate)
        amended = attrs.evolve(record, memory=amendment.applied_to(record.memory))
        desk, name = _decider(memory, f"Approve {candidate}", by, views.record_text(amended))
        record = desk.approve(candidate, approver=name, amendment=amendment)
    answer(as_json, views.record_wire(record), lambda: f"approved\n{views.record_text(record)}")


def reject(
    candidate: Candidate,
    reason: Annotated[str, typer.Option(help="Why; it answers whoever proposes this again.")],
    by: By = None,
    as_json: bool = JSON,
) -> None:
    """Turn a candidate down, with a reason that stays."""
    with opened(as_json) as memory:
        record = _record(memory, candidate)
        desk, name = _decider(memory, f"Reject {candidate}", by, views.record_text(record))
        record = desk.reject(candidate, approver=name, reason=reason)
    answer(as_json, views.record_wire(record), lambda: f"rejected\n{views.record_text(record)}")


def reconsider(candidate: Candidate, by: By = None, as_json: bool = JSON) -> None:
    """Put a rejected statement back into the queue, as a new candidate."""
    with opened(as_json, everything=True) as memory:
        record = _record(memory, candidate)
        desk, name = _decider(memory, f"Reconsider {candidate}", by, views.record_text(record))
        proposal = desk.reconsider(candidate, approver=name)
    answer(as_json, views.proposal_wire(proposal), lambda: views.proposal_text(proposal))


def review(
    by: By = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the queue as JSON instead of asking.")] = False,
) -> None:
    """Go through the queue, one candidate at a time."""
    if as_json:
        pending(as_json=True)
        return
    if not Terminal.present().interactive:
        raise fail(as_json, "review asks questions and needs a terminal; use pending, approve and reject.", REFUSED)
    with opened(as_json, everything=True) as memory:
        waiting = memory.approvals.pending()
        if not waiting:
            say("Nothing waits.")
            return
        number = f"{len(waiting)} candidate{'s' * (len(waiting) > 1)}"
        desk, name = _decider(memory, f"Review {number}", by, f"{number} to decide.")
        for place, record in enumerate(waiting, 1):
            say(f"\n[{place}/{len(waiting)}]\n{views.record_text(record)}{beside.text(memory, record)}")
            if not _decided(desk, name, record):
                return


def _decided(desk: Approvals, name: str, record: Record) -> bool:
    """Ask until the record is decided or skipped; False when the person leaves."""
    while True:
        choice = typer.prompt("[a]pprove [e]dit [r]eject [s]kip [q]uit", default="s", err=True).strip().casefold()
        try:
            match choice:
                case "a" | "approve":
                    desk.approve(record.id, approver=name)
                case "e" | "edit":
                    words = typer.prompt("New words", err=True)
                    if not typer.confirm(f"Approve as: {words}", default=False, err=True):
                        continue
                    desk.approve(record.id, approver=name, amendment=Amendment(content=words))
                case "r" | "reject":
                    desk.reject(record.id, approver=name, reason=typer.prompt("Reason", err=True))
                case "q" | "quit":
                    return False
                case "s" | "skip":
                    return True
                case _:
                    remark("a: as it is · e: in other words · r: not, and say why · s: later · q: leave")
                    continue
        except (AlreadyDecided, NotFound) as error:
            remark(str(error))
            return True
        except FirmMemoryError as error:
            remark(str(error))
            continue
        say(f"{'rejected' if choice.startswith('r') else 'approved'} {record.id}")
        return True
