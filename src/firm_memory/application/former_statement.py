"""What a memory of the former system states, as a proposal here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firm_memory.application.ports.former import FormerMemory
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.memory import TITLE_LIMIT
from firm_memory.domain.provenance import SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.statement import Statement
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.text import is_blank, is_one_line

SOURCE: Final = "remember"
# REMEMBER's two types. Whoever imports may map them otherwise; the tag `remember:project` keeps what it was.
TYPES: Final[Mapping[str, MemoryType]] = MappingProxyType(
    {"project": MemoryType.TASK_LEARNING, "reference": MemoryType.TOOLING_SETUP}
)


def place_of(former: FormerMemory) -> str:
    """Where a memory stands in the former system, and its reference where it names no other."""
    return f"{SOURCE}:{former.id}"


def statement_of(former: FormerMemory, scope: MemoryScope, types: Mapping[str, MemoryType] = TYPES) -> Statement:
    """Name, description and body as title, summary and content, under the same id.

    Nothing is cut: a name or description that is no line of 200 characters stands before the body instead.
    Raises `InvalidField` for a type that `types` does not map.
    """
    kind = types.get(former.kind)
    if kind is None:
        raise InvalidField("type", f"is none of {', '.join(sorted(types))}", "Map it with --map NAME=TYPE")
    lines = (former.name, former.description or "")
    title, summary = (line if _fits(line) else None for line in lines)
    spilt = [line for line in lines if not _fits(line) and not is_blank(line)]
    return Statement(
        id=former.id,
        created_at=former.created_at,
        content="\n\n".join([*spilt, former.body]) if spilt else former.body,
        title=title,
        summary=summary,
        type=kind,
        scope=scope,
        reference=former.source or place_of(former),
        kind=SourceKind.IMPORT,
        tags=(*former.tags, f"{SOURCE}:{former.kind}"),
    )


def _fits(line: str) -> bool:
    return len(line) <= TITLE_LIMIT and is_one_line(line) and not is_blank(line)
