"""Port: a source of statements other than the firm's own records: documents, exports of other memories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import attrs

from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.statement import Statement
from firm_memory.domain.taxonomy import MemoryType


@attrs.frozen(kw_only=True)
class Document:
    """A file as it was found: its path as the reference will name it, and its bytes."""

    path: str
    content: bytes


@attrs.frozen(kw_only=True)
class Defaults:
    """What a statement is taken to be where its source does not say: its scope, and its type."""

    scope: MemoryScope
    type: MemoryType | None = None


@attrs.frozen(kw_only=True)
class Draft:
    """A statement as its source makes it. `place` tells a person where (file and section), and is unique.

    `replaces` is the place of the draft that this one supersedes.
    """

    place: str
    statement: Statement
    replaces: str | None = None


@attrs.frozen(kw_only=True)
class LeftOut:
    """A part of a source that becomes no statement, and why; `rule` names the exclusion that refused it."""

    place: str
    why: str
    rule: str | None = None


@attrs.frozen(kw_only=True)
class Reading:
    """What a source says: drafts in its own order, what cannot be one, and remarks for whoever imports."""

    drafts: Sequence[Draft] = ()
    left_out: Sequence[LeftOut] = ()
    remarks: Sequence[LeftOut] = ()


class Source(Protocol):
    """Reads documents into drafts. It changes no file, asks no network, and never cuts a text."""

    def __call__(self, documents: Iterable[Document], defaults: Defaults) -> Reading:
        """Whatever the documents say. What is no statement is left out by place and reason.

        Raises `MalformedFile` (file, line, column) for a file that is one whole and cannot be read.
        """
        ...
