"""Deciding in bulk: one consent over candidates that a person has seen, and still one decision for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import FirmMemoryError, InvalidField
from firm_memory.domain.planning import in_order
from firm_memory.domain.text import is_blank
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.cli import beside, views
from firm_memory.entrypoints.cli.desk import By, decider
from firm_memory.entrypoints.cli.session import JSON, REFUSED, answer, opened


def approve_all(
    reference: Annotated[str, typer.Option(help="The beginning of the references of all that is meant.")],
    by: By = None,
    as_json: bool = JSON,
) -> None:
    """Approve all candidates whose reference begins so, after showing them; whatever needs a closer look stays."""
    with opened(as_json, everything=True) as memory:
        if is_blank(reference):  # every reference begins with nothing
            raise InvalidField("reference", "is blank", "Name the beginning of the references that are meant")
        waiting = _of(memory, reference)
        if not waiting:
            answer(as_json, {"approved": [], "left": []}, lambda: f"Nothing of {reference} waits.")
            return
        desk, name = decider(memory, f"Approve all {len(waiting)}", by, lambda: _shown(memory, waiting))
        approved, left = list[str](), list[dict[str, str]]()
        for record in waiting:
            try:
                approved.append(str(desk.approve(record.id, approver=name).id))
            except FirmMemoryError as problem:
                left.append({"id": str(record.id), "why": str(problem)})
    lines = [*(f"approved {each}" for each in approved), *(f"left {each['id']}: {each['why']}" for each in left)]
    answer(as_json, {"approved": approved, "left": left}, lambda: "\n".join(lines))
    if left:
        raise typer.Exit(REFUSED)


def _of(memory: FirmMemory, reference: str) -> Sequence[Record]:
    """The candidates meant, each behind the one that it supersedes."""
    waiting = {
        str(record.id): record
        for record in memory.approvals.pending()
        if record.memory.provenance.reference.startswith(reference)
    }
    links = {each: str(record.memory.supersedes) for each, record in waiting.items()}
    return [waiting[each] for each, _ in in_order(links)]


def _shown(memory: FirmMemory, records: Sequence[Record]) -> str:
    return "\n\n".join(views.record_text(record) + beside.text(memory.approvals.beside(record)) for record in records)
