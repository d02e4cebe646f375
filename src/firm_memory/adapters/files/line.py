"""The lines of a journal: an entry, a stored mark, or a candidates file taken over as a whole.

    {"body": "…", "hash": "…", "seq": 7, "texts": {"sha256:…": {"salt": "…", "text": "…"}}}
    {"stored": 7}
    {"entries": [entry, …], "imported": "candidates.json"}

Each is canonical JSON on one line, in UTF-8. The body is a JSON text inside a JSON text, so that the bytes
that are hashed survive any reader. A redacted text holds `redacted_by` in place of salt and text.
"""

from __future__ import annotations

import json
from typing import Final, cast

import attrs

from firm_memory.application.wire import canonical
from firm_memory.domain.ledger import Sealed, SealedText

_ENTRY: Final = frozenset({"seq", "hash", "body", "texts"})
_TEXT: Final = frozenset({"salt", "text", "redacted_by"})


@attrs.frozen(kw_only=True)
class Mark:
    """Entry `seq` has reached the store."""

    seq: int


@attrs.frozen(kw_only=True)
class Takeover:
    """What a file called `source` held, as entries: one line, so that it is imported whole or not at all."""

    source: str
    entries: tuple[Sealed, ...]


Line = Sealed | Mark | Takeover


class NotALine(ValueError):
    """Bytes that are none of the three; `at` is the byte offset within the line."""

    def __init__(self, problem: str, at: int = 0) -> None:
        super().__init__(problem)
        self.at = at


def write_line(line: Line) -> bytes:
    """A line, with its end."""
    match line:
        case Mark():
            wire: dict[str, object] = {"stored": line.seq}
        case Takeover():
            wire = {"imported": line.source, "entries": [_entry_to_wire(each) for each in line.entries]}
        case _:
            wire = _entry_to_wire(line)
    return f"{canonical(wire)}\n".encode()


def read_line(line: bytes) -> Line:
    """The line in those bytes. Raises `NotALine`."""
    try:
        wire: object = json.loads(line.decode())
    except json.JSONDecodeError as broken:
        raise NotALine(f"not JSON ({broken.msg})", len(broken.doc[: broken.pos].encode())) from None
    except UnicodeDecodeError as broken:
        raise NotALine("not UTF-8", broken.start) from None
    except (ValueError, RecursionError):  # figures too long, brackets too deep
        raise NotALine("not JSON that can be read") from None
    fields = _fields(wire, "an entry or a mark")
    if fields.keys() == {"stored"}:
        return Mark(seq=_number(fields["stored"]))
    if fields.keys() == {"imported", "entries"} and isinstance(fields["entries"], list):
        entries = cast("list[object]", fields["entries"])
        return Takeover(source=_text(fields["imported"]), entries=tuple(_entry_from_wire(each) for each in entries))
    return _entry_from_wire(fields)


def _entry_to_wire(entry: Sealed) -> dict[str, object]:
    texts = {
        digest: attrs.asdict(text, filter=lambda _, value: value is not None) for digest, text in entry.texts.items()
    }
    return {"seq": entry.seq, "hash": entry.hash, "body": entry.body, "texts": texts}


def _entry_from_wire(wire: object) -> Sealed:
    fields = _fields(wire, "an entry")
    if fields.keys() != _ENTRY:
        raise NotALine("neither an entry nor a mark")
    return Sealed(
        seq=_number(fields["seq"]),
        hash=_text(fields["hash"]),
        body=_text(fields["body"]),
        texts={
            digest: _sealed_text(each) for digest, each in _fields(fields["texts"], "the texts of an entry").items()
        },
    )


def _sealed_text(wire: object) -> SealedText:
    fields = _fields(wire, "a text with its salt")
    if not fields.keys() <= _TEXT:
        raise NotALine("a text has fields that are not known")
    salt, text, redacted_by = map(fields.get, ("salt", "text", "redacted_by"))
    return SealedText(
        salt=None if salt is None else _text(salt),
        text=None if text is None else _text(text),
        redacted_by=None if redacted_by is None else _number(redacted_by),
    )


def _fields(value: object, what: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise NotALine(f"not {what}")
    return cast("dict[str, object]", value)


def _number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise NotALine("a number of it is malformed")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise NotALine("a text of it is malformed")
    return value
