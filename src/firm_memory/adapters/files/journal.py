"""One append-only file, and what this process knows of it: the fold of its lines, and how far it has read."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Final

from firm_memory.adapters.files.line import Line, Mark, NotALine, Takeover, read_line, write_line
from firm_memory.adapters.files.place import sync_folder
from firm_memory.adapters.files.rewriting import lines_without, replaced
from firm_memory.application.ledger_fold import LedgerFold
from firm_memory.domain.chain import link_problem
from firm_memory.domain.errors import NotFound, RecordsDamaged, RecordsUnavailable
from firm_memory.domain.ledger import Event, Sealed

# The repair that a damaged place is mended with; the command line spells it so.
REPAIR: Final = "firm-memory doctor --repair-records"


class WrittenByNewer(RecordsDamaged):
    """An entry holds in the chain, but this version cannot read it; nothing must be repaired away."""


class Journal:
    """The file at `path`. Every method that takes the open file expects it locked.

    An unterminated last line was never committed: readers pass it over, and the next writer moves it
    into a `.torn` file. Anything else that does not read back raises `RecordsDamaged`, again and again.
    """

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self._forget()

    def _forget(self) -> None:
        self.fold = LedgerFold()
        self.imported = False
        self.end = 0
        self._last = b""
        self._seen: tuple[int, ...] | None = None

    def is_current(self) -> bool:
        """Whether the file is as it was read last, as far as can be told without opening it."""
        try:
            return _look(self.path.stat()) == self._seen
        except FileNotFoundError:
            self._forget()
            return True

    def catch_up(self, file: int) -> None:
        """Fold what was appended since; all of it where the file is not the one that was read before."""
        there = os.fstat(file)
        if _look(there) == self._seen:
            return
        if not self._continues(file, there):
            self._forget()
        with os.fdopen(file, "rb", closefd=False) as lines:
            lines.seek(self.end)
            for line in lines:
                if not line.endswith(b"\n"):
                    break
                self._take(line)
                self.end += len(line)
                self._last = line
        self._seen = _look(there)

    def _continues(self, file: int, there: os.stat_result) -> bool:
        """Whether the file has only grown: it is the same one, longer, and its last known line is in its place."""
        return (
            self._seen is not None
            and self._seen[:2] == _look(there)[:2]
            and there.st_size > self.end
            and os.pread(file, len(self._last), self.end - len(self._last)) == self._last
        )

    def _take(self, line: bytes) -> None:
        try:
            read = read_line(line)
            match read:
                case Mark():
                    self.fold.mark(read.seq)
                case Takeover():
                    self._admit(*read.entries)
                    self.imported = True
                case _:
                    self._admit(read)
        except (NotALine, NotFound) as broken:
            at = self.end + (broken.at if isinstance(broken, NotALine) else 0)
            raise RecordsDamaged(
                f"{self.path}: damaged at byte {at}: {broken}, where entry {self.fold.seq + 1} belongs. "
                f"The file is kept as it is. Run {REPAIR}: it keeps every entry before that place "
                "and a copy of the file."
            ) from None

    def _admit(self, *entries: Sealed) -> None:
        """Put all of them in force, or none."""
        head, events = self.fold.head, list[Event]()
        for seq, entry in enumerate(entries, self.fold.seq + 1):
            try:
                problem = link_problem(entry, head, seq)
            except UnicodeEncodeError:
                problem = "it holds half a character"
            if problem:
                raise NotALine(problem)
            head = entry.hash
            events.append(self._read(entry))
        for entry, event in zip(entries, events, strict=True):
            self.fold.admit(entry, event)

    def _read(self, entry: Sealed) -> Event:
        try:
            return self.fold.read(entry)
        except Exception as unknown:  # whatever a body of another version makes the reader stumble over
            raise WrittenByNewer(
                f"{self.path}: entry {entry.seq} at byte {self.end} holds, but this version cannot read it "
                f"({type(unknown).__name__}). Use the version of firm-memory that wrote it, or a newer one."
            ) from unknown

    def append(self, file: int, line: Line) -> None:
        """Write one line and make it durable, or leave the file as it was. The caller then folds it.

        Raises `RecordsUnavailable`. An unterminated rest before it is set aside first.
        """
        written = write_line(line)
        self.set_aside_torn(file)
        if self.end == 0:
            sync_folder(self.path.parent)
        try:
            _write(file, written)
            _sync(file)
        except OSError as failed:
            raise RecordsUnavailable(self._taken_back(file, failed.strerror)) from failed
        self.end += len(written)
        self._last = written
        self._seen = _look(os.fstat(file))

    def rewrite(self, file: int, left: Mapping[int, Sealed], line: Line) -> None:
        """Let the entries in `left` stand as they do there, and append one line: all of it or nothing.

        The file is another one afterwards, folded anew. Raises `RecordsUnavailable`.
        """
        self.set_aside_torn(file)
        with os.fdopen(file, "rb", closefd=False) as kept:
            kept.seek(0)
            lines = chain(lines_without(kept, left), [write_line(line)])
            with replaced(self.path, file, lines) as new:
                self._forget()
                self.catch_up(new)

    def _taken_back(self, file: int, reason: str | None) -> str:
        try:
            os.ftruncate(file, self.end)
        except OSError:
            return f"{self.path}: writing failed ({reason}), and whether the entry stands is not known. Read it again."
        return f"{self.path}: cannot be written ({reason}). Nothing was changed; make room or mend the disk, and retry."

    def set_aside_torn(self, file: int) -> int:
        """Move what stands behind the last whole line into a `.torn` file; the number of bytes moved."""
        torn = _bytes(file, self.end)
        if torn:
            keep(self.path.with_name(f"{self.path.name}.torn"), torn + b"\n", os.O_APPEND)
            os.ftruncate(file, self.end)
            _sync(file)
        return len(torn)

    def cut_damage(self, file: int) -> Path:
        """Copy the file to a backup, then cut it behind the last line that holds; the backup's path."""
        backup = _kept_under_free_name(self.path, _bytes(file, 0))
        os.ftruncate(file, self.end)
        _sync(file)
        self._seen = _look(os.fstat(file))
        return backup


def keep(path: Path, content: bytes, flag: int) -> None:
    """Write `content` durably to a file for the owner only, opened with `flag` (append, or exclusive)."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | flag, 0o600)
    with os.fdopen(file, "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(file)
    sync_folder(path.parent)


def _kept_under_free_name(path: Path, content: bytes) -> Path:
    number = 1
    while True:
        backup = path.with_name(f"{path.name}.damaged-{number}")
        with suppress(FileExistsError):
            keep(backup, content, os.O_EXCL)
            return backup
        number += 1


def _bytes(file: int, start: int) -> bytes:
    with os.fdopen(file, "rb", closefd=False) as content:
        content.seek(start)
        return content.read()


def _write(file: int, line: bytes) -> None:
    if os.write(file, line) != len(line):
        raise OSError(errno.ENOSPC, "the line did not fit")


def _sync(file: int) -> None:
    (os.fdatasync if hasattr(os, "fdatasync") else os.fsync)(file)  # macOS has no fdatasync


def _look(there: os.stat_result) -> tuple[int, ...]:
    return there.st_dev, there.st_ino, there.st_size, there.st_mtime_ns
