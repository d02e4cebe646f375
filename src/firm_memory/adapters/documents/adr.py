"""A folder of architecture decision records (Nygard, MADR): each is a draft; a superseded one has its successor."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

import attrs

from firm_memory.adapters.documents.adr_status import AdrStatus, Standing, number_of, standing_of, without_standing
from firm_memory.adapters.documents.drafting import Outline
from firm_memory.adapters.documents.front_matter import FrontMatter, front_matter
from firm_memory.adapters.documents.text import Section, Unreadable, sections, text_of, title_of
from firm_memory.application.ports.source import Defaults, Document, Draft, LeftOut, Reading
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.provenance import SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType

_NUMBERED: Final = re.compile(r"(?:ADR[ -]?)?\d+\s*[.:–-]\s*", re.IGNORECASE)


@attrs.frozen(kw_only=True)
class Adr:
    """A record as it was read."""

    document: Document
    top: FrontMatter
    scope: MemoryScope
    parts: Sequence[Section]
    standing: Standing


def read_adr(documents: Iterable[Document], defaults: Defaults) -> Reading:
    """Decisions in force and proposed ones; those turned down as rejected approaches. Who decided is not kept."""
    read, left_out, remarks = list[Adr](), list[LeftOut](), list[LeftOut]()
    for document in documents:
        try:
            read.append(_adr(document, defaults))
        except (Unreadable, InvalidField) as why:
            left_out.append(LeftOut(place=document.path, why=str(why), rule="unreadable"))
    replaces, orphans = _links(read)
    drafts = list[Draft]()
    for adr in read:
        path = adr.document.path
        remarks += [LeftOut(place=path, why=odd) for odd in (*adr.top.oddities(), *_remarks(adr.standing))]
        if path in orphans:
            left_out.append(LeftOut(place=path, why=orphans[path], rule="superseded"))
        elif adr.standing.status is AdrStatus.DEPRECATED:
            left_out.append(LeftOut(place=path, why="deprecated: no longer in force", rule="deprecated"))
        else:
            said, too_long = _said(adr, defaults)
            drafts += [attrs.evolve(each, replaces=replaces.get(each.place)) for each in said]
            left_out += too_long
    return Reading(drafts=drafts, left_out=left_out, remarks=remarks)


def _adr(document: Document, defaults: Defaults) -> Adr:
    top = front_matter(text_of(document))
    parts = list(sections(top.body))
    scope = top.scope() or defaults.scope
    return Adr(document=document, top=top, scope=scope, parts=parts, standing=standing_of(top, parts))


def _links(read: Sequence[Adr]) -> tuple[dict[str, str], dict[str, str]]:
    """From the newer to the older, by path; and why a superseded one is left out."""
    replaces, orphans = dict[str, str](), dict[str, str]()
    for adr in read:
        for named in adr.standing.supersedes:
            older = _found(named, read)
            if older is not None:
                replaces.setdefault(adr.document.path, older)
    for adr in read:
        if adr.standing.status is not AdrStatus.SUPERSEDED:
            continue
        successor, path = adr.standing.superseded_by, adr.document.path
        newer = _found(successor, read) if successor else None
        if newer is not None:
            replaces.setdefault(newer, path)
        if path not in replaces.values():
            whom = successor or "another one that it does not name"
            orphans[path] = f"superseded by {whom}, which is not read here or replaces another one; it is not in force"
    return replaces, orphans


def _found(named: str, read: Sequence[Adr]) -> str | None:
    """The path of the record that another one calls `named`, by its file's name, else by its number."""
    name = PurePosixPath(named).name
    same = [adr.document.path for adr in read if PurePosixPath(adr.document.path).name == name]
    number = number_of(name)
    numbered = [
        adr.document.path
        for adr in read
        if number is not None and number_of(PurePosixPath(adr.document.path).name) == number
    ]
    return next(iter(same or (numbered if len(numbered) == 1 else [])), None)


def _remarks(standing: Standing) -> Iterator[str]:
    if standing.status is None:
        known = f"its status {standing.written[:40]!r} is not known" if standing.written else "it names no status"
        yield f"{known}; whoever decides has to look"
    if len(standing.supersedes) > 1:
        yield "it supersedes several; the first of them is linked, archive the others by hand"


def _said(adr: Adr, defaults: Defaults) -> tuple[Sequence[Draft], Sequence[LeftOut]]:
    parts = without_standing(adr.parts)
    heading = next((part.heading for part in parts if part.level == 1), "")
    title = adr.top.text("title") or _NUMBERED.sub("", heading, count=1) or heading
    turned_down = adr.standing.status is AdrStatus.REJECTED
    kind = defaults.type or (MemoryType.REJECTED_APPROACH if turned_down else MemoryType.ARCHITECTURE_DECISION)
    outline = Outline(
        document=adr.document,
        type=kind,
        scope=adr.scope,
        kind=SourceKind.ADR,
        title=title_of(title),
        evidence=adr.top.evidence() or (f"status: {adr.standing.written}" if adr.standing.written else None),
        tags=adr.top.texts("tags"),
    )
    below = [attrs.evolve(part, level=0, heading="") if part.level == 1 else part for part in parts]
    drafts, left_out = outline.whole_or_parts([part for part in below if part.whole])
    if drafts or left_out:
        return drafts, left_out
    return ([outline.draft(title)], []) if title else ([], [LeftOut(place=adr.document.path, why="it says nothing")])
