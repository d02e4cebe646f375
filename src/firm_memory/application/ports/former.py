"""Port: the memory that a firm used before, told in its own terms. It is read, never written."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import attrs

from firm_memory.domain.moment import optional_utc, utc


@attrs.frozen(kw_only=True)
class FormerVoice:
    """What a user said of a memory: a confirmation, or a refutation. `row` tells it from the others of that memory."""

    row: str
    by: str
    at: datetime = attrs.field(converter=utc)
    refutes: bool = False
    words: str | None = None


@attrs.frozen(kw_only=True)
class FormerEdit:
    """A wording that was replaced by another, and who replaced it. `row` tells it from the others of that memory."""

    row: str
    by: str
    at: datetime = attrs.field(converter=utc)
    body: str
    description: str | None = None


@attrs.frozen(kw_only=True)
class FormerRead:
    """Somebody read the memory."""

    by: str
    at: datetime = attrs.field(converter=utc)


@attrs.frozen(kw_only=True)
class FormerMemory:
    """A memory as it stood there, with all that was said and done about it, each oldest first.

    `owner` and every `by` are names of principals, one for each user. `kind` is its type in the former's words.
    """

    id: uuid.UUID
    name: str
    kind: str
    description: str | None
    body: str
    owner: str
    created_at: datetime = attrs.field(converter=utc)
    verified_at: datetime | None = attrs.field(default=None, converter=optional_utc)
    archived: bool = False
    disputed: bool = False
    source: str | None = None
    tags: tuple[str, ...] = ()
    voices: tuple[FormerVoice, ...] = ()
    edits: tuple[FormerEdit, ...] = ()
    reads: tuple[FormerRead, ...] = ()


class Former(Protocol):
    """Tells what the former memory holds, all as of one moment.

    Raises `StoreUnavailable` where it cannot be reached and `ConfigurationError` where it is no such memory; no
    message carries a credential.
    """

    def __call__(self) -> Sequence[FormerMemory]:
        """Every memory, oldest first, ties by id."""
        ...
