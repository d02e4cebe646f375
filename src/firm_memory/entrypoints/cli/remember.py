"""The import of a REMEMBER database at the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import attrs

from firm_memory.application.former_statement import TYPES
from firm_memory.application.import_remember import FormerImported
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.cli.consent import consented
from firm_memory.entrypoints.cli.progress import progress
from firm_memory.entrypoints.cli.session import Terminal
from firm_memory.entrypoints.pools import former_memory

REMEMBER = "remember"
_SUBJECT = (
    "Its memories come as candidates on behalf of their owners; what others said of them comes in their names, and "
    "counts with the approval. That database stays as it is."
)


def take_over(
    memory: FirmMemory,
    dsn: str,
    scope: MemoryScope | None,
    *,
    types: Sequence[str] = (),
    archived: bool = False,
    dry_run: bool = False,
    by: str | None = None,
) -> FormerImported:
    """Import the database at `dsn`, once a person has agreed; a dry run needs nobody's word."""
    former, table, caller = former_memory(memory.container.postgres(), dsn), mapping(types), memory.person(by)
    if not dry_run:
        question = "Import the REMEMBER database"
        door = consented(caller, memory.settings, os.environ, Terminal.present(), question, lambda: _SUBJECT)
        caller = attrs.evolve(caller, via=door)
    return memory.container.import_remember()(
        former,
        caller,
        memory.standpoint.placed(scope),
        types=table,
        archived=archived,
        dry_run=dry_run,
        progress=progress("taken over"),
    )


def mapping(pairs: Sequence[str]) -> Mapping[str, MemoryType]:
    """REMEMBER's types as ours: the usual table, with each NAME=TYPE in `pairs` in the place of its entry."""
    table = dict(TYPES)
    for pair in pairs:
        name, equals, kind = pair.partition("=")
        if not (name and equals):
            raise InvalidField("--map", "is no NAME=TYPE", "Write --map project=task_learnings")
        table[name] = MemoryType.resolve(kind)
    return table


def wire_of(outcome: FormerImported) -> dict[str, object]:
    """What came beside the candidates, for scripts."""
    left_out = [{"place": each.place, "why": each.why} for each in outcome.left_out]
    return {"events": outcome.events, "reads": outcome.reads, "left_out": left_out}


def text_of(outcome: FormerImported) -> str:
    """What came beside the candidates, for people."""
    lines = [f"left out {each.place}: {each.why}" for each in outcome.left_out]
    return "\n".join([*lines, f"With their past: {outcome.events} events, {outcome.reads} reads."])
