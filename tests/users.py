"""Doing something as an ordinary user, where permissions count."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

NOBODY: Final = 65534


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root may write anywhere, so what permissions refuse is tried as nobody."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@contextmanager
def public_folder() -> Iterator[Path]:
    """A folder that every user can get to, and that is removed whatever became of its permissions."""
    place = Path(tempfile.mkdtemp(prefix="fm-public-"))
    place.chmod(0o755)
    try:
        yield place
    finally:
        place.chmod(0o755)
        shutil.rmtree(place)
