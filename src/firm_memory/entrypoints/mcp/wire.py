"""The wire of the stdio transport: standard input and output, kept for the protocol alone.

Whatever else writes to standard output (a print, a progress bar, C code, a child process) lands on standard
error; whatever reads standard input finds it empty.
"""

from __future__ import annotations

import fcntl
import io
import os
import sys
from typing import BinaryIO, Final

import attrs

_FIRST_FREE: Final = 3


@attrs.frozen(kw_only=True)
class Wire:
    """Private duplicates of the standard streams; children do not inherit them."""

    incoming: BinaryIO
    outgoing: BinaryIO


def claim_wire() -> Wire:
    """Take the standard streams for the protocol, and point their numbers elsewhere. Call it once, first.

    Raises `OSError` where the process was started without standard input or output.
    """
    wire = Wire(incoming=os.fdopen(_private(0), "rb"), outgoing=os.fdopen(_private(1), "wb"))
    nothing = os.open(os.devnull, os.O_RDWR)  # number 2 itself, where there is no standard error
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    if nothing >= _FIRST_FREE:
        os.close(nothing)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    return wire


def _private(descriptor: int) -> int:
    os.set_blocking(descriptor, True)
    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE)
