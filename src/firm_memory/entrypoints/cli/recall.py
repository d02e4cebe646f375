"""Commands that read: search, get, timeline, taxonomy."""

from __future__ import annotations

from typing import Annotated

import typer

from firm_memory.domain.exclusions.catalogue import EXCLUSION_LINES
from firm_memory.domain.label import Label, Mode, Reason
from firm_memory.domain.taxonomy import MemoryType, extraction_prompt
from firm_memory.entrypoints.cli import views
from firm_memory.entrypoints.cli.session import JSON, REFUSED, UNAVAILABLE, answer, opened

_DOWN = frozenset({Reason.TIMEOUT, Reason.UNAVAILABLE, Reason.CIRCUIT_OPEN, Reason.CONFIG})
Repo = Annotated[str | None, typer.Option(help="Ask about this repository instead of the checkout's.")]
Domain = Annotated[list[str] | None, typer.Option(help="Ask about these domains instead (repeat the option).")]


def _end(label: Label, found: bool, *, missing: int = 0) -> None:
    """Leave with the exit code that an answer means."""
    if label.mode is Mode.NONE and not _DOWN.isdisjoint(label.reasons):
        raise typer.Exit(UNAVAILABLE)
    if not found and missing:
        raise typer.Exit(missing)


def search(
    query: Annotated[str, typer.Argument(help="What you want to know.")],
    limit: Annotated[int | None, typer.Option(help="Most results, 1 to 50.")] = None,
    types: Annotated[list[str] | None, typer.Option("--type", help="Only this kind (repeat the option).")] = None,
    repo: Repo = None,
    domain: Domain = None,
    path: Annotated[list[str] | None, typer.Option(help="Favour what is anchored here (repeat the option).")] = None,
    task: Annotated[str | None, typer.Option(help="Search the working notes of this task instead.")] = None,
    as_of: Annotated[
        str | None, typer.Option(help="Ask what was known then: a day (up to its end, UTC) or an ISO 8601 time.")
    ] = None,
    as_json: bool = JSON,
) -> None:
    """Ask the firm's memory why things are as they are."""
    with opened(as_json, everything=as_of is None) as memory:  # the past is asked of the ledger alone
        hits = memory.search(
            query, limit=limit, types=types or None, repo=repo, domains=domain, paths=path or (), task=task, as_of=as_of
        )
    answer(as_json, views.hits_wire(hits), lambda: views.hits_text(hits))
    _end(hits.label, bool(hits))


def get(
    memory_id: Annotated[str, typer.Argument(help="The id of a memory or candidate.")],
    repo: Repo = None,
    domain: Domain = None,
    as_json: bool = JSON,
) -> None:
    """Show one record whole: source, history, and what replaced it."""
    with opened(as_json) as memory:
        dossier = memory.get(memory_id, repo=repo, domains=domain)
    answer(as_json, views.dossier_wire(dossier), lambda: views.dossier_text(dossier))
    _end(dossier.label, dossier.record is not None, missing=REFUSED)


def timeline(task: Annotated[str, typer.Argument(help="The task, such as mr-4821.")], as_json: bool = JSON) -> None:
    """Read back the working notes of a task, in order."""
    with opened(as_json) as memory:
        notes = memory.for_task(task).timeline()
    answer(as_json, views.timeline_wire(notes), lambda: views.timeline_text(notes))
    _end(notes.label, bool(notes.entries))


def taxonomy(
    prompt: Annotated[bool, typer.Option("--prompt", help="Print instructions for an extracting model.")] = False,
    as_json: bool = JSON,
) -> None:
    """List the thirteen kinds of memory."""
    kinds = [
        {"name": kind.name, "slug": kind.value, "description": kind.description, "needs_person": kind.needs_person}
        for kind in MemoryType
    ]
    text = extraction_prompt(EXCLUSION_LINES)
    listing = "\n".join(f"{kind.value:<24}{kind.description}" for kind in MemoryType)
    answer(
        as_json, {"types": kinds, "prompt": text} if prompt else {"types": kinds}, lambda: text if prompt else listing
    )
