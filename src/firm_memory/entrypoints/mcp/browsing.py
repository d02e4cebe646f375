"""The shared pool, page by page: memories in short, as many as fit an answer."""

from __future__ import annotations

from typing import Final

from firm_memory.application.browse import PAGE
from firm_memory.domain.listing import Listed, Listing
from firm_memory.domain.moment import write_moment
from firm_memory.domain.status import MemoryTier
from firm_memory.domain.text import shorten
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.mcp.answers import READER_NOTE, Answer, Structure, label_structure, label_text
from firm_memory.entrypoints.mcp.cards import REFERENCE_LEAN, one_line, quoted, scope_structure, scope_text
from firm_memory.entrypoints.mcp.fitting import CHARACTERS_A_TOKEN, TOKENS, written
from firm_memory.entrypoints.mcp.requests import ListRequest

CONTENT_MOST: Final = 160
_ATOMS_MOST: Final = 3
_TAGS_MOST: Final = 5
_LARGEST: Final = TOKENS * CHARACTERS_A_TOKEN
_WHOLE: Final = "In short: memory_get gives one whole."


def browse(memory: FirmMemory, request: ListRequest) -> Answer:
    """A page of the shared pool; a shorter one where the memories are long."""
    limit = PAGE
    while True:
        listing = memory.list(
            type=request.type,
            tag=request.tag,
            status=request.status,
            steward=request.steward,
            updated_since=request.updated_since,
            stale_days=request.stale_days,
            limit=limit,
            cursor=request.cursor,
        )
        answer = _answer(listing)
        if limit == 1 or max(written(answer.text), written(answer.structure)) <= _LARGEST:
            return answer
        limit //= 2


def _answer(listing: Listing) -> Answer:
    head = f"{len(listing)} listed ({label_text(listing.label)}). {_WHOLE} {READER_NOTE}"
    more = [f"More: the same filters with cursor {listing.cursor}"] if listing.cursor else []
    return Answer(
        text="\n\n".join([head, *map(_text, listing), *more]),
        structure={
            "memories": list(map(_structure, listing)),
            "cursor": listing.cursor,
            **label_structure(listing.label),
            "note": READER_NOTE,
        },
    ).encodable()


def _labels(listed: Listed) -> list[str]:
    marks = {
        "unreviewed": listed.memory.tier is MemoryTier.INDEX,
        "stale": listed.stale,
        "shortened": len(listed.memory.content) > CONTENT_MOST,
    }
    return [mark for mark, holds in marks.items() if holds]


def _structure(listed: Listed) -> Structure:
    memory = listed.memory
    card: Structure = {
        "id": str(memory.id),
        "content": shorten(memory.content, CONTENT_MOST),
        "type": memory.type.value,
        "scope": scope_structure(memory.scope, _ATOMS_MOST),
        "reference": shorten(memory.provenance.reference, REFERENCE_LEAN),
        "status": listed.record.status.value,
        "steward": memory.steward,
        "updated_at": write_moment(memory.updated_at),
        "labels": _labels(listed),
    }
    if memory.tags:
        card["tags"] = list(memory.tags[:_TAGS_MOST])
    return card


def _text(listed: Listed) -> str:
    memory = listed.memory
    facts = [
        memory.type.value,
        scope_text(memory.scope, _ATOMS_MOST),
        one_line(shorten(memory.provenance.reference, REFERENCE_LEAN)),
        listed.record.status.value,
        f"steward {one_line(memory.steward or 'nobody')}",
        f"changed {memory.updated_at:%Y-%m-%d}",
        *memory.tags[:_TAGS_MOST],
        *_labels(listed),
    ]
    return "\n".join([str(memory.id), " · ".join(facts), quoted(shorten(memory.content, CONTENT_MOST))])
