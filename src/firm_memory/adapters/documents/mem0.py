"""An export of mem0: a JSON list of memories, or an object that holds it under `results`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import cast

from firm_memory.adapters.documents.drafting import too_long
from firm_memory.adapters.documents.text import Unreadable, fits, sha_of, text_of
from firm_memory.application.ports.source import Defaults, Document, Draft, LeftOut, Reading
from firm_memory.domain.errors import InvalidField, MalformedFile
from firm_memory.domain.moment import read_moment
from firm_memory.domain.provenance import SourceKind
from firm_memory.domain.statement import Statement
from firm_memory.domain.taxonomy import MemoryType


def read_mem0(documents: Iterable[Document], defaults: Defaults) -> Reading:
    """Each memory is a draft; type and tags come from its metadata. Whose memory it was is not kept.

    Raises `MalformedFile`.
    """
    drafts, left_out = list[Draft](), list[LeftOut]()
    for document in documents:
        for number, item in enumerate(_items(document), 1):
            fields = cast("Mapping[str, object]", item) if isinstance(item, dict) else dict[str, object]()
            words, given = fields.get("memory"), fields.get("id")
            place = f"{document.path}#{given if isinstance(given, str) and given else number}"
            if not isinstance(words, str) or not words.strip():
                left_out.append(LeftOut(place=place, why="it has no text under `memory`", rule="empty"))
            elif not fits(words):
                left_out.append(LeftOut(place=place, why=too_long(words), rule="too_long"))
            else:
                drafts.append(Draft(place=place, statement=_statement(words, place, fields, document, defaults)))
    return Reading(drafts=drafts, left_out=left_out)


def _statement(
    words: str, place: str, fields: Mapping[str, object], document: Document, defaults: Defaults
) -> Statement:
    metadata = fields.get("metadata")
    told = cast("Mapping[str, object]", metadata) if isinstance(metadata, dict) else dict[str, object]()
    tags = told.get("tags") or fields.get("categories")
    return Statement(
        content=words,
        type=_type(told.get("type")) or defaults.type or MemoryType.TASK_LEARNING,
        scope=defaults.scope,
        reference=place,
        tags=tuple(each for each in cast("list[object]", tags) if isinstance(each, str))
        if isinstance(tags, list)
        else (),
        kind=SourceKind.IMPORT,
        doc_sha=sha_of(document),
        created_at=_moment(fields.get("created_at")),
    )


def _type(value: object) -> MemoryType | None:
    try:
        return MemoryType.resolve(value) if isinstance(value, str) else None
    except InvalidField:
        return None


def _moment(value: object) -> datetime | None:
    try:
        return read_moment("created_at", value) if isinstance(value, str) else None
    except InvalidField:
        return None


def _items(document: Document) -> list[object]:
    try:
        loaded: object = json.loads(text_of(document))
    except json.JSONDecodeError as broken:
        raise MalformedFile(
            f"{document.path}, line {broken.lineno}, column {broken.colno}: not JSON ({broken.msg}). "
            "Nothing was changed."
        ) from None
    except (Unreadable, ValueError, RecursionError) as broken:
        why = broken if isinstance(broken, Unreadable) else "not JSON that can be read"
        raise MalformedFile(f"{document.path}, line 1, column 1: {why}. Nothing was changed.") from None
    if isinstance(loaded, dict):
        loaded = cast("dict[str, object]", loaded).get("results")
    if not isinstance(loaded, list):
        raise MalformedFile(
            f"{document.path}, line 1, column 1: neither a list of memories nor an object with `results`. "
            "Nothing was changed."
        )
    return cast("list[object]", loaded)
