"""Documents made up by tests, and what their readers make of them."""

from __future__ import annotations

from typing import Final

from firm_memory.application.ports.source import Defaults, Document, Reading, Source
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType

OMS: Final = MemoryScope(repos=("oms",))


def read(source: Source, kind: MemoryType | None = None, /, **texts: str) -> Reading:
    """What `source` reads in documents of those names (`_` for a hyphen) and texts."""
    documents = [Document(path=f"{name.replace('_', '-')}.md", content=text.encode()) for name, text in texts.items()]
    return source(documents, Defaults(scope=OMS, type=kind))


def said(reading: Reading) -> list[tuple[str, str | None, str]]:
    """Place, title and content of every draft."""
    return [(each.place, each.statement.title, each.statement.content) for each in reading.drafts]


def reasons(reading: Reading) -> dict[str, str]:
    """Why what is left out is left out, by place."""
    return {each.place: each.why for each in reading.left_out}
