"""`firm-memory-mcp`: the MCP server on standard input and output.

Only the standard library and our own light modules load before the wire is claimed; the SDK loads next, and
everything heavy after the client has been greeted.
"""

from __future__ import annotations

import gc
import logging
import os
import sys
import threading
from pathlib import Path
from typing import Final

from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.environment.reading import Read, read_settings
from firm_memory.entrypoints.mcp.masking import DiscreetFormatter, whereabouts
from firm_memory.entrypoints.mcp.opening import Opening
from firm_memory.entrypoints.mcp.wire import Wire, claim_wire
from firm_memory.entrypoints.standpoint import here

_LOG: Final = logging.getLogger("firm_memory")
CLOSE_SECONDS: Final = 4.0
_USAGE: Final = (
    "firm-memory-mcp speaks the Model Context Protocol on standard input and output and takes no arguments.\n"
    "Let a coding agent start it (firm-memory client-config shows how); it is configured by FIRM_MEMORY_… variables."
)


def main() -> None:
    """Serve one client until it leaves or a signal comes. Ends the process itself, with every connection closed."""
    if sys.argv[1:]:
        print(_USAGE)  # noqa: T201 -- asked for on a terminal, before any protocol
        raise SystemExit(0 if sys.argv[1:] in (["--help"], ["-h"]) else 2)
    gc.disable()  # loading makes many objects and no garbage: a tenth of the start-up time
    try:
        wire = claim_wire()
    except OSError:
        raise SystemExit("firm-memory-mcp needs standard input and output: let a client start it.") from None
    _log_discreetly()
    os._exit(_served(wire))  # threads that hang in a library must not keep the process alive


def _served(wire: Wire) -> int:
    try:
        from firm_memory.entrypoints.mcp.session import serve
    except ModuleNotFoundError as error:
        _LOG.critical("the module %s is missing: pip install 'firm-memory[mcp]'", error.name)
        return 3
    read = read_settings(os.environ)
    _tell(read)
    directory = here()
    settings = read.settings
    opening = Opening(lambda: FirmMemory.of(read, os.environ, directory, via="mcp"), settings.timeout_seconds)
    gc.freeze()
    gc.enable()
    try:
        serve(wire, opening, settings.toolsets, _checkout(directory))
    except Exception as error:  # noqa: BLE001 -- a traceback may hold a secret
        _LOG.critical("the server failed: %s", whereabouts(error))
        return 1
    finally:
        opening.close(CLOSE_SECONDS)
    return 0


def _log_discreetly() -> None:
    """Warnings and worse on standard error, from whatever thread and library, without secrets."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(DiscreetFormatter("firm-memory: %(levelname)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    sys.excepthook = lambda _, error, __: _LOG.critical("uncaught: %s", whereabouts(error))
    threading.excepthook = lambda given: _LOG.error(
        "a thread failed: %s", whereabouts(given.exc_value) if given.exc_value else "unknown"
    )


def _tell(read: Read) -> None:
    """What a person should know of the configuration, once."""
    for warning in read.warnings:
        _LOG.warning("%s", warning)
    for name in read.legacy:
        _LOG.warning("%s is a legacy name; it keeps its meaning", name)
    for problem in read.problems:
        _LOG.error("%s Reads answer empty and writes are refused until then.", problem)


def _checkout(directory: Path) -> Path:
    """The work tree that `directory` is in, else `directory`: what agents may be told paths of."""
    return next((each for each in (directory, *directory.parents) if (each / ".git").exists()), directory)
