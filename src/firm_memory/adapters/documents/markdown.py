"""Markdown documents, with or without front matter: one draft a document, or one a section where it is long."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from firm_memory.adapters.documents.drafting import Outline
from firm_memory.adapters.documents.front_matter import front_matter
from firm_memory.adapters.documents.text import Unreadable, sections, text_of, title_of
from firm_memory.application.ports.source import Defaults, Document, Draft, LeftOut, Reading
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.provenance import SourceKind

_NO_TYPE: Final = "it names no type of the thirteen; give --type, or a type in its front matter"


def read_markdown(documents: Iterable[Document], defaults: Defaults) -> Reading:
    """Type, title, summary, tags and scope come from the front matter; the first heading is a title, too."""
    drafts, left_out, remarks = list[Draft](), list[LeftOut](), list[LeftOut]()
    for document in documents:
        try:
            top = front_matter(text_of(document))
            scope = top.scope() or defaults.scope
        except (Unreadable, InvalidField) as why:
            left_out.append(LeftOut(place=document.path, why=str(why), rule="unreadable"))
            continue
        remarks += [LeftOut(place=document.path, why=odd) for odd in top.oddities()]
        kind = top.type() or defaults.type
        if kind is None:
            left_out.append(LeftOut(place=document.path, why=_NO_TYPE, rule="type"))
            continue
        parts = list(sections(top.body))
        first = parts[0] if parts and parts[0].level == 1 else None
        outline = Outline(
            document=document,
            type=kind,
            scope=scope,
            kind=SourceKind.DOCUMENT,
            title=title_of(top.text("title") or "") or (title_of(first.heading) if first else None),
            summary=title_of(top.text("summary") or ""),
            evidence=top.evidence(),
            tags=top.texts("tags"),
        )
        said, too_long = outline.whole_or_parts(parts)
        if not parts:
            too_long = [LeftOut(place=document.path, why="it says nothing", rule="empty")]
        drafts += said
        left_out += too_long
    return Reading(drafts=drafts, left_out=left_out, remarks=remarks)
