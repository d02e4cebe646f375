"""What the trial of the desk is made of: what people say, a store that breaks, and how a record is compared."""

from __future__ import annotations

import uuid
from typing import Final

from dependency_injector import providers
from hypothesis import strategies as st

from firm_memory.application.ports.embedder import Vector
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import StoreUnavailable
from firm_memory.domain.memory import Memory
from firm_memory.domain.redaction import REDACTED
from firm_memory.domain.scope import MemoryScope
from firm_memory.entrypoints.providers import scanner
from firm_memory.features.faulty_store import FaultyStore
from tests.trials.book import ERASED, Book

FIRM_WIDE: Final = MemoryScope(firm=True)
FACTS: Final = (
    "The netting window closes at half past three.",
    "Odd lots are routed to the second venue.",
    "A position report that is late counts as missing.",
    "Margin calls leave before the noon batch.",
)
SCANNER: Final = providers.ThreadSafeSingleton(scanner)
PERSONS: Final = st.sampled_from(("dana", "lead"))
ANYONE: Final = st.sampled_from(("dana", "lead", "agent:opencode"))
REASONS: Final = st.sampled_from(("It moved.", "Too vague."))
FACT: Final = st.sampled_from(FACTS)
REFERENCE: Final = st.sampled_from(("mr-1", "mr-2"))
DEEDS: Final = st.sampled_from(("verified", "archived", "restored", "transferred"))


class StubbornStore(FaultyStore):
    """A store that can be reached and, while its mode is `stubborn`, takes nothing more."""

    def put(self, memory: Memory, vector: Vector, terms: frozenset[str]) -> None:
        """Refuse, or keep."""
        if self.mode == "stubborn":
            raise StoreUnavailable("The store takes nothing. Retry later.")
        super().put(memory, vector, terms)


def said(record: Record) -> tuple[object, ...]:
    """What the product says of a record."""
    memory, decision = record.memory, record.candidacy and record.candidacy.decision
    flags = [(each.kind.value, each.by, ERASED if each.reason == REDACTED else each.reason) for each in memory.flags]
    return (
        record.status.value,
        memory.revision,
        memory.supersedes,
        memory.superseded_by,
        memory.steward,
        memory.confirmations,
        sorted(flags),
        decision and (decision.verdict.value, decision.by),
        memory.redaction is not None,
    )


def written(book: Book, record: uuid.UUID) -> tuple[object, ...]:
    """What the book says of it."""
    page = book.pages[record]
    return (
        book.shown(record),
        page.revision,
        page.supersedes,
        page.superseded_by,
        page.steward,
        page.confirmations,
        sorted(page.flags),
        page.decision and page.decision[:2],
        page.erased,
    )
