"""One run of the command line: the memory, how to print, and which exit code an error means.

Exit codes: 0 done (also a search without hits), 1 refused or not found, 2 usage, 3 unavailable.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import Final, TypeVar

import attrs
import typer

from firm_memory.domain.errors import ConfigurationError, FirmMemoryError, InvalidField, WriteFailed
from firm_memory.domain.text import encodable
from firm_memory.entrypoints.api import FirmMemory
from firm_memory.entrypoints.environment.reading import Read, read_settings

_T = TypeVar("_T")
REFUSED: Final = 1
USAGE: Final = 2
UNAVAILABLE: Final = 3


def exit_code(error: FirmMemoryError) -> int:
    """The exit code that an error means."""
    if isinstance(error, InvalidField | ConfigurationError):
        return USAGE
    return UNAVAILABLE if isinstance(error, WriteFailed) else REFUSED


def say(text: str) -> None:
    """A line on standard output; always encodable, whatever the locale."""
    sys.stdout.write(_printable(text, sys.stdout.encoding) + "\n")


def remark(text: str) -> None:
    """A line on standard error: remarks, warnings, progress."""
    sys.stderr.write(_printable(text, sys.stderr.encoding) + "\n")


def _printable(text: str, encoding: str | None) -> str:
    return encodable(text).encode(encoding or "utf-8", "backslashreplace").decode(encoding or "utf-8")


def answer(as_json: bool, wire: object, text: Callable[[], str]) -> None:
    """Print `wire` as one JSON document, or `text()` for people."""
    say(json.dumps(wire, ensure_ascii=False, sort_keys=True) if as_json else text())


def fail(as_json: bool, message: str, code: int) -> typer.Exit:
    """Print an error (as JSON on standard output too, so that scripts see it) and give the exit to raise."""
    if as_json:
        say(json.dumps({"error": encodable(message), "exit": code}, ensure_ascii=False))
    remark(message)
    return typer.Exit(code)


@contextmanager
def reported(as_json: bool) -> Generator[None]:
    """Turn the product's errors into a message and an exit code; nothing else is caught."""
    try:
        yield
    except FirmMemoryError as error:
        raise fail(as_json, str(error), exit_code(error)) from None


def read_environment(environment: Mapping[str, str] | None = None) -> Read:
    """The settings; remarks on unknown variables go to standard error."""
    read = read_settings(os.environ if environment is None else environment)
    for warning in read.warnings:
        remark(f"warning: {warning}")
    return read


@contextmanager
def opened(as_json: bool, *, warm: bool = False) -> Generator[FirmMemory]:
    """The memory of this directory, loaded first with `warm`. An unusable configuration ends with exit code 2."""
    with reported(as_json):
        read = read_environment()
        if read.problems:
            raise ConfigurationError("\n".join(str(problem) for problem in read.problems))
        with FirmMemory.of(read, os.environ, via="cli") as memory:
            if warm:
                memory.warm()
            yield memory


JSON = typer.Option(False, "--json", help="Print one JSON document.")


@attrs.frozen(kw_only=True)
class Terminal:
    """What is known of the terminal: whether a person can be asked."""

    interactive: bool

    @classmethod
    def present(cls) -> Terminal:
        """This process's terminal."""
        return cls(interactive=sys.stdin.isatty() and sys.stderr.isatty())
