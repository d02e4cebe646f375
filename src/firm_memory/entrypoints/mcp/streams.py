"""JSON-RPC messages, one a line in UTF-8, between the wire and the SDK's server.

The SDK's own transport drops a line that holds an unpaired surrogate, dies of one that it has to write, and
cannot be cancelled while it waits for input; hence this one.
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import anyio
import anyio.to_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCMessage, jsonrpc_message_adapter
from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from firm_memory.entrypoints.mcp.answers import encodable_value
from firm_memory.entrypoints.mcp.wire import Wire

_LOG: Final = logging.getLogger(__name__)
Received = MemoryObjectReceiveStream[SessionMessage | Exception]
Sent = MemoryObjectSendStream[SessionMessage]


@asynccontextmanager
async def protocol_streams(
    wire: Wire, farewell: Callable[[], Awaitable[None]]
) -> AsyncGenerator[tuple[Received, Sent]]:
    """The streams that the SDK's server runs on.

    The first one ends when the client has closed its side and `farewell` is through; what is sent then still
    goes out. A client that stops listening cancels everything.
    """
    incoming, received = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    sent, outgoing = anyio.create_memory_object_stream[SessionMessage](0)

    async def read() -> None:
        async with incoming:
            while line := await anyio.to_thread.run_sync(wire.incoming.readline, abandon_on_cancel=True):
                message = read_message(line)
                if message is not None:
                    await incoming.send(SessionMessage(message))
            await farewell()

    async def write() -> None:
        async with outgoing:
            async for message in outgoing:
                line = written_message(message.message)
                try:
                    await anyio.to_thread.run_sync(_put, wire, line, abandon_on_cancel=True)
                except OSError:
                    _LOG.info("the client stopped listening")
                    tasks.cancel_scope.cancel()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(read)
        tasks.start_soon(write)
        yield received, sent


def read_message(line: bytes) -> JSONRPCMessage | None:
    """The message on a line; None where there is none to be made out. Nothing of the line is logged."""
    text = line.decode("utf-8", "replace").strip().lstrip("\ufeff")
    if not text:
        return None
    try:
        return jsonrpc_message_adapter.validate_json(text, by_name=False)
    except ValidationError:
        return _with_surrogates(text)


def _with_surrogates(text: str) -> JSONRPCMessage | None:
    """The message on a line that the SDK's parser refuses for an unpaired surrogate; it is judged as an argument."""
    try:
        if "\\u" in text:
            return jsonrpc_message_adapter.validate_python(json.loads(text), by_name=False)
    except (ValueError, RecursionError):  # `ValidationError` is a ValueError too
        pass
    _LOG.warning("a line that is no JSON-RPC message was passed over")
    return None


def written_message(message: JSONRPCMessage) -> bytes:
    """The line for a message. It always encodes: what the SDK echoes of a request may hold an unpaired surrogate."""
    try:
        text = message.model_dump_json(by_alias=True, exclude_unset=True)
    except PydanticSerializationError:
        plain: dict[str, Any] = message.model_dump(by_alias=True, exclude_unset=True)
        text = json.dumps(encodable_value(plain), ensure_ascii=False, separators=(",", ":"))
    return text.encode() + b"\n"


def _put(wire: Wire, line: bytes) -> None:
    wire.outgoing.write(line)
    wire.outgoing.flush()
