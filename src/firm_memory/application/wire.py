"""The written form of memories and records: frozen with schema version 1 (ADR 2).

Fields that are absent or empty are left out, so that later optional fields need no new version. Reading is
strict: an unknown key or a value of another type is refused, never bent into shape.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, TypeVar, cast, get_args, get_origin

import attrs
from cattrs import BaseValidationError, Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from firm_memory.domain.candidate import Candidacy, Decision, Notice, Record, Ruling
from firm_memory.domain.errors import RecordsDamaged
from firm_memory.domain.memory import Flag, Memory
from firm_memory.domain.moment import read_moment, write_moment
from firm_memory.domain.provenance import Anchor, Provenance
from firm_memory.domain.redaction import Redaction
from firm_memory.domain.scope import MemoryScope

Wire = dict[str, object]
_T = TypeVar("_T")


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    converter.register_unstructure_hook(datetime, write_moment)
    converter.register_structure_hook(datetime, lambda text, _: read_moment("timestamp", text))
    converter.register_unstructure_hook(uuid.UUID, str)
    converter.register_structure_hook(uuid.UUID, lambda text, _: uuid.UUID(text))
    for plain in (str, bool, int, float):
        converter.register_structure_hook(plain, _exactly)
    converter.register_structure_hook_factory(_is_tuple, _listed)
    for cls in (MemoryScope, Anchor, Provenance, Flag, Redaction, Memory, Notice, Ruling, Decision, Candidacy, Record):
        unstructure = _sparse(cls, make_dict_unstructure_fn(cls, converter))
        structure = make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=True)
        converter.register_unstructure_hook(cls, unstructure)
        converter.register_structure_hook(cls, structure)
    return converter


def _exactly(value: Any, kind: type[Any]) -> Any:  # noqa: ANN401 -- a hook of cattrs: anything in, the asked type out
    """`value`, which must be of that very type; a whole number will do for a number, a boolean for neither."""
    if type(value) is kind or (kind is float and type(value) is int):
        return kind(value)
    raise TypeError(f"{kind.__name__} expected, {type(value).__name__} found")


def _is_tuple(kind: object) -> bool:
    return get_origin(kind) is tuple


def _listed(kind: type[object], converter: Converter) -> Callable[[Any, Any], Any]:
    """Reads a JSON list as a tuple; a text is no list of letters."""
    item = get_args(kind)[0]

    def read(value: object, _: object) -> tuple[object, ...]:
        if not isinstance(value, list | tuple):
            raise TypeError(f"list expected, {type(value).__name__} found")
        return tuple(converter.structure(each, item) for each in cast("list[object]", value))

    return read


def _sparse(
    cls: type[attrs.AttrsInstance], unstructure: Callable[[Any], Mapping[str, object]]
) -> Callable[[Any], Wire]:
    """Leaves out what is absent or empty, and what a later field's metadata names as its value of old records."""
    usual = {field.name: field.metadata["left_out"] for field in attrs.fields(cls) if "left_out" in field.metadata}

    def sparse(value: object) -> Wire:
        wire = unstructure(value)
        return {key: each for key, each in wire.items() if each not in (None, [], (), usual.get(key))}

    return sparse


_CONVERTER: Final = _converter()


def canonical(value: object) -> str:
    """JSON with sorted keys, no white space, UTF-8 kept as it is; the one form that is hashed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def memory_to_wire(memory: Memory) -> Wire:
    """A memory as JSON-ready values, texts in the clear (for stores and surfaces)."""
    return cast("Wire", _CONVERTER.unstructure(memory))


def memory_from_wire(wire: Mapping[str, object]) -> Memory:
    """The memory that `memory_to_wire` wrote. Raises `RecordsDamaged` on unknown keys, types, broken invariants."""
    return _read(wire, Memory)


def record_to_wire(record: Record) -> Wire:
    """A record as JSON-ready values, texts in the clear. `stored` is not part of it."""
    wire = cast("Wire", _CONVERTER.unstructure(record))
    return {key: value for key, value in wire.items() if key != "stored"}


def record_from_wire(wire: Mapping[str, object], *, stored: bool = True) -> Record:
    """The record that `record_to_wire` wrote. Raises `RecordsDamaged`."""
    return attrs.evolve(_read(wire, Record), stored=stored)


def _read(wire: Mapping[str, object], kind: type[_T]) -> _T:
    try:
        return _CONVERTER.structure(wire, kind)
    except (BaseValidationError, TypeError, ValueError, KeyError) as error:
        raise RecordsDamaged(
            f"A stored {kind.__name__.lower()} does not read back ({type(error).__name__}). Run firm-memory doctor."
        ) from error
