"""Who is being served: the middleware that knows when the client is greeted, and when nobody waits any more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import anyio
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

GRACE_SECONDS: Final = 3.0
_GLANCE_SECONDS: Final = 0.02
_QUIET_GLANCES: Final = 3


class Attendance:
    """Counts requests being served. `greeted` is called with every message after the handshake."""

    def __init__(self, greeted: Callable[[], None]) -> None:
        """`greeted` must return at once; `initialize` itself is answered before it is ever called."""
        self._greeted = greeted
        self._serving = 0

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Serve one message."""
        self._serving += 1
        try:
            return await call_next(ctx)
        finally:
            self._serving -= 1
            if ctx.method != "initialize":
                self._greeted()

    async def farewell(self) -> None:
        """Let requests that are being served be answered, for at most `GRACE_SECONDS`."""
        quiet = 0
        with anyio.move_on_after(GRACE_SECONDS):
            while quiet < _QUIET_GLANCES:  # a message may still be on its way between two tasks
                await anyio.sleep(_GLANCE_SECONDS)
                quiet = 0 if self._serving else quiet + 1
