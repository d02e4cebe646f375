"""Writing a journal anew, which only a redaction does: beside the old file, then in its place, all or nothing."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import attrs

from firm_memory.adapters.files.line import Mark, Takeover, read_line, write_line
from firm_memory.adapters.files.place import sync_folder
from firm_memory.domain.errors import RecordsUnavailable
from firm_memory.domain.ledger import Sealed


def lines_without(lines: Iterable[bytes], left: Mapping[int, Sealed]) -> Iterator[bytes]:
    """The lines of a journal with the entries in `left` as they stand there; any other line to the last byte."""
    for line in lines:
        match read_line(line):
            case Mark():
                yield line
            case Takeover() as taken:
                entries = tuple(left.get(each.seq, each) for each in taken.entries)
                yield line if entries == taken.entries else write_line(attrs.evolve(taken, entries=entries))
            case entry:
                yield write_line(left[entry.seq]) if entry.seq in left else line


@contextmanager
def replaced(path: Path, old: int, lines: Iterable[bytes]) -> Generator[int]:
    """The new file at `path`, open and locked as long as the context lasts; it holds `lines`, durably.

    Owner, group and mode are those of the file `old`. A crash at any instant leaves the old file or the new one,
    whole; whoever waits for the lock of the old one finds that it was replaced. Raises `RecordsUnavailable`,
    and has changed nothing then.
    """
    beside = path.with_name(f"{path.name}.redacting")
    # What a crash left there is overwritten; it was never the journal.
    new = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        try:
            fcntl.flock(new, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _resemble(new, os.fstat(old))
            with os.fdopen(new, "wb", closefd=False) as out:
                out.writelines(lines)
                out.flush()
                os.fsync(new)
            beside.replace(path)
        except OSError as failed:
            with suppress(OSError):
                beside.unlink()
            raise RecordsUnavailable(
                f"{path}: cannot be written anew ({failed.strerror}). Nothing was changed; make room, or redact as "
                "the owner of the file, and retry."
            ) from failed
        sync_folder(path.parent)
        yield new
    finally:
        with suppress(OSError):
            fcntl.flock(new, fcntl.LOCK_UN)
        os.close(new)


def _resemble(new: int, old: os.stat_result) -> None:
    """Whoever could use the old file can use the new one."""
    if (os.fstat(new).st_uid, os.fstat(new).st_gid) != (old.st_uid, old.st_gid):
        os.fchown(new, old.st_uid, old.st_gid)
    os.fchmod(new, stat.S_IMODE(old.st_mode))
