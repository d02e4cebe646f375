"""What resembles a candidate, as the command line shows it."""

from __future__ import annotations

from typing import Final

from firm_memory.application.wire import memory_to_wire
from firm_memory.domain.resemblance.likeness import Likeness, Resemblance
from firm_memory.domain.text import shorten

_SHOWN: Final = 100
_NAMES: Final = {
    Likeness.EXACT: "duplicate",
    Likeness.WIDENING: "narrower",
    Likeness.RIVAL: "rival",
    Likeness.LEXICAL: "similar",
    Likeness.DENSE: "similar",
}


def resemblance_wire(found: Resemblance) -> dict[str, object]:
    """A resemblance: its kind, how near, why, and what it is."""
    return {
        "kind": found.kind.value,
        "score": round(found.score, 4),
        "why": found.why,
        "memory": memory_to_wire(found.memory),
    }


def resemblance_head(found: Resemblance) -> str:
    """A resemblance in a few words: what it is to the candidate, how near, and why."""
    return f"{_NAMES[found.kind]} ({found.score:.2f}, {found.why})"


def resemblance_line(found: Resemblance) -> str:
    """A resemblance on one line, for whoever proposed."""
    content = shorten(" ".join(found.content.split()), _SHOWN)
    return f"{resemblance_head(found)}: {content} ({found.id}, {found.status.value})"
