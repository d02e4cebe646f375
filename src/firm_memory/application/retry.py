"""Trying again after a lost race, where doing it again cannot double anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from firm_memory.domain.errors import LostUpdate

_T = TypeVar("_T")
RACES_MOST: Final = 16


def retried(attempt: Callable[[], _T]) -> _T:
    """`attempt`, run again when somebody changed the same record in between, at most `RACES_MOST` times."""
    for _ in range(RACES_MOST - 1):
        try:
            return attempt()
        except LostUpdate:
            continue
    return attempt()
