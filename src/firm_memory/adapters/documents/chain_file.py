"""The file of an export: written beside its place and then put there, whole or not at all; read line by line."""

from __future__ import annotations

import os
import secrets
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

from firm_memory.domain.errors import MalformedFile, WriteFailed


def written(path: Path, lines: Iterable[bytes]) -> None:
    """Let `path` hold `lines`, durably, for its owner only; whatever fails leaves what stood there as it was.

    Raises `WriteFailed` where the place cannot be written, and whatever `lines` raises.
    """
    path = path.resolve()  # what a link leads to is written, not the link replaced
    if path.exists() and not path.is_file():  # a device or a pipe would be gone for everybody
        raise WriteFailed(f"{path}: is no regular file. Nothing was changed; name another place, or print it.")
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        try:
            file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with os.fdopen(file, "wb") as out:
                out.writelines(lines)
                out.flush()
                os.fsync(file)
            beside.replace(path)
        except OSError as refused:
            raise WriteFailed(
                f"{path}: cannot be written ({refused.strerror}). Nothing was changed; name another place."
            ) from None
    finally:
        with suppress(OSError):
            beside.unlink()


@contextmanager
def opened(path: Path) -> Generator[BinaryIO]:
    """The file at `path`, to be read line by line. Raises `MalformedFile` where it cannot be read."""
    try:
        with path.open("rb") as file:
            yield cast("BinaryIO", file)
    except OSError as refused:
        raise MalformedFile(f"{path}: cannot be read ({refused.strerror}). Name a file or a folder.") from None
