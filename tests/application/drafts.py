"""Drafts made up by tests, and what a firm makes of them."""

from __future__ import annotations

from firm_memory.application.imported import CandidatesImported
from firm_memory.application.ports.source import Draft, Reading
from firm_memory.domain.principal import Caller
from firm_memory.domain.statement import Statement
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import Firm
from tests.application.conftest import OMS

DANA = Caller(name="dana", via="cli")
RULE = "Odd lots go through the netting queue."


def draft(content: str, place: str = "docs/a.md", replaces: str | None = None, **more: object) -> Draft:
    """A draft of that content."""
    fields = {"content": content, "type": MemoryType.TERMINOLOGY, "scope": OMS, "reference": place} | more
    return Draft(place=place, statement=Statement(**fields), replaces=replaces)  # type: ignore[arg-type]


def imported(firm: Firm, *drafts: Draft, dry_run: bool = False) -> CandidatesImported:
    """What importing them came to."""
    return firm.container.import_candidates()(Reading(drafts=drafts), DANA, dry_run=dry_run)
