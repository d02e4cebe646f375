"""Cards as callers write them: mappings with a few known keys, checked at the door."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final, cast

import attrs

from firm_memory.domain.errors import InvalidField
from firm_memory.domain.indexing.card import Card
from firm_memory.domain.moment import read_moment, utc
from firm_memory.domain.provenance import Anchor, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.statement import Statement
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.entrypoints import arguments as given
from firm_memory.entrypoints.standpoint import Standpoint

_KEYS: Final = tuple(
    "content reference title type scope tags anchors commit created_at kind".split()  # noqa: SIM905 -- shorter so
)
_ANCHOR_KEYS: Final = ("repo", "path", "symbol")


def as_card(row: object, standpoint: Standpoint) -> Card:
    """A card from a mapping; one that is a `Card` already only has its repositories resolved.

    `content` and `reference` are required; `type` is `task_learnings` where it is left out, `scope` the checkout's
    repository, and the repository of an anchor the checkout's. Raises `InvalidField` naming the key.
    """
    if isinstance(row, Card):
        return _placed(row, standpoint)
    if not isinstance(row, Mapping):
        raise InvalidField("card", f"is of type {type(row).__name__}", 'Give {"reference": …, "content": …}')
    fields = {key: value for key, value in cast("Mapping[str, object]", row).items() if value is not None}
    _require_known("card", fields, _KEYS)
    statement = Statement(
        content=given.as_text("content", fields.get("content", "")),
        type=given.as_type(fields.get("type", MemoryType.TASK_LEARNING)),
        scope=standpoint.placed(_scope(fields.get("scope"))),
        reference=given.as_text("reference", fields.get("reference", "")),
        title=given.as_optional_text("title", fields.get("title")),
        commit=given.as_optional_text("commit", fields.get("commit")),
        anchors=standpoint.anchored(_anchors(fields.get("anchors", ()), standpoint)),
        tags=given.as_texts("tags", fields.get("tags", ())),
        kind=given.as_choice("kind", SourceKind, fields["kind"]) if "kind" in fields else None,
    )
    return Card(statement=statement, created_at=_moment(fields.get("created_at")))


def _placed(card: Card, standpoint: Standpoint) -> Card:
    said = card.statement
    placed = attrs.evolve(said, scope=standpoint.placed(said.scope), anchors=standpoint.anchored(said.anchors))
    return attrs.evolve(card, statement=placed)


def _require_known(place: str, fields: Mapping[str, object], known: tuple[str, ...]) -> None:
    for key in fields:
        if key not in known:
            near = difflib.get_close_matches(str(key)[:40], known, n=1)
            remedy = f"Did you mean {near[0]!r}" if near else f"Use {', '.join(known)}"
            raise InvalidField(place, f"has no key {str(key)[:40]!r}", remedy)


def _scope(value: object) -> MemoryScope | None:
    if value is None or isinstance(value, MemoryScope):
        return value
    if not isinstance(value, Mapping):
        raise InvalidField("scope", "is no object", 'Give {"repos": ["oms"]}')
    return MemoryScope.from_mapping(cast("Mapping[str, object]", value))


def _anchors(values: object, standpoint: Standpoint) -> list[Anchor]:
    if isinstance(values, str | Mapping) or not isinstance(values, list | tuple):
        raise InvalidField("anchors", "is no list", 'Give [{"path": "src/netting.py"}]')
    return [_anchor(each, standpoint) for each in cast("list[object]", values)]


def _anchor(value: object, standpoint: Standpoint) -> Anchor:
    if isinstance(value, Anchor):
        return value
    if not isinstance(value, Mapping):
        raise InvalidField("anchors", "holds something that is no object", 'Give [{"path": "src/netting.py"}]')
    fields = cast("Mapping[str, object]", value)
    _require_known("anchors", fields, _ANCHOR_KEYS)
    repo = given.as_optional_text("anchors.repo", fields.get("repo")) or standpoint.repo
    if repo is None:
        raise InvalidField("anchors.repo", "is missing and there is no repository here", "Name the repository")
    return Anchor(
        repo=repo,
        path=given.as_text("anchors.path", fields.get("path")),
        symbol=given.as_optional_text("anchors.symbol", fields.get("symbol")),
    )


def _moment(value: object) -> datetime | None:
    if value is None:
        return None
    if isinstance(value, datetime):
        return utc(value.replace(tzinfo=UTC) if value.tzinfo is None else value)
    return read_moment("created_at", given.as_text("created_at", value))
