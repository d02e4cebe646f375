"""Where file records stand, and the folders around them."""

from __future__ import annotations

import errno
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import attrs

from firm_memory.domain.errors import ConfigurationError, RecordsUnavailable


@attrs.frozen(kw_only=True)
class Place:
    """The journal, and the candidates file of an older version beside it where the setting names one."""

    journal: Path
    legacy: Path | None = None


def locate(path: Path) -> Place:
    """The files behind a configured path: a folder with `journal.jsonl`, or `x.json` with `x.journal.jsonl`.

    Links are followed, so that whoever links to one shared file shares its journal too. Raises
    `ConfigurationError` when a folder stands where a file is expected, or the other way round.
    """
    try:
        target = path.resolve()
    except RuntimeError:  # how Python 3.11 reports links in a circle
        raise unusable(path, "is a link that leads back to itself") from None
    if path.suffix.lower() != ".json":
        if target.exists() and not target.is_dir():
            raise unusable(path, "is no folder")
        return Place(journal=(target / "journal.jsonl").resolve())
    if target.exists() and not target.is_file():
        raise unusable(path, "is a folder or a device, and a *.json path names a file")
    return Place(journal=target.with_name(f"{target.stem}.journal.jsonl").resolve(), legacy=target)


def unusable(path: Path, problem: str) -> ConfigurationError:
    """The error that says what is wrong with a configured path."""
    return ConfigurationError(
        f"FIRM_MEMORY_CANDIDATES_PATH: {path} {problem}. Name a folder, or a file that ends in .json."
    )


@contextmanager
def reaching(path: Path) -> Generator[None]:
    """Whatever the operating system refuses, said as what it means for the records."""
    try:
        yield
    except IsADirectoryError as refused:
        raise unusable(Path(str(refused.filename)), "is a folder where a file is expected") from refused
    except OSError as refused:
        raise RecordsUnavailable(
            f"{refused.filename or path}: the records cannot be reached ({refused.strerror}). Give the process "
            "access to that path, or name another in FIRM_MEMORY_CANDIDATES_PATH."
        ) from refused


def make_folder(path: Path) -> None:
    """Create `path` and its missing parents, for the owner only; folders that exist stay as they are."""
    missing = [each for each in (path, *path.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=0o700, exist_ok=True)
        sync_folder(each.parent)


def sync_folder(path: Path) -> None:
    """Make the names in a folder durable: a file that is synced is not yet found after a power cut."""
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    except OSError as refused:
        if refused.errno != errno.EINVAL:  # some network file systems sync names by themselves and say so this way
            raise
    finally:
        os.close(folder)
