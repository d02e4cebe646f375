"""Ids: deterministic, so that the same proposal made again meets its own record."""

from __future__ import annotations

import uuid
from typing import Final

from firm_memory.domain.errors import InvalidId
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.text import comparison_key, quoted

NAMESPACE: Final = uuid.UUID("6f2b6a0e-2c1d-5c0a-9d0e-9a3c6d1f7b10")


def memory_id(content: str, kind: MemoryType, scope: MemoryScope, closed: int = 0) -> uuid.UUID:
    """The id of a statement: the same proposal, made again, is the same memory.

    `closed` counts the closed (rejected, superseded, archived) records of the same key.
    """
    return _named(comparison_key(content), kind.value, *sorted(scope.atoms), str(closed))


def note_id(task: str, content: str, kind: MemoryType, scope: MemoryScope, earlier: int) -> uuid.UUID:
    """The id of a working note: `earlier` counts the notes on the same finding in that task."""
    return _named("note", task, comparison_key(content), kind.value, *sorted(scope.atoms), str(earlier))


def card_id(reference: str, scope: MemoryScope, part: int, earlier: int) -> uuid.UUID:
    """The id of a card, or of the `part`th piece of one: `earlier` counts its earlier versions.

    The reference within its scope is what makes it: the words of an issue that was edited are the same issue's.
    """
    return _named("card", comparison_key(reference), *sorted(scope.atoms), str(part), str(earlier))


def _named(*parts: str) -> uuid.UUID:
    return uuid.uuid5(NAMESPACE, "\x1f".join(parts))


def read_id(text: str, field: str = "id") -> uuid.UUID:
    """The id written in `text`. Raises `InvalidId`; anything but a UUID in its usual form is refused."""
    try:
        value = uuid.UUID(text)
    except ValueError:
        value = None
    if value is None or str(value) != text.strip().lower():
        raise InvalidId(
            field, f"{quoted(text)} is no memory id", "Copy the id from a search or from firm-memory pending"
        )
    return value
