"""A kernel lock on a file: nothing to clean up, whoever dies."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from firm_memory.adapters.files.place import unusable
from firm_memory.domain.errors import RecordsUnavailable

_BUSY: Final = frozenset({errno.EWOULDBLOCK, errno.EAGAIN})
_FIRST_PAUSE: Final = 0.0005
_LONGEST_PAUSE: Final = 0.005


@contextmanager
def locked(path: Path, *, exclusive: bool, patience: float) -> Generator[int]:
    """The open file `path` under a kernel lock, shared or exclusive; exclusive creates it (mode 0600).

    The lock is on the file itself, so that nothing else has to be created where only reading is
    allowed, and nothing is left behind by a process that dies. A lock won on a file that was replaced
    meanwhile is given back and tried again. Raises `RecordsUnavailable` when the file system has no
    locks, or after `patience` seconds; never goes on unlocked. A shared one raises `FileNotFoundError`.
    """
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT if exclusive else os.O_RDONLY
    deadline = time.monotonic() + patience
    while True:
        # Opened anew each time: a lock on a file that a forked child inherited would be the child's too.
        file = os.open(path, flags | os.O_CLOEXEC | os.O_NONBLOCK, 0o600)
        try:
            _acquire(file, path, fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH, deadline)
            if _still_there(file, path):
                yield file
                return
        finally:
            with suppress(OSError):  # by hand: a child forked meanwhile holds the file open, and with it the lock
                fcntl.flock(file, fcntl.LOCK_UN)
            os.close(file)


def _acquire(file: int, path: Path, kind: int, deadline: float) -> None:
    pause = _FIRST_PAUSE
    while True:
        try:
            fcntl.flock(file, kind | fcntl.LOCK_NB)
        except OSError as refused:
            if refused.errno not in _BUSY:
                raise RecordsUnavailable(
                    f"{path}: the file system grants no lock ({refused.strerror}), and without one nothing is "
                    "written. Keep the records on a local disk, or in Postgres (FIRM_MEMORY_CANDIDATES_PATH)."
                ) from refused
        else:
            return
        if time.monotonic() >= deadline:
            raise RecordsUnavailable(f"{path}: another process holds the lock for too long. Try again.")
        time.sleep(pause)
        pause = min(pause * 2, _LONGEST_PAUSE)


def _still_there(file: int, path: Path) -> bool:
    here = os.fstat(file)
    if not stat.S_ISREG(here.st_mode):
        raise unusable(path, "is no regular file")
    try:
        there = path.stat()
    except FileNotFoundError:
        return False
    return os.path.samestat(here, there)
