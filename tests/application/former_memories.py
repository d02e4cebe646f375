"""Memories of a former system, and a former system that holds them."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import attrs

from firm_memory.application.import_remember import FormerImported
from firm_memory.application.ports.former import FormerEdit, FormerMemory, FormerRead, FormerVoice
from firm_memory.domain.principal import Caller
from firm_memory.domain.scope import MemoryScope
from firm_memory.features.firm import Firm

THEN = datetime(2026, 10, 5, 8, 0, tzinfo=UTC)
FIRM = MemoryScope(firm=True)
ADMIN = Caller(name="olga", via="cli")
TOKEN = "glpat-" + "x7Kq2mVb9TzR4wLp8NcY"

NETTING = FormerMemory(
    id=uuid.UUID("0198a000-0000-7000-8000-000000000001"),
    name="netting hour",
    kind="project",
    description="when netting runs",
    body="Netting runs at six because the exchange closes at half past five.",
    owner="mira",
    created_at=THEN,
    source="wiki-12",
    tags=("netting",),
)
CONFIRMED = FormerVoice(row="confirmation 1", by="tomas", at=THEN, words="met it again")
REFUTED = FormerVoice(row="confirmation 2", by="anna", at=THEN, refutes=True, words="it runs at seven by now")
EDIT = FormerEdit(row="history 1", by="mira", at=THEN, body="Netting runs at five.", description="the first try")
READ = FormerRead(by="anna", at=THEN)


def former(*memories: FormerMemory) -> Callable[[], Sequence[FormerMemory]]:
    """A former system that holds these."""
    return lambda: memories


def take_over(firm: Firm, *memories: FormerMemory, archived: bool = False, dry_run: bool = False) -> FormerImported:
    """Import them for the whole firm, as an administrator."""
    use_case = firm.container.import_remember()
    return use_case(former(*memories), ADMIN, FIRM, archived=archived, dry_run=dry_run)


def approve(firm: Firm, memory: FormerMemory) -> None:
    """Let its candidate in."""
    firm.desk.approve(memory.id, approver="lead")


def with_all(memory: FormerMemory = NETTING) -> FormerMemory:
    """The same memory with a confirmation, a refutation, an edit and a read."""
    return attrs.evolve(memory, voices=(CONFIRMED, REFUTED), edits=(EDIT,), reads=(READ,))
