"""All exclusions together, and which of them hold for which tier."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusion import Exclusion, ExclusionReason
from firm_memory.domain.exclusions.individuals import INDIVIDUALS
from firm_memory.domain.exclusions.secrets import SECRETS
from firm_memory.domain.exclusions.source_code import SOURCE_CODE
from firm_memory.domain.exclusions.transient import TRANSIENT
from firm_memory.domain.status import MemoryTier

EXCLUSIONS: Final = (*SECRETS, *SOURCE_CODE, *INDIVIDUALS, *TRANSIENT)

EXCLUSION_LINES: Final = (
    "source code, diffs or stack traces: name the place and say why it is so",
    "passwords, tokens, keys or connection strings, in any form",
    "anything about an individual engineer: habits, performance, contact details",
    "transient state: what is broken, deployed, assigned or in review just now",
)


def exclusions_for(tier: MemoryTier) -> tuple[Exclusion, ...]:
    """The rules that hold for a tier: all of them, save that working notes and cards may speak of transient state.

    A working note is of the moment, and a card tells of what is past.
    """
    if tier is not MemoryTier.DURABLE:
        return tuple(rule for rule in EXCLUSIONS if rule.reason is not ExclusionReason.TRANSIENT)
    return EXCLUSIONS
