"""Doing something as an ordinary user."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
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
