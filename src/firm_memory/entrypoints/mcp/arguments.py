"""Arguments of tools: what is accepted, and the words in which the rest is refused.

A request is a frozen class whose fields are made by `argument`; the JSON Schema that clients see and the
check that the server makes are read off the same fields, so they cannot part.
"""

from __future__ import annotations

import math
import uuid
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, TypeVar, cast

import attrs

from firm_memory.domain.errors import InvalidField
from firm_memory.domain.identity import read_id
from firm_memory.domain.moment import read_moment
from firm_memory.domain.provenance import Anchor, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import Disposition, MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.text import is_blank, require_clean, shorten

Schema = dict[str, object]
_T = TypeVar("_T")
LIST_MOST: Final = 100
_META: Final = "_meta"  # some clients put the protocol's own field among the arguments


@attrs.frozen(kw_only=True)
class Kind:
    """A kind of argument: its JSON Schema, and how a value of it is read. `read` raises `InvalidField`."""

    schema: Mapping[str, object]
    read: Callable[[str, object], object]


def argument(kind: Kind, description: str | None = None, *, optional: bool = False) -> Any:  # noqa: ANN401 -- as attrs.field
    """A field of a request. An optional one is None when it is absent or null."""
    return attrs.field(default=None if optional else attrs.NOTHING, metadata={"kind": kind, "description": description})


def schema_of(request: type[attrs.AttrsInstance]) -> Schema:
    """The JSON Schema of a request. Nothing but its fields is allowed."""
    properties, required = dict[str, object](), list[str]()
    for field in attrs.fields(request):
        described = {"description": field.metadata["description"]} if field.metadata["description"] else {}
        properties[field.name] = {**field.metadata["kind"].schema, **described}
        if field.default is attrs.NOTHING:
            required.append(field.name)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def read_request(request: type[_T], given: Mapping[str, object]) -> _T:
    """The request in `given`. Raises `InvalidField` naming the first argument that is unknown, missing or wrong."""
    fields = {field.name: field for field in attrs.fields(cast("type[attrs.AttrsInstance]", request))}
    _require_known(given, fields, skipped=_META)
    values = dict[str, object]()
    for name, field in fields.items():
        value = given.get(name)
        if value is not None:
            values[name] = field.metadata["kind"].read(name, value)
        elif field.default is attrs.NOTHING:
            raise InvalidField(name, "is null" if name in given else "is missing", "It is required")
    return request(**values)


def _require_known(
    given: Mapping[str, object], allowed: Mapping[str, object], *, within: str = "", skipped: str = ""
) -> None:
    unknown = [f"{within}{shorten(name, 60)}" for name in given if name not in allowed and name != skipped]
    if unknown:
        raise InvalidField(", ".join(unknown[:10]), "unknown argument", f"Allowed here: {', '.join(allowed)}")


def _named(value: object) -> str:
    """What a wrong value is, in JSON's words; never the value itself."""
    return _WORDS.get(type(value), "null")


