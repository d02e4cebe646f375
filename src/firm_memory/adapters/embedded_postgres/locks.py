"""Kernel locks on files: whoever dies, however, lets go."""

from __future__ import annotations

import os
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from firm_memory.domain.errors import StoreUnavailable

_POLL_SECONDS = 0.01


class FileLock:
    """One `flock` on one file, held from a successful call until `release()` or the death of every process that has it.

    The lock belongs to the open file, not to the process: a program started with this descriptor in `pass_fds` holds
    it too, and goes on holding it when we are gone. Files are created mode 0600 and never removed, because a lock on
    a removed file excludes nobody.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    @property
    def held(self) -> bool:
        """Whether this object holds the lock."""
        return self._descriptor is not None

    def fileno(self) -> int:
        """The descriptor to pass on to a program that shall hold the lock as well; ValueError when not held."""
        if self._descriptor is None:
            raise ValueError("the lock is not held")
        return self._descriptor

    def try_take(self, *, shared: bool = False) -> bool:
        """Take the lock now, or answer False because somebody holds it in a way that excludes us."""
        # The module does not exist on Windows, which `require_supported` refuses first.
        import fcntl

        if self._descriptor is not None:
            return True
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            self._belong_to_directory_owner(descriptor)
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        except BaseException:
            os.close(descriptor)
            raise
        self._descriptor = descriptor
        return True

    def take(self, *, within: float, shared: bool = False) -> Self:
        """Take the lock, waiting up to `within` seconds; StoreUnavailable when it stays taken."""
        until = time.monotonic() + within
        while not self.try_take(shared=shared):
            if time.monotonic() >= until:
                raise StoreUnavailable(
                    f"embedded Postgres: another process has held {self.path} for {within:g} s. "
                    "Wait for it, or end it, and try again."
                )
            time.sleep(_POLL_SECONDS)
        return self

    def release(self) -> None:
        """Let go; does nothing when not held. Programs that were given the descriptor keep the lock."""
        # Closing, not unlocking: unlocking would take the lock away from those who share the descriptor.
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def _belong_to_directory_owner(self, descriptor: int) -> None:
        """Let a file that root creates in an ordinary user's home be that user's, who must open it tomorrow."""
        if os.geteuid() == 0:
            owner = self.path.parent.stat()
            os.fchown(descriptor, owner.st_uid, owner.st_gid)


def is_taken(path: Path) -> bool:
    """Whether somebody holds the lock exclusively; creates nothing, and a file that is not there is held by nobody.

    Call it only while holding the lock that serialises starts: for an instant it holds a shared lock itself.
    """
    if not path.exists():
        return False
    with FileLock(path) as probe:
        return not probe.try_take(shared=True)
