"""What is written for coding agents (CLAUDE.md, AGENTS.md): a draft a section, or a group of bullets of a long one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from firm_memory.adapters.documents.drafting import Outline
from firm_memory.adapters.documents.front_matter import front_matter
from firm_memory.adapters.documents.text import Section, Unreadable, fits, sections, text_of
from firm_memory.application.ports.source import Defaults, Document, Draft, LeftOut, Reading
from firm_memory.domain.provenance import SourceKind
from firm_memory.domain.taxonomy import MemoryType

_GAP: Final = re.compile(r"\n[ \t]*\n")


def read_agents(documents: Iterable[Document], defaults: Defaults) -> Reading:
    """Conventions, unless another type is given. A heading without words below it is no statement."""
    drafts, left_out = list[Draft](), list[LeftOut]()
    for document in documents:
        try:
            top = front_matter(text_of(document))
        except Unreadable as why:
            left_out.append(LeftOut(place=document.path, why=str(why), rule="unreadable"))
            continue
        kind = defaults.type or MemoryType.CONVENTION
        outline = Outline(document=document, type=kind, scope=defaults.scope, kind=SourceKind.DOCUMENT)
        parts = [group for part in sections(top.body) if part.body for group in _groups(part)]
        said, too_long = outline.parts(parts)
        drafts += said
        left_out += too_long
    return Reading(drafts=drafts, left_out=left_out)


def _groups(part: Section) -> Iterator[Section]:
    """The section, or what stands between its blank lines where it is too long for one statement."""
    if fits(part.body):
        yield part
        return
    for group in _GAP.split(part.body):
        if group.strip():
            yield attrs.evolve(part, lines=(group,))
