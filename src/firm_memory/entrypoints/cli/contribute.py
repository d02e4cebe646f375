"""Commands with which anyone contributes: propose, correct, confirm, refute, note."""

from __future__ import annotations

from typing import Annotated

import typer

from firm_memory.application.wire import memory_to_wire
from firm_memory.domain.provenance import SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import Disposition
from firm_memory.entrypoints.cli import proposals, views
from firm_memory.entrypoints.cli.session import JSON, REFUSED, answer, opened


def scope_of(firm: bool, domains: list[str] | None, repos: list[str] | None) -> MemoryScope | None:
    """The scope that the options name; None when they name none."""
    if not (firm or domains or repos):
        return None
    return MemoryScope(firm=firm, domains=tuple(domains or ()), repos=tuple(repos or ()))


def propose(
    content: Annotated[str, typer.Argument(help="The fact, in a sentence or two.")],
    kind: Annotated[str, typer.Option("--type", help="One of the thirteen kinds (firm-memory taxonomy).")],
    reference: Annotated[str, typer.Option(help="The source: mr-4821, a path, a URL.")],
    firm: Annotated[bool, typer.Option("--firm", help="It holds for the whole firm.")] = False,
    domain: Annotated[list[str] | None, typer.Option(help="It holds for this domain (repeat).")] = None,
    repo: Annotated[list[str] | None, typer.Option(help="It holds for this repository (repeat).")] = None,
    title: Annotated[str | None, typer.Option(help="A headline.")] = None,
    evidence: Annotated[str | None, typer.Option(help="What supports it, in prose.")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="A tag (repeat).")] = None,
    confidence: Annotated[float | None, typer.Option(help="Lower the confidence, 0 to 1.")] = None,
    source_kind: Annotated[SourceKind | None, typer.Option("--kind", help="The kind of source.")] = None,
    supersedes: Annotated[str | None, typer.Option(help="The id of the memory it replaces.")] = None,
    as_json: bool = JSON,
) -> None:
    """Propose a memory. It waits for an approver."""
    with opened(as_json, everything=True) as memory:
        proposal = memory.propose(
            content,
            type=kind,
            reference=reference,
            scope=scope_of(firm, domain, repo),
            title=title,
            evidence=evidence,
            tags=tag or (),
            confidence=confidence,
            kind=source_kind,
            supersedes=supersedes,
        )
    answer(as_json, proposals.proposal_wire(proposal), lambda: proposals.proposal_text(proposal))
    if not proposal.accepted:
        raise typer.Exit(REFUSED)


def correct(
    memory_id: Annotated[str, typer.Argument(help="The id of the memory that is wrong.")],
    reason: Annotated[str, typer.Option(help="What is wrong with it.")],
    replacement: Annotated[str | None, typer.Option(help="What is right instead; it goes to the gate.")] = None,
    reference: Annotated[str | None, typer.Option(help="The replacement's source.")] = None,
    as_json: bool = JSON,
) -> None:
    """Report a memory as wrong. It is flagged and demoted, never deleted."""
    with opened(as_json, everything=True) as memory:
        correction = memory.correct(memory_id, reason=reason, replacement=replacement, reference=reference)
    lines = [views.record_text(correction.record)]
    if correction.replacement:
        lines.append(f"replacement {proposals.proposal_text(correction.replacement)}")
    answer(as_json, proposals.correction_wire(correction), lambda: "\n".join(lines))


def confirm(
    memory_id: Annotated[str, typer.Argument(help="The id of the memory that holds.")],
    note: Annotated[str | None, typer.Option(help="What you met that shows it.")] = None,
    as_json: bool = JSON,
) -> None:
    """Say that a memory holds; counted once for each person."""
    with opened(as_json, everything=True) as memory:
        record = memory.confirm(memory_id, note=note)
    answer(as_json, views.record_wire(record), lambda: f"confirmed\n{views.record_text(record)}")


def refute(
    memory_id: Annotated[str, typer.Argument(help="The id of the memory that does not hold.")],
    reason: Annotated[str, typer.Option(help="What you met that shows it.")],
    as_json: bool = JSON,
) -> None:
    """Say that a memory does not hold. It is flagged and demoted until its steward verifies it."""
    with opened(as_json, everything=True) as memory:
        record = memory.refute(memory_id, reason=reason)
    answer(as_json, views.record_wire(record), lambda: f"refuted\n{views.record_text(record)}")


def note(
    task: Annotated[str, typer.Argument(help="The task, such as mr-4821.")],
    content: Annotated[str, typer.Argument(help="What you found.")],
    disposition: Annotated[Disposition | None, typer.Option(help="What became of it.")] = None,
    as_json: bool = JSON,
) -> None:
    """Write a working note. Notes stay with their task and never join ordinary recall."""
    with opened(as_json, everything=True) as memory:
        written = memory.for_task(task).note(content, disposition=disposition)
    answer(as_json, memory_to_wire(written), lambda: f"noted under {task}: {written.id}")
