"""One run of the command line: the memory, how to print, and which exit code an error means.

Exit codes: 0 done (also a search without hits), 1 refused or not found, 2 usage, 3 unavailable.
"""

from __future__ import annotations

import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TextIO, cast

import attrs
import typer

from firm_memory.domain.errors import (
    ConfigurationError,
    FirmMemoryError,
    InvalidApprover,
    InvalidField,
    InvalidSupersession,
    WriteFailed,
)
from firm_memory.domain.text import encodable
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.environment.reading import Read, read_settings

REFUSED: Final = 1
USAGE: Final = 2
UNAVAILABLE: Final = 3
# What would move the cursor, change colours or hide text: memories are strangers' words on an approver's terminal.
_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# JSON escapes only what stands before the blank; these would end a line, or steer a terminal.
_UNESCAPED: Final = re.compile("[\x7f-\x9f\u2028\u2029]")


def exit_code(error: FirmMemoryError) -> int:
    """The exit code that an error means."""
    if isinstance(error, InvalidApprover | InvalidSupersession):
        return REFUSED
    if isinstance(error, InvalidField | ConfigurationError):
        return USAGE
    return UNAVAILABLE if isinstance(error, WriteFailed) else REFUSED


def say(text: str) -> None:
    """A line on standard output; always encodable, and without control characters but tabs and line breaks."""
    _write(sys.stdout, text)


def remark(text: str) -> None:
    """A line on standard error: remarks, warnings, progress."""
    _write(sys.stderr, text)


def _write(stream: TextIO | None, text: str) -> None:
    """Write a line. A reader that left, or a stream that was never there, is no error: the deed is done."""
    if stream is None:
        return
    line = _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", encodable(text))
    with _unread(stream):
        stream.write(f"{line}\n")
        stream.flush()


def flush() -> None:
    """Write out what a library left in the streams, before the interpreter does and complains of a reader that left."""
    for stream in cast("tuple[TextIO | None, ...]", (sys.stdout, sys.stderr)):
        if stream is not None:
            with _unread(stream):
                stream.flush()


@contextmanager
def _unread(stream: TextIO) -> Generator[None]:
    """Ignore that nobody reads `stream` any more; what is still written to it goes nowhere."""
    try:
        yield
    except BrokenPipeError:
        with suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def answer(as_json: bool, wire: object, text: Callable[[], str]) -> None:
    """Print `wire` as one JSON document on one line, or `text()` for people."""
    if as_json:
        document = json.dumps(wire, ensure_ascii=False, sort_keys=True)
        say(_UNESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", document))
    else:
        say(text())


def fail(as_json: bool, message: str, code: int) -> typer.Exit:
    """Print an error (as JSON on standard output too, so that scripts see it) and give the exit to raise."""
    if as_json:
        answer(as_json, {"error": encodable(message), "exit": code}, str)
    remark(message)
    return typer.Exit(code)


@contextmanager
def reported(as_json: bool) -> Generator[None]:
    """Turn errors into a message and an exit code. Of an unexpected one only its class and place are told."""
    try:
        yield
    except FirmMemoryError as error:
        raise fail(as_json, str(error), exit_code(error)) from None
    except (typer.Exit, typer.Abort):
        raise
    except Exception as error:  # noqa: BLE001 -- a foreign message, and a traceback, may hold a secret
        raise fail(
            as_json,
            f"Failed unexpectedly ({whereabouts(error)}). Whether it was kept is not known; "
            "the same command again does not double it.",
            UNAVAILABLE,
        ) from None


def whereabouts(error: BaseException) -> str:
    """The class of an error and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__}{f' at {Path(frames[-1].filename).name}:{frames[-1].lineno}' if frames else ''}"


def read_environment() -> Read:
    """The settings; remarks on unknown variables go to standard error."""
    read = read_settings(os.environ)
    for warning in read.warnings:
        remark(f"warning: {warning}")
    return read


@contextmanager
def opened(as_json: bool, *, everything: bool = False) -> Generator[FirmMemory]:
    """The memory of this directory with its records loaded, and store and model too with `everything`.

    A setting that cannot be used ends with exit code 2; an outage shows where the memory is used.
    """
    with reported(as_json):
        read = read_environment()
        read.require_sound()
        with FirmMemory.of(read, os.environ, via="cli") as memory:
            _load(memory, everything=everything)
            yield memory


def _load(memory: FirmMemory, *, everything: bool) -> None:
    container = memory.container
    records, store, embedder = container.records().deferred, container.store().deferred, container.embedder().deferred
    parts = (records, store, embedder) if everything else (records,)
    for part in parts:
        part.start()
    for part in parts:
        _attempt(part.part)
    if everything:
        container.understanding().load()


def _attempt(load: Callable[[], object]) -> None:
    try:
        load()
    except ConfigurationError:
        raise
    except Exception:  # noqa: BLE001, S110 -- whoever uses the part finds out: reads are labelled, writes raise
        pass


JSON = typer.Option(False, "--json", help="Print one JSON document.")


@attrs.frozen(kw_only=True)
class Terminal:
    """What is known of the terminal: whether a person can be asked."""

    interactive: bool

    @classmethod
    def present(cls) -> Terminal:
        """This process's terminal."""
        return cls(interactive=all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr)))
