"""A damaged journal: refused to the byte, kept as it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, Protocol

import pytest

from firm_memory.adapters.files.line import write_line
from firm_memory.adapters.files.records import FileRecords
from firm_memory.application.wire import canonical
from firm_memory.domain.chain import chain_hash
from firm_memory.domain.errors import RecordsDamaged
from firm_memory.domain.ledger import Change, EventKind, Sealed
from firm_memory.features.laws.sample_changes import Scribe


class Fill(Protocol):
    """The fixture that commits proposals."""

    def __call__(self, number: int) -> list[Change]:
        """Commit that many."""
        ...


def seqs(records: FileRecords) -> list[int]:
    """The entries that `records` shows."""
    return [each.seq for each in records.ledger.sealed()]


def _flip(line: bytes) -> bytes:
    place = line.index(b"proposed")
    return line[:place] + b"q" + line[place + 1 :]


def _without_texts(line: bytes) -> bytes:
    return f"{canonical({**json.loads(line), 'texts': {}})}\n".encode()


def _renumbered(line: bytes) -> bytes:
    return f"{canonical({**json.loads(line), 'seq': 7})}\n".encode()


def _with_another_text(line: bytes) -> bytes:
    wire = json.loads(line)
    next(iter(wire["texts"].values()))["text"] = "Orders may skip netting."
    return f"{canonical(wire)}\n".encode()


DAMAGE: Final[dict[str, Callable[[bytes], bytes]]] = {
    "a bit of the body": _flip,
    "a lost line": lambda _: b"",
    "a doubled line": lambda line: line + line,
    "a wrong seq": _renumbered,
    "a missing text": _without_texts,
    "a changed text": _with_another_text,
    "no JSON": lambda line: line[:-20] + b"\n",
    "no UTF-8": lambda line: line[:9] + b"\xff" + line[9:],
    "half a character": lambda line: line.replace(b"proposed", b"\\ud83d"),
    "zeros": lambda line: b"\0" * len(line) + b"\n",
    "an empty line": lambda line: b"\n" + line,
    "another form": lambda line: b'{"deleted":2}\n' + line,
    "a list": lambda line: b"[]\n" + line,
    "a mark of nothing": lambda line: b'{"stored":9}\n' + line,
    "a mark that is no number": lambda line: b'{"stored":true}\n' + line,
    "texts that are a list": lambda line: b'{"body":"","hash":"","seq":2,"texts":[]}\n' + line,
    "a text that is none": lambda line: b'{"body":"","hash":"","seq":2,"texts":{"x":{"salt":1}}}\n' + line,
    "a text with more": lambda line: b'{"body":"","hash":"","seq":2,"texts":{"x":{"pepper":""}}}\n' + line,
    "figures without end": lambda line: b'{"stored":' + b"9" * 5000 + b"}\n" + line,
    "brackets without end": lambda line: b"[" * 100_000 + b"\n" + line,
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_any_other_damage_refuses_reads_and_writes(
    folder: Path, journal: Path, fill: Fill, scribe: Scribe, kind: str
) -> None:
    """Rule: the message names path and byte offset and the way out; the file is kept as it is."""
    running = FileRecords(folder)
    fill(3)
    assert seqs(running) == [1, 2, 3]
    first, second, third = journal.read_bytes().splitlines(keepends=True)
    damaged = first + DAMAGE[kind](second) + third
    journal.write_bytes(damaged)
    more = scribe.change(EventKind.PROPOSED, scribe.candidate("more"))
    for records in (running, FileRecords(folder)):
        uses = (partial(records.commit, more), records.queue.waiting, partial(records.ledger.mark_stored, 1))
        for use in (*uses, records.prepare):
            with pytest.raises(RecordsDamaged, match=r"doctor --repair-records") as refused:
                use()
            assert str(journal) in str(refused.value)
            assert len(first) <= int(str(refused.value).split(" at byte ")[1].split(":")[0]) < len(damaged)
    assert journal.read_bytes() == damaged
    journal.write_bytes(first + second + third)
    assert seqs(running) == [1, 2, 3]


def test_broken_json_is_named_to_the_byte(folder: Path, journal: Path, fill: Fill) -> None:
    """Rule: the offset counts bytes, not characters, from the start of the file."""
    fill(1)
    size = journal.stat().st_size
    with journal.open("ab") as end:
        end.write('{"é€😀":7,]}\n'.encode())
    with pytest.raises(RecordsDamaged, match=f"at byte {size + 15}: not JSON"):
        FileRecords(folder).prepare()


def test_an_entry_of_a_newer_version_is_not_called_damage_to_cut(folder: Path, journal: Path, fill: Fill) -> None:
    """Rule: what holds in the chain but cannot be read asks for another version, and repair keeps it."""
    fill(1)
    head = next(FileRecords(folder).ledger.sealed()).hash
    body = canonical({"v": 2, "kind": "dreamt"})
    newer = write_line(Sealed(seq=2, body=body, hash=chain_hash(head, 2, body)))
    with journal.open("ab") as end:
        end.write(newer)
    before, records = journal.read_bytes(), FileRecords(folder)
    for use in (records.queue.waiting, records.prepare, records.repair):
        with pytest.raises(RecordsDamaged, match="the version of firm-memory that wrote it"):
            use()
    assert journal.read_bytes() == before