def _question(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidField(name, f"is {_named(value)}", "Give a text")
    return value


def _text(name: str, value: object) -> str:
    return require_clean(name, _question(name, value))


def _name(name: str, value: object) -> str:
    text = _text(name, value)
    if is_blank(text):
        raise InvalidField(name, "is blank", "Name it, or leave it out")
    return text


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidField(name, f"is {_named(value)}", "Give a number, without quotes")
    if not abs(value) < math.inf:  # exact for whole numbers of any length, which no float could hold
        raise InvalidField(name, "is not finite", "Give a plain number")
    return value


def _whole(name: str, value: object) -> int:
    number = _number(name, value)
    if number != int(number):
        raise InvalidField(name, "is not a whole number", "Give a whole number, such as 5")
    return int(number)


def _list(name: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise InvalidField(name, f"is {_named(value)}", "Give a list")
    items = cast("list[object]", value)
    if len(items) > LIST_MOST:
        raise InvalidField(name, f"has {len(items)} items", f"Give at most {LIST_MOST}")
    return items


def _object(name: str, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise InvalidField(name, f"is {_named(value)}", "Give an object")
    return cast("dict[str, object]", value)


def _texts(name: str, value: object) -> tuple[str, ...]:
    return tuple(_text(f"{name}[{place}]", item) for place, item in enumerate(_list(name, value)))


def _type(name: str, value: object) -> MemoryType:
    return MemoryType.resolve(_text(name, value))


def _types(name: str, value: object) -> tuple[MemoryType, ...]:
    types = tuple(map(MemoryType.resolve, _texts(name, value)))
    if not types:
        raise InvalidField(name, "is empty", "Leave it out to search every type")
    return types


def _scope(name: str, value: object) -> MemoryScope:
    return MemoryScope.from_mapping(_object(name, value))


def _anchors(name: str, value: object) -> tuple[Anchor, ...]:
    return tuple(_anchor(f"{name}[{place}]", item) for place, item in enumerate(_list(name, value)))


def _anchor(name: str, value: object) -> Anchor:
    anchor = _object(name, value)
    _require_known(anchor, {"repo": None, "path": None, "symbol": None}, within=f"{name}.")
    symbol = anchor.get("symbol")
    return Anchor(
        repo=_text(f"{name}.repo", anchor.get("repo")),
        path=_text(f"{name}.path", anchor.get("path")),
        symbol=None if symbol is None else _text(f"{name}.symbol", symbol),
    )


def _source(name: str, value: object) -> SourceKind:
    return _member(name, SourceKind(text) if (text := _text(name, value)) in _SOURCES else None, _SOURCES)


def _disposition(name: str, value: object) -> Disposition:
    return _member(name, Disposition(text) if (text := _text(name, value)) in _DISPOSITIONS else None, _DISPOSITIONS)


def _status(name: str, value: object) -> MemoryStatus:
    return _member(name, MemoryStatus(text) if (text := _text(name, value)) in _STATUSES else None, _STATUSES)


def _moment(name: str, value: object) -> datetime:
    return read_moment(name, _text(name, value))


def _member(name: str, member: _T | None, known: list[str]) -> _T:
    if member is None:
        raise InvalidField(name, "is none of the known words", f"Use one of: {', '.join(known)}")
    return member


def _id(name: str, value: object) -> uuid.UUID:
    return read_id(_text(name, value), name)


_WORDS: Final[Mapping[type, str]] = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "an object",
}
_SOURCES: Final = [kind.value for kind in SourceKind]
_DISPOSITIONS: Final = [each.value for each in Disposition]
_STATUSES: Final = [each.value for each in MemoryStatus]
_STRING: Final[Schema] = {"type": "string"}
_STRINGS: Final[Schema] = {"type": "array", "items": _STRING}

QUESTION: Final = Kind(schema=_STRING, read=_question)  # whatever it holds: it is asked, never kept
TEXT: Final = Kind(schema=_STRING, read=_text)
NAME: Final = Kind(schema=_STRING, read=_name)
TEXTS: Final = Kind(schema=_STRINGS, read=_texts)
WHOLE: Final = Kind(schema={"type": "integer"}, read=_whole)
NUMBER: Final = Kind(schema={"type": "number"}, read=_number)
ID: Final = Kind(schema=_STRING, read=_id)
TYPE: Final = Kind(schema=_STRING, read=_type)
TYPES: Final = Kind(schema=_STRINGS, read=_types)
SOURCE: Final = Kind(schema={"type": "string", "enum": _SOURCES}, read=_source)
DISPOSITION: Final = Kind(schema={"type": "string", "enum": _DISPOSITIONS}, read=_disposition)
STATUS: Final = Kind(schema={"type": "string", "enum": _STATUSES}, read=_status)
MOMENT: Final = Kind(schema=_STRING, read=_moment)
SCOPE: Final = Kind(
    schema={
        "type": "object",
        "properties": {"firm": {"type": "boolean"}, "domains": _STRINGS, "repos": _STRINGS},
        "additionalProperties": False,
    },
    read=_scope,
)
ANCHORS: Final = Kind(
    schema={
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"repo": _STRING, "path": _STRING, "symbol": _STRING},
            "required": ["repo", "path"],
            "additionalProperties": False,
        },
    },
    read=_anchors,
)
