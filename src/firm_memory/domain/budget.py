"""How many hits fit a token budget, counted at four characters a token."""

from __future__ import annotations

import math
import uuid
from typing import Final

from firm_memory.domain.memory import Memory
from firm_memory.domain.ranking import Ranked

CARD_OVERHEAD: Final = 240


def within_budget(ranked: list[Ranked], max_tokens: int | None) -> tuple[list[Ranked], tuple[uuid.UUID, ...]]:
    """The best hits whose cards fit `max_tokens` (four characters a token), and the ids of the rest."""
    if max_tokens is None:
        return ranked, ()
    shown, left = list[Ranked](), max_tokens
    for each in ranked:
        left -= tokens(each.memory)
        if left < 0:
            break
        shown.append(each)
    return shown, tuple(each.memory.id for each in ranked[len(shown) :])


def tokens(memory: Memory) -> int:
    """How many tokens the memory's card takes, at four characters a token."""
    return math.ceil((len(memory.content) + len(memory.title or "") + CARD_OVERHEAD) / 4)
