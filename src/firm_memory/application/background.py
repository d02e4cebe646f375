"""Threads for work that its caller may stop waiting for.

They are daemons, so that a store that hangs cannot keep a process alive. But a thread that is inside native
code (a model that loads, say) while the interpreter ends takes the process down with an abort; so the end
waits for them, for a moment.
"""

from __future__ import annotations

import atexit
import threading
import time
import weakref
from collections.abc import Callable
from typing import Final

FAREWELL_SECONDS: Final = 5.0
_RUNNING: Final = weakref.WeakSet[threading.Thread]()


def run_in_background(work: Callable[[], object], name: str) -> None:
    """Run `work` on a thread of its own; the interpreter's end waits for it, at most `FAREWELL_SECONDS` for all."""
    thread = threading.Thread(target=work, daemon=True, name=f"firm-memory-{name}")
    _RUNNING.add(thread)
    thread.start()


@atexit.register
def _await_all() -> None:
    """Wait for what is under way, as long as the farewell lasts."""
    end = time.monotonic() + FAREWELL_SECONDS
    for thread in list(_RUNNING):
        thread.join(max(0.0, end - time.monotonic()))
