"""Who read what, in a file of its own beside the journal: one access a line, under a lock of its own."""

from __future__ import annotations

import json
import os
import stat
import uuid
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final, cast

from firm_memory.adapters.files.lock import locked
from firm_memory.adapters.files.place import locate, make_folder, reaching, sync_folder
from firm_memory.application.ports.signals import Access
from firm_memory.application.wire import canonical
from firm_memory.domain.errors import RecordsUnavailable
from firm_memory.domain.moment import read_moment, utc, write_moment

_JOURNAL: Final = "journal.jsonl"
_LOG: Final = "access.jsonl"


class FileSignals:
    """`Signals` beside the records at `path`: `access.jsonl`, or `x.access.jsonl` beside `x.json`.

    A line that a dying process left half-written is passed over, as is any other that does not read back; the next
    access starts a line of its own. Such lines are counted by `damaged`, and go with the next expiry: what cannot
    be read cannot be kept for a time. Constructing touches no file. Raises `RecordsUnavailable` for what the
    operating system refuses, and after `patience` seconds of waiting for the lock.
    """

    def __init__(self, path: Path, *, patience: float) -> None:
        self._path = path
        self._patience = patience

    def accessed(self, access: Access) -> None:
        """Keep one access."""
        line = _written(access)
        with self._writing() as (path, file):
            size = os.fstat(file).st_size
            torn = size > 0 and os.pread(file, 1, size - 1) != b"\n"
            whole = b"\n" + line if torn else line
            if os.write(file, whole) != len(whole):
                raise RecordsUnavailable(f"{path}: an access did not fit. Make room on that disk.")

    def accesses(self, memory: uuid.UUID) -> Sequence[Access]:
        """Who read that record, oldest first."""
        found = [access for _, access in self._read() if access is not None and access.memory == memory]
        return sorted(found, key=lambda each: each.at)

    def expire(self, before: datetime) -> int:
        """Forget every access earlier than `before`; how many those were. The file is replaced whole or not at all."""
        before = utc(before)
        if not self._log().exists():
            return 0
        with self._writing() as (path, file):
            lines = list(_lines(file))
            kept = [line for line, access in lines if access is not None and access.at >= before]
            if len(kept) < len(lines):
                _replace(path, file, kept)
        return sum(access is not None and access.at < before for _, access in lines)

    def damaged(self) -> int:
        """How many lines do not read back."""
        return sum(access is None for _, access in self._read())

    def _log(self) -> Path:
        with reaching(self._path):
            journal = locate(self._path).journal
        return journal.with_name(journal.name.removesuffix(_JOURNAL) + _LOG)

    def _read(self) -> list[tuple[bytes, Access | None]]:
        path = self._log()
        with (
            reaching(path),
            suppress(FileNotFoundError),
            locked(path, exclusive=False, patience=self._patience) as file,
        ):
            return list(_lines(file))
        return []

    @contextmanager
    def _writing(self) -> Generator[tuple[Path, int]]:
        path = self._log()
        with reaching(path):
            make_folder(path.parent)
            with locked(path, exclusive=True, patience=self._patience) as file:
                yield path, file


def _written(access: Access) -> bytes:
    wire = {"memory": str(access.memory), "by": access.by, "at": write_moment(access.at)}
    return f"{canonical(wire)}\n".encode()


def _lines(file: int) -> Iterable[tuple[bytes, Access | None]]:
    """Every line of an open log with the access in it; None where it does not read back."""
    with os.fdopen(file, "rb", closefd=False) as lines:
        lines.seek(0)
        for line in lines:
            yield line, _access(line)


def _access(line: bytes) -> Access | None:
    try:
        wire = cast("dict[str, Any]", json.loads(line))
        access = Access(memory=uuid.UUID(wire["memory"]), by=wire["by"], at=read_moment("at", wire["at"]))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return access if line.endswith(b"\n") else None


def _replace(path: Path, old: int, lines: Iterable[bytes]) -> None:
    """Let `path` hold `lines`, with the owner and mode of the file `old`; whoever waits for the lock finds it new."""
    beside = path.with_name(f"{path.name}.expiring")  # what a crash left there is overwritten; it was never the log
    new = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    with os.fdopen(new, "wb") as out:
        before = os.fstat(old)
        if (os.fstat(new).st_uid, os.fstat(new).st_gid) != (before.st_uid, before.st_gid):
            os.fchown(new, before.st_uid, before.st_gid)
        os.fchmod(new, stat.S_IMODE(before.st_mode))
        out.writelines(lines)
        out.flush()
        os.fsync(new)
    beside.replace(path)
    sync_folder(path.parent)
