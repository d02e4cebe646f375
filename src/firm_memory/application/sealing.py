"""Events in their written form: canonical JSON in which a digest stands for every free text (ADR 2).

A free text stands in the body as `{"$text": digest}`; text and salt are kept beside it, where they can be
redacted without breaking the chain.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, cast

import attrs

from firm_memory.application.wire import canonical, record_from_wire, record_to_wire
from firm_memory.domain.chain import chain_hash
from firm_memory.domain.errors import RecordsDamaged
from firm_memory.domain.ledger import SCHEMA_VERSION, Change, Event, EventKind, Sealed, SealedText, text_digest
from firm_memory.domain.moment import read_moment, write_moment
from firm_memory.domain.redaction import REDACTED

_TEXT: Final = "$text"
_REQUIRED: Final = frozenset({"v", "seq", "kind", "occurred_at", "principal", "via", "trust", "records"})
_OPTIONAL: Final = frozenset({"on_behalf_of", "reason", "details"})


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
    optional = {
        "on_behalf_of": change.caller.on_behalf_of,
        "reason": sealed(change.reason) if change.reason else None,
        "details": dict(change.details),
    }
    body = canonical(
        {
            **{key: value for key, value in optional.items() if value},
            "v": SCHEMA_VERSION,
            "seq": seq,
            "kind": change.kind.value,
            "occurred_at": write_moment(change.occurred_at),
            "principal": change.caller.name,
            "via": change.caller.via,
            "trust": change.caller.trust.value,
            "records": records,
        }
    )
    return Sealed(seq=seq, body=body, hash=chain_hash(previous, seq, body), texts=texts)


def unseal(sealed: Sealed, *, stored: bool) -> Event:
    """The event written in an entry; a redacted text reads as `[redacted]`.

    Raises `RecordsDamaged` for an entry of another schema version, with unknown keys, or without its texts.
    """
    written = cast("dict[str, Any]", json.loads(sealed.body))
    if written.get("v") != SCHEMA_VERSION:
        raise RecordsDamaged(
            f"Entry {sealed.seq} is written in schema version {written.get('v')}; this release reads {SCHEMA_VERSION}. "
            "Upgrade firm-memory."
        )
    if not _REQUIRED <= written.keys() <= _REQUIRED | _OPTIONAL:
        raise RecordsDamaged(f"Entry {sealed.seq} has keys that this release does not know, or lacks some.")
    body = cast("dict[str, Any]", _shown(written, sealed))
    return Event(
        seq=sealed.seq,
        hash=sealed.hash,
        kind=EventKind(body["kind"]),
        occurred_at=read_moment("occurred_at", body["occurred_at"]),
        principal=body["principal"],
        on_behalf_of=body.get("on_behalf_of"),
        via=body["via"],
        trust=body["trust"],
        records=tuple(record_from_wire(each, stored=stored) for each in body["records"]),
        stored=stored,
        reason=body.get("reason"),
        details=body.get("details", {}),
    )


def _shown(value: object, sealed: Sealed) -> object:
    """`value` with every digest replaced by its text."""
    if isinstance(value, dict):
        wire = cast("dict[str, object]", value)
        if wire.keys() == {_TEXT}:
            return _text(sealed, str(wire[_TEXT]))
        return {key: _shown(each, sealed) for key, each in wire.items()}
    return [_shown(each, sealed) for each in cast("list[object]", value)] if isinstance(value, list) else value


def _text(sealed: Sealed, digest: str) -> str:
    text = sealed.texts.get(digest)
    if text is None:
        raise RecordsDamaged(f"Entry {sealed.seq} lacks a text that its body names. Run firm-memory ledger verify.")
    return REDACTED if text.text is None else text.text


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
