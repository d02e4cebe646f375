"""The firm's own export, line by line: versioned JSONL with every entry of the ledger exactly as it is stored.

    {"entries":12,"format":"firm-memory","head":"12:…","records":9,"redacted":0,"version":1}
    {"body":"…","hash":"…","seq":1,"texts":{"sha256:…":{"salt":"…","text":"…"}}}

Canonical JSON in UTF-8, and nothing in it that another export of the same ledger would say otherwise. What has
reached a store is no part of it: whoever takes the chain over has a store of their own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final, cast

import attrs

from firm_memory.application.entry_wire import NotAnEntry, entry_from_wire, entry_to_wire, fields_of, number, text
from firm_memory.application.wire import canonical
from firm_memory.domain.chain import GENESIS
from firm_memory.domain.errors import InvalidField, MalformedFile
from firm_memory.domain.head import Head
from firm_memory.domain.ledger import Sealed

FORMAT: Final = "firm-memory"
VERSION: Final = 1
_BOM: Final = b"\xef\xbb\xbf"
_KEYS: Final = frozenset({"format", "version", "head", "entries", "records", "redacted"})


@attrs.frozen(kw_only=True)
class Header:
    """What an export says of itself: its last entry (0 and the genesis hash for none) and how much it holds.

    `redacted` counts the texts that were erased from it for good.
    """

    seq: int = 0
    hash: str = GENESIS
    records: int = 0
    redacted: int = 0


def header_line(header: Header) -> bytes:
    """The first line, with its end."""
    return _line(
        {
            "format": FORMAT,
            "version": VERSION,
            "head": f"{header.seq}:{header.hash}",
            "entries": header.seq,
            "records": header.records,
            "redacted": header.redacted,
        }
    )


def entry_line(entry: Sealed) -> bytes:
    """The line of an entry, with its end."""
    return _line(entry_to_wire(entry))


def is_export(first: bytes) -> bool:
    """Whether a file that begins with that line is an export of this program, of whatever version."""
    try:
        wire = json.loads(first.removeprefix(_BOM))
    except ValueError:
        return False
    return isinstance(wire, dict) and cast("dict[str, object]", wire).get("format") == FORMAT


def read_header(name: str, line: bytes) -> Header:
    """The header in the first line of the file `name`. Raises `MalformedFile`."""
    try:
        return _header(fields_of(_json(name, 1, line.removeprefix(_BOM)), "the header of an export"))
    except (NotAnEntry, InvalidField) as broken:
        raise _malformed(name, 1, 1, str(broken)) from None


def _header(fields: dict[str, object]) -> Header:
    if fields.get("format") == FORMAT and fields.get("version") != VERSION:
        raise NotAnEntry("the header of another version of the format; upgrade firm-memory")
    if fields.keys() != _KEYS or fields["format"] != FORMAT:
        raise NotAnEntry("not the header of an export")
    head = Head.read(text(fields["head"]))
    if head.seq is None or number(fields["entries"]) != head.seq:
        raise NotAnEntry("its number of entries is not that of its head")
    return Header(seq=head.seq, hash=head.hash, records=number(fields["records"]), redacted=number(fields["redacted"]))


def read_entries(name: str, lines: Iterable[bytes]) -> Iterator[Sealed]:
    """The entries in the lines behind the header. Raises `MalformedFile` for the first one that is none."""
    for place, line in enumerate(lines, 2):
        try:
            yield entry_from_wire(_json(name, place, line))
        except NotAnEntry as broken:
            raise _malformed(name, place, 1, str(broken)) from None


def _line(wire: dict[str, object]) -> bytes:
    return f"{canonical(wire)}\n".encode()


def _json(name: str, place: int, line: bytes) -> object:
    try:
        wire: object = json.loads(line.decode())
        canonical(wire).encode()  # half a character can be written as an escape, and hashed by nobody
    except json.JSONDecodeError as broken:
        raise _malformed(name, place, broken.pos + 1, f"not JSON ({broken.msg})") from None
    except UnicodeDecodeError as broken:
        raise _malformed(name, place, broken.start + 1, "not UTF-8") from None
    except UnicodeEncodeError:
        raise _malformed(name, place, 1, "it holds half a character") from None
    except (ValueError, RecursionError):  # figures too long, brackets too deep
        raise _malformed(name, place, 1, "not JSON that can be read") from None
    return wire


def _malformed(name: str, line: int, column: int, problem: str) -> MalformedFile:
    return MalformedFile(f"{name}, line {line}, column {column}: {problem}. Nothing was changed; export it anew.")
