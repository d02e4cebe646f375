"""What callers of the Python API pass, checked at the door: a wrong type is a usage error that names its argument.

Parameters are `object`: callers may be untyped, whatever the signatures behind say.
"""

from __future__ import annotations

import enum
import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time
from typing import TypeVar, cast

from firm_memory.domain.errors import InvalidField, InvalidId, InvalidScope, InvalidTimestamp
from firm_memory.domain.identity import read_id
from firm_memory.domain.moment import end_of, read_moment, read_until, utc
from firm_memory.domain.provenance import Anchor
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.text import quoted

_Choice = TypeVar("_Choice", bound=enum.Enum)
MemoryId = uuid.UUID | str


def as_id(value: object, field: str = "id") -> uuid.UUID:
    """An id given as UUID or text. Raises `InvalidId`, also for the None that a refused proposal has."""
    if isinstance(value, uuid.UUID):
        return value
    if isinstance(value, str):
        return read_id(value, field)
    problem = "is missing; was the proposal refused" if value is None else f"is {_kind(value)}"
    raise InvalidId(field, problem, "Pass an id as UUID or text")


def as_type(value: object) -> MemoryType:
    """A type given as member or by either spelling. Raises `UnknownType`."""
    return value if isinstance(value, MemoryType) else MemoryType.resolve(as_text("type", value))


def as_choice(field: str, choices: type[_Choice], value: object) -> _Choice:
    """A member of `choices`, given as such or by its value. Raises `InvalidField` naming them."""
    if isinstance(value, choices):
        return value
    for choice in choices:
        if choice.value == value:
            return choice
    known = ", ".join(str(each.value) for each in choices)
    raise InvalidField(field, f"{quoted(str(value))} is unknown", f"Use one of {known}")


def as_text(field: str, value: object) -> str:
    """A text. Raises `InvalidField`."""
    if not isinstance(value, str):
        raise InvalidField(field, f"is {_kind(value)}", "Pass a text")
    return value


def as_optional_text(field: str, value: object) -> str | None:
    """A text, or None. Raises `InvalidField`."""
    return None if value is None else as_text(field, value)


def as_texts(field: str, values: object) -> tuple[str, ...]:
    """Several texts; a lone one is refused, since Python would read it letter by letter. Raises `InvalidField`."""
    return tuple(as_text(field, each) for each in _several(field, values, 'Pass a list, such as ["name"]'))


def as_types(values: object) -> frozenset[MemoryType]:
    """Several types, each as `as_type` takes it. Raises `UnknownType`, `InvalidField`."""
    return frozenset(map(as_type, _several("types", values, 'Pass a list, such as ["business_rules"]')))


def as_whole(field: str, value: object) -> int:
    """A whole number. Raises `InvalidField`, also for the booleans that Python counts as numbers."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidField(field, f"is {_kind(value)}", "Pass a whole number")
    return value


def as_until(field: str, value: object) -> datetime:
    """A moment, or a day up to its end; as ISO 8601 text, too. Without a zone it is UTC. Raises `InvalidTimestamp`."""
    match value:
        case datetime():
            return utc(value.replace(tzinfo=UTC) if value.tzinfo is None else value)
        case date():
            return end_of(value)
        case str():
            return read_until(field, value)
        case _:
            raise InvalidTimestamp(field, f"is {_kind(value)}", "Pass a date or a time, such as 2026-05-04")


def as_since(field: str, value: object) -> datetime:
    """A moment, or a day from its beginning; as ISO 8601 text, too. Without a zone it is UTC. Raises as `as_until`."""
    match value:
        case str():
            return read_moment(field, value)
        case date() if not isinstance(value, datetime):
            return datetime.combine(value, time.min, UTC)
        case _:
            return as_until(field, value)


def as_hashes(field: str, values: object) -> Mapping[str, str]:
    """Hashes by name. Raises `InvalidField`."""
    if not isinstance(values, Mapping):
        raise InvalidField(field, f"is {_kind(values)}", 'Pass a mapping, such as {"docs/adr/7.md": "0f3c…"}')
    given = cast("Mapping[object, object]", values)
    return {as_text(field, name): as_text(field, digest) for name, digest in given.items()}


def as_scope(value: object) -> MemoryScope:
    """A scope. Raises `InvalidScope`."""
    if not isinstance(value, MemoryScope):
        raise InvalidScope("scope", f"is {_kind(value)}", 'Pass a MemoryScope, such as MemoryScope(repos=("oms",))')
    return value


def as_anchors(values: object) -> tuple[Anchor, ...]:
    """Anchors. Raises `InvalidField`."""
    anchors = list[Anchor]()
    for each in _several("anchors", values, "Pass a list of anchors"):
        if not isinstance(each, Anchor):
            raise InvalidField("anchors", f"holds one {_kind(each)}", "Pass Anchor(repo=…, path=…) values")
        anchors.append(each)
    return tuple(anchors)


def _several(field: str, values: object, remedy: str) -> Iterable[object]:
    kind = _kind(values)
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise InvalidField(field, f"is {kind}", remedy)
    return cast("Iterable[object]", values)


def _kind(value: object) -> str:
    return f"of type {type(value).__name__}"
