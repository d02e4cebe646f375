"""The MCP server: the tools and the taxonomy behind the SDK's low-level server, whatever the transport."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from firm_memory.domain.errors import FirmMemoryError
from firm_memory.domain.exclusions.catalogue import EXCLUSION_LINES
from firm_memory.domain.principal import AGENT_PREFIX
from firm_memory.domain.taxonomy import extraction_prompt
from firm_memory.domain.text import encodable, require_name, shorten
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.mcp.calls import Call
from firm_memory.entrypoints.mcp.tools import INSTRUCTIONS, Tool, tools_of

NAME: Final = "firm-memory"
TAXONOMY_URI: Final = "firm-memory://taxonomy"
CALLS_AT_ONCE: Final = 16
_CLIENT_LIMIT: Final = 100
_UNKNOWN_CLIENT: Final = "unknown"

Context = ServerRequestContext[Any, Any]
MemoryOf = Callable[[Context, Tool], FirmMemory]


def build_server(memory_of: MemoryOf, toolsets: Sequence[str], checkout: Path) -> Server[Any]:
    """A server of these toolsets.

    `memory_of` gives the memory as seen by whoever sent a request, for the tool that it asks for; it is called
    on a worker thread, may wait, and may raise what a read or a write may raise.
    """
    tools = {tool.name: tool for tool in tools_of(toolsets)}
    listing = types.ListToolsResult(tools=[_declared(tool) for tool in tools.values()])
    limiter: list[anyio.CapacityLimiter] = []  # made inside the event loop, where it belongs

    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return listing

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = tools.get(params.name)
        if tool is None:
            known = ", ".join(tools)
            asked = encodable(shorten(params.name, 60))
            raise MCPError(code=types.INVALID_PARAMS, message=f"There is no tool {asked!r} here. Tools: {known}.")
        call = Call(
            tool=tool, arguments=params.arguments or {}, memory=partial(memory_of, context, tool), checkout=checkout
        )
        if not limiter:
            limiter.append(anyio.CapacityLimiter(CALLS_AT_ONCE))
        answer = await anyio.to_thread.run_sync(call, abandon_on_cancel=True, limiter=limiter[0])
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=answer.text)],
            structured_content=answer.structure,
            is_error=answer.error,
        )

    server: Server[Any] = Server(
        NAME,
        version=version(NAME),
        title="Firm memory",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=_list_resources,
        on_list_resource_templates=_list_templates,
        on_read_resource=_read_resource,
    )
    server.middleware.clear()  # the SDK's own one feeds telemetry
    return server


def agent_of(context: Context) -> str:
    """The principal's name of the client that sent a request: `agent:` and what it calls itself, cleaned."""
    params = context.session.client_params
    given = params.client_info.name if params else ""
    name = shorten("".join(filter(str.isprintable, encodable(given))).strip() or _UNKNOWN_CLIENT, _CLIENT_LIMIT)
    try:
        return require_name("client", f"{AGENT_PREFIX}{name}")
    except FirmMemoryError:
        return f"{AGENT_PREFIX}{_UNKNOWN_CLIENT}"


def _declared(tool: Tool) -> types.Tool:
    hints = (
        types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
        if tool.reads
        else types.ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        )
    )
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.schema,
        annotations=hints,
    )


async def _list_resources(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
    taxonomy = types.Resource(
        uri=TAXONOMY_URI,
        name="taxonomy",
        title="Types of memory",
        description="The thirteen types and what never belongs in a memory, as extraction instructions.",
        mime_type="text/markdown",
    )
    return types.ListResourcesResult(resources=[taxonomy])


async def _list_templates(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourceTemplatesResult:
    return types.ListResourceTemplatesResult(resource_templates=[])


async def _read_resource(_: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    if str(params.uri) != TAXONOMY_URI:
        asked = encodable(shorten(str(params.uri), 100))
        raise MCPError(code=types.INVALID_PARAMS, message=f"There is no resource {asked!r}. Read {TAXONOMY_URI}.")
    text = extraction_prompt(EXCLUSION_LINES)
    contents = types.TextResourceContents(uri=TAXONOMY_URI, mime_type="text/markdown", text=text)
    return types.ReadResourceResult(contents=[contents])
