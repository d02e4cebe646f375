"""Trying again after a lost race, where doing it again cannot double anything."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Final, TypeVar

from firm_memory.domain.errors import LostUpdate

_T = TypeVar("_T")
RACES_MOST: Final = 24
PAUSE_SECONDS: Final = 0.01


def retried(attempt: Callable[[], _T]) -> _T:
    """`attempt`, run again when somebody changed the same record in between, at most `RACES_MOST` times.

    The pauses grow and differ, so that a crowd of writers does not meet again at the same moment.
    """
    for race in range(RACES_MOST - 1):
        try:
            return attempt()
        except LostUpdate:
            time.sleep(random.uniform(0, PAUSE_SECONDS * min(race, 10)))  # noqa: S311 -- a pause, not a secret
    return attempt()
