"""From a document's parts to drafts: one where the whole fits, one a section where it does not."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from firm_memory.adapters.documents.text import Section, fits, places, sha_of, title_of, together
from firm_memory.application.ports.source import Document, Draft, LeftOut
from firm_memory.domain.provenance import SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.statement import Statement
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.text import CONTENT_LIMIT


@attrs.frozen(kw_only=True)
class Outline:
    """What the statements of a document have in common."""

    document: Document
    type: MemoryType
    scope: MemoryScope
    kind: SourceKind
    title: str | None = None
    summary: str | None = None
    evidence: str | None = None
    tags: tuple[str, ...] = ()

    def draft(self, content: str, *, place: str | None = None, title: str | None = None) -> Draft:
        """A statement of that content; its reference is its place."""
        where = place or self.document.path
        return Draft(
            place=where,
            statement=Statement(
                content=content,
                type=self.type,
                scope=self.scope,
                reference=where,
                title=title or self.title,
                summary=self.summary,
                evidence=self.evidence,
                tags=self.tags,
                kind=self.kind,
                doc_sha=sha_of(self.document),
            ),
        )

    def whole_or_parts(self, parts: Sequence[Section]) -> tuple[Sequence[Draft], Sequence[LeftOut]]:
        """One draft where the parts fit into one; else one for each of them, and those too long left out, never cut."""
        whole = together(parts)
        if fits(whole):
            return ([self.draft(whole)] if whole else []), []
        return self.parts([part for part in parts if part.body])

    def parts(self, parts: Sequence[Section]) -> tuple[Sequence[Draft], Sequence[LeftOut]]:
        """One draft for each part, told apart by its heading."""
        drafts, left_out = list[Draft](), list[LeftOut]()
        names = [f"{self.document.path}#{part.heading}" if part.heading else self.document.path for part in parts]
        for part, place in zip(parts, places(names), strict=True):
            if fits(part.body):
                title = title_of(f"{self.title}: {part.heading}" if self.title and part.heading else part.heading)
                drafts.append(self.draft(part.body, place=place, title=title))
            else:
                left_out.append(LeftOut(place=place, why=too_long(part.body), rule="too_long"))
        return drafts, left_out


def too_long(text: str) -> str:
    """Why a text is left out, and what to do about it."""
    return f"{len(text)} characters, over {CONTENT_LIMIT}, and no heading to divide it by; divide it, nothing is cut"
