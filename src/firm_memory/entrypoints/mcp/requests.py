"""What each tool takes. Every field is an argument; nothing else is accepted."""

from __future__ import annotations

import uuid
from datetime import datetime

import attrs

from firm_memory.domain.provenance import Anchor, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import Disposition, MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.entrypoints.mcp.arguments import (
    ANCHORS,
    DISPOSITION,
    ID,
    MOMENT,
    NAME,
    NUMBER,
    QUESTION,
    SCOPE,
    SOURCE,
    STATUS,
    TEXT,
    TEXTS,
    TYPE,
    TYPES,
    WHOLE,
    argument,
)

_KINDS = ", ".join(kind.value for kind in MemoryType)


@attrs.frozen(kw_only=True)
class SearchRequest:
    """A question, and where from. `limit` and `max_tokens` are clamped to their range, and that is said."""

    query: str = argument(QUESTION, "a question or keywords")
    limit: int | None = argument(WHOLE, "1-50", optional=True)
    types: tuple[MemoryType, ...] | None = argument(TYPES, "only these types", optional=True)
    repo: str | None = argument(NAME, "instead of this checkout's repo", optional=True)
    domains: tuple[str, ...] | None = argument(TEXTS, "instead of the configured ones; [] = firm only", optional=True)
    paths: tuple[str, ...] | None = argument(TEXTS, "files at hand: memories anchored there rank higher", optional=True)
    task: str | None = argument(NAME, "search this task's notes instead", optional=True)
    max_tokens: int | None = argument(WHOLE, "size of the answer, default 2000, at most 10000", optional=True)


@attrs.frozen(kw_only=True)
class GetRequest:
    """A memory by id, under the visibility that a search with the same scope has."""

    id: uuid.UUID = argument(ID)
    repo: str | None = argument(NAME, optional=True)
    domains: tuple[str, ...] | None = argument(TEXTS, optional=True)


@attrs.frozen(kw_only=True)
class ProposeRequest:
    """A statement for the gate. What the gate decides (approver, status, tier, times, ids) is not an argument."""

    content: str = argument(TEXT, "one self-contained fact in prose; no code, secrets, people or passing states")
    type: MemoryType = argument(TYPE, f"one of: {_KINDS}")
    reference: str = argument(TEXT, "its source: mr-4821, a path or a URL")
    scope: MemoryScope | None = argument(SCOPE, "where it holds; default: this repo", optional=True)
    title: str | None = argument(TEXT, optional=True)
    evidence: str | None = argument(TEXT, optional=True)
    anchors: tuple[Anchor, ...] | None = argument(ANCHORS, "places in code that it is about", optional=True)
    tags: tuple[str, ...] | None = argument(TEXTS, optional=True)
    confidence: float | None = argument(NUMBER, "0-1, may only lower the default", optional=True)
    kind: SourceKind | None = argument(SOURCE, "of the source", optional=True)
    supersedes: uuid.UUID | None = argument(ID, "id of the memory it replaces", optional=True)


@attrs.frozen(kw_only=True)
class CorrectRequest:
    """A report that a memory is wrong."""

    id: uuid.UUID = argument(ID)
    reason: str = argument(TEXT, "what is wrong, and how you know")
    replacement: str | None = argument(TEXT, "what is right instead; goes to the gate", optional=True)


@attrs.frozen(kw_only=True)
class ConfirmRequest:
    """A word for a memory."""

    id: uuid.UUID = argument(ID)
    note: str | None = argument(TEXT, "what you met that shows it", optional=True)


@attrs.frozen(kw_only=True)
class RefuteRequest:
    """A word against a memory."""

    id: uuid.UUID = argument(ID)
    reason: str = argument(TEXT, "what you met that shows it")


@attrs.frozen(kw_only=True)
class VerifyRequest:
    """A steward's word for a memory."""

    id: uuid.UUID = argument(ID)


@attrs.frozen(kw_only=True)
class ArchiveRequest:
    """A steward's wish to take a memory out of recall."""

    id: uuid.UUID = argument(ID)
    reason: str = argument(TEXT, "why; it is kept")


@attrs.frozen(kw_only=True)
class ListRequest:
    """Filters over the shared pool, and where the page before ended."""

    type: MemoryType | None = argument(TYPE, optional=True)
    tag: str | None = argument(NAME, optional=True)
    status: MemoryStatus | None = argument(STATUS, "default: active and disputed", optional=True)
    steward: str | None = argument(NAME, optional=True)
    updated_since: datetime | None = argument(MOMENT, "ISO 8601", optional=True)
    stale_days: int | None = argument(WHOLE, "neither changed nor verified for so many days", optional=True)
    cursor: str | None = argument(TEXT, "of the page before, with the same filters", optional=True)


@attrs.frozen(kw_only=True)
class NoteRequest:
    """A working note of a task."""

    task: str = argument(NAME, "such as mr-4821")
    content: str = argument(TEXT)
    disposition: Disposition | None = argument(
        DISPOSITION, "of the finding; a later note on it replaces it", optional=True
    )


@attrs.frozen(kw_only=True)
class TimelineRequest:
    """The working notes of a task."""

    task: str = argument(NAME)
