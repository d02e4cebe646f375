"""The command-line program: its commands, and what holds for all of them."""

from __future__ import annotations

import io
import os
import sys
from importlib import metadata
from typing import Annotated, Final

import typer

from firm_memory.entrypoints.cli import (
    browse,
    contribute,
    desk,
    ledger,
    operate,
    recall,
    recover,
    repo,
    stewardship,
    transfer,
)
from firm_memory.entrypoints.cli.adopt import adopt
from firm_memory.entrypoints.cli.bulk import approve_all
from firm_memory.entrypoints.cli.client_config import client_config
from firm_memory.entrypoints.cli.doctor import doctor
from firm_memory.entrypoints.cli.gate import gate
from firm_memory.entrypoints.cli.index import index
from firm_memory.entrypoints.cli.migrate import migrate
from firm_memory.entrypoints.cli.review import review
from firm_memory.entrypoints.cli.session import flush, say

app = typer.Typer(
    name="firm-memory",
    help="The shared, governed memory that a firm gives its AI coding agents.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

_NAMES: Final = {"list_memories": "list", "import_path": "import"}  # what Python has another use for

for command in (
    operate.up,
    operate.down,
    migrate,
    recall.search,
    recall.get,
    browse.list_memories,
    browse.stale,
    browse.tags,
    contribute.propose,
    desk.pending,
    desk.approve,
    desk.reject,
    desk.reconsider,
    approve_all,
    review,
    contribute.correct,
    contribute.confirm,
    contribute.refute,
    stewardship.verify,
    stewardship.archive,
    stewardship.restore,
    stewardship.transfer,
    stewardship.redact,
    contribute.note,
    index,
    recall.timeline,
    recall.taxonomy,
    recover.sync,
    recover.reindex,
    recover.copy,
    transfer.export,
    transfer.import_path,
    adopt,
    doctor,
    client_config,
    gate,
):
    app.command(name=_NAMES.get(command.__name__, command.__name__.replace("_", "-")))(command)


@app.callback(invoke_without_command=True)
def _about(
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    if version:
        say(f"firm-memory {metadata.version('firm-memory')}")
        raise typer.Exit


app.add_typer(ledger.app, name="ledger")
app.add_typer(repo.app, name="repo")


def main() -> None:
    """The console script: UTF-8 in and out whatever the locale; a broken pipe is no error."""
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "backslashreplace"), (sys.stderr, None)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors or "backslashreplace")
    sys.argv[1:] = map(_as_utf8, sys.argv[1:])
    try:
        app()
    finally:
        flush()


def _as_utf8(word: str) -> str:
    """A word of the command line, read as UTF-8 where its bytes are that, whatever the locale made of them."""
    try:
        return os.fsencode(word).decode()
    except UnicodeDecodeError:
        return word


if __name__ == "__main__":
    main()
