"""Entries of the ledger as JSON-ready values: the form of a journal's lines and of an export's.

    {"body": "…", "hash": "…", "seq": 7, "texts": {"sha256:…": {"salt": "…", "text": "…"}}}

The body is a JSON text inside a JSON text, so that the bytes that are hashed survive any reader. A redacted
text holds `redacted_by` in place of salt and text.
"""

from __future__ import annotations

from typing import Final, cast

import attrs

from firm_memory.domain.ledger import Sealed, SealedText

_ENTRY: Final = frozenset({"seq", "hash", "body", "texts"})
_TEXT: Final = frozenset({"salt", "text", "redacted_by"})


class NotAnEntry(ValueError):
    """A value that is no entry of a ledger; the message says what is wrong with it."""


def entry_to_wire(entry: Sealed) -> dict[str, object]:
    """An entry exactly as it is stored."""
    texts = {
        digest: attrs.asdict(text, filter=lambda _, value: value is not None) for digest, text in entry.texts.items()
    }
    return {"seq": entry.seq, "hash": entry.hash, "body": entry.body, "texts": texts}


def entry_from_wire(wire: object) -> Sealed:
    """The entry that `entry_to_wire` wrote. Whether it holds in a chain is not asked here. Raises `NotAnEntry`."""
    fields = fields_of(wire, "an entry")
    if fields.keys() != _ENTRY:
        raise NotAnEntry("neither an entry nor a mark")
    return Sealed(
        seq=number(fields["seq"]),
        hash=text(fields["hash"]),
        body=text(fields["body"]),
        texts={
            digest: _sealed_text(each) for digest, each in fields_of(fields["texts"], "the texts of an entry").items()
        },
    )


def fields_of(value: object, what: str) -> dict[str, object]:
    """A JSON object. Raises `NotAnEntry`."""
    if not isinstance(value, dict):
        raise NotAnEntry(f"not {what}")
    return cast("dict[str, object]", value)


def number(value: object) -> int:
    """A whole number; a boolean is none. Raises `NotAnEntry`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise NotAnEntry("a number of it is malformed")
    return value


def text(value: object) -> str:
    """A text. Raises `NotAnEntry`."""
    if not isinstance(value, str):
        raise NotAnEntry("a text of it is malformed")
    return value


def _sealed_text(wire: object) -> SealedText:
    fields = fields_of(wire, "a text with its salt")
    if not fields.keys() <= _TEXT:
        raise NotAnEntry("a text has fields that are not known")
    salt, words, redacted_by = map(fields.get, ("salt", "text", "redacted_by"))
    return SealedText(
        salt=None if salt is None else text(salt),
        text=None if words is None else text(words),
        redacted_by=None if redacted_by is None else number(redacted_by),
    )
