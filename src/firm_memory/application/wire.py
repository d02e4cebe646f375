"""The written form of records and events: canonical JSON, frozen with schema version 1 (ADR 2).

Fields that are absent or empty are left out, so that later optional fields need no new version. A free
text stands in an event as `{"$text": digest}`; text and salt are kept beside it.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, cast

import attrs
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from firm_memory.domain.candidate import Candidacy, Decision, Notice, Record, Ruling
from firm_memory.domain.chain import chain_hash
from firm_memory.domain.ledger import SCHEMA_VERSION, Change, Event, EventKind, Sealed, SealedText, text_digest
from firm_memory.domain.memory import Flag, Memory
from firm_memory.domain.moment import read_moment, write_moment
from firm_memory.domain.provenance import Anchor, Provenance
from firm_memory.domain.scope import MemoryScope

Wire = dict[str, object]
REDACTED: Final = "[redacted]"
_TEXT: Final = "$text"


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    converter.register_unstructure_hook(datetime, write_moment)
    converter.register_structure_hook(datetime, lambda text, _: read_moment("timestamp", text))
    converter.register_unstructure_hook(uuid.UUID, str)
    converter.register_structure_hook(uuid.UUID, lambda text, _: uuid.UUID(text))
    for cls in (MemoryScope, Anchor, Provenance, Flag, Memory, Notice, Ruling, Decision, Candidacy, Record):
        unstructure = _sparse(make_dict_unstructure_fn(cls, converter))
        structure = make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=True)
        converter.register_unstructure_hook(cls, unstructure)
        converter.register_structure_hook(cls, structure)
    return converter


def _sparse(unstructure: Callable[[Any], Mapping[str, object]]) -> Callable[[Any], Wire]:
    return lambda value: {key: each for key, each in unstructure(value).items() if each not in (None, [], ())}


_CONVERTER: Final = _converter()


def canonical(value: object) -> str:
    """JSON with sorted keys, no white space, UTF-8 kept as it is; the one form that is hashed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def memory_to_wire(memory: Memory) -> Wire:
    """A memory as JSON-ready values, texts in the clear (for stores and surfaces)."""
    return cast("Wire", _CONVERTER.unstructure(memory))


def memory_from_wire(wire: Mapping[str, object]) -> Memory:
    """The memory that `memory_to_wire` wrote. Raises on unknown keys or broken invariants."""
    return _CONVERTER.structure(wire, Memory)


def record_to_wire(record: Record) -> Wire:
    """A record as JSON-ready values, texts in the clear. `stored` is not part of it."""
    wire = cast("Wire", _CONVERTER.unstructure(record))
    return {key: value for key, value in wire.items() if key != "stored"}


def record_from_wire(wire: Mapping[str, object], *, stored: bool = True) -> Record:
    """The record that `record_to_wire` wrote."""
    return attrs.evolve(_CONVERTER.structure(wire, Record), stored=stored)


def seal(change: Change, seq: int, previous: str) -> Sealed:
    """The change as entry `seq` behind the entry whose hash is `previous`."""
    texts: dict[str, SealedText] = {}

    def sealed(value: object) -> object:
        if isinstance(value, str):
            digest = text_digest(change.salt, value)
            texts[digest] = SealedText(salt=change.salt, text=value)
            return {_TEXT: digest}
        return [sealed(each) for each in cast("list[object]", value)]

    records = [_hide(record, record_to_wire(record), sealed) for record in change.records]
    body = canonical(
        {
            "v": SCHEMA_VERSION,
            "seq": seq,
            "kind": change.kind.value,
            "occurred_at": write_moment(change.occurred_at),
            "principal": change.caller.name,
            "on_behalf_of": change.caller.on_behalf_of,
            "via": change.caller.via,
            "trust": change.caller.trust.value,
            "records": records,
        }
    )
    return Sealed(seq=seq, body=body, hash=chain_hash(previous, seq, body), texts=texts)


def unseal(sealed: Sealed, *, stored: bool) -> Event:
    """The event written in an entry; a redacted text reads as `[redacted]`."""

    def shown(value: object) -> object:
        if isinstance(value, dict):
            wire = cast("dict[str, object]", value)
            if wire.keys() == {_TEXT}:
                text = sealed.texts.get(cast("str", wire[_TEXT]))
                return REDACTED if text is None or text.text is None else text.text
            return {key: shown(each) for key, each in wire.items()}
        if isinstance(value, list):
            return [shown(each) for each in cast("list[object]", value)]
        return value

    body = cast("dict[str, Any]", shown(json.loads(sealed.body)))
    return Event(
        seq=sealed.seq,
        hash=sealed.hash,
        kind=EventKind(body["kind"]),
        occurred_at=read_moment("occurred_at", body["occurred_at"]),
        principal=body["principal"],
        on_behalf_of=body["on_behalf_of"],
        via=body["via"],
        trust=body["trust"],
        records=tuple(record_from_wire(each, stored=stored) for each in body["records"]),
        stored=stored,
    )


def _hide(value: object, wire: object, sealed: Callable[[object], object]) -> object:
    """`wire` with every field that `value`'s class marks as free text replaced by its digest."""
    if isinstance(value, tuple):
        pairs = zip(cast("tuple[object]", value), cast("list[object]", wire), strict=True)
        return [_hide(one, each, sealed) for one, each in pairs]
    if not attrs.has(type(value)):
        return wire
    fields = {field.name: field for field in attrs.fields(cast("type[attrs.AttrsInstance]", type(value)))}
    return {
        key: sealed(each) if fields[key].metadata.get("free_text") else _hide(getattr(value, key), each, sealed)
        for key, each in cast("dict[str, object]", wire).items()
    }
