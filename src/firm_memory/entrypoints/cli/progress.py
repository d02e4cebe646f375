"""Progress on standard error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from firm_memory.entrypoints.cli.session import remark

_STEPS: Final = 20  # lines of progress, at most


def progress(word: str) -> Callable[[int, int], None]:
    """Tells on standard error how far it is, now and then."""
    told = 0

    def tell(done: int, of: int) -> None:
        nonlocal told
        step = done * _STEPS // of
        if step > told:
            told = step
            remark(f"{word} {done} of {of} …")

    return tell
