"""The lines of a journal: an entry, a stored mark, or a candidates file taken over as a whole.

    {"body": "…", "hash": "…", "seq": 7, "texts": {"sha256:…": {"salt": "…", "text": "…"}}}
    {"stored": 7}
    {"entries": [entry, …], "imported": "candidates.json"}

Each is canonical JSON on one line, in UTF-8. The body is a JSON text inside a JSON text, so that the bytes
that are hashed survive any reader. A redacted text holds `redacted_by` in place of salt and text.
"""

from __future__ import annotations

import json
from typing import cast

import attrs

from firm_memory.application.entry_wire import NotAnEntry, entry_from_wire, entry_to_wire, fields_of, number, text
from firm_memory.application.wire import canonical
from firm_memory.domain.ledger import Sealed


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
            wire = {"imported": line.source, "entries": [entry_to_wire(each) for each in line.entries]}
        case _:
            wire = entry_to_wire(line)
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
    try:
        return _line_of(wire)
    except NotAnEntry as broken:
        raise NotALine(str(broken)) from None


def _line_of(wire: object) -> Line:
    fields = fields_of(wire, "an entry or a mark")
    if fields.keys() == {"stored"}:
        return Mark(seq=number(fields["stored"]))
    if fields.keys() == {"imported", "entries"} and isinstance(fields["entries"], list):
        entries = cast("list[object]", fields["entries"])
        return Takeover(source=text(fields["imported"]), entries=tuple(map(entry_from_wire, entries)))
    return entry_from_wire(fields)
