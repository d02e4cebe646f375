"""One session on the wire: from the client's first message until it leaves or a signal comes."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import anyio

from firm_memory.entrypoints.mcp.attendance import Attendance
from firm_memory.entrypoints.mcp.opening import Opening
from firm_memory.entrypoints.mcp.server import agent_of, build_server
from firm_memory.entrypoints.mcp.streams import protocol_streams
from firm_memory.entrypoints.mcp.wire import Wire

_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def serve(wire: Wire, opening: Opening, toolsets: Sequence[str], checkout: Path) -> None:
    """Serve until the client closes its side, stops listening, or a signal asks to leave.

    Calls that are under way get a moment to be answered; what hangs after that is left behind on its thread.
    """
    anyio.run(_serve, wire, opening, toolsets, checkout)


async def _serve(wire: Wire, opening: Opening, toolsets: Sequence[str], checkout: Path) -> None:
    server = build_server(
        lambda context, tool: opening.seen_by(agent_of(context), reading=tool.reads), toolsets, checkout
    )
    attendance = Attendance(opening.start)
    server.middleware.append(attendance)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_leave_on_signal, tasks.cancel_scope)
        async with protocol_streams(wire, attendance.farewell) as (received, sent):
            await server.run(received, sent, server.create_initialization_options())
        tasks.cancel_scope.cancel()


async def _leave_on_signal(scope: anyio.CancelScope) -> None:
    with anyio.open_signal_receiver(*_SIGNALS) as signals:
        async for _ in signals:
            scope.cancel()
