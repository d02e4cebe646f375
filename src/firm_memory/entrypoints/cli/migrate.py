"""The command that brings the schema up to date, as the role that owns it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from firm_memory.application.understanding import fingerprint_of
from firm_memory.domain.errors import ConfigurationError, RecordsUnavailable
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.cli.session import JSON, answer, read_environment, reported
from firm_memory.entrypoints.providers import mem0_store, records_place, require_dsn

if TYPE_CHECKING:
    from firm_memory.adapters.postgres.database import Database


def migrate(
    down_to: Annotated[
        int | None,
        typer.Option(
            "--down",
            help="Go back to this version. A step whose tables hold entries is refused: nothing deletes. "
            "0 leaves only the bookkeeping.",
            min=0,
        ),
    ] = None,
    as_json: bool = JSON,
) -> None:
    """Bring the schema of the records up to date, or back to an earlier version.

    With FIRM_MEMORY_MIGRATE_DSN that role owns schema and collection, and the role of the other DSN gets the
    rights to serve requests: no DDL, no DELETE.
    """
    with reported(as_json):
        read = read_environment()
        read.require_sound()
        with FirmMemory.of(read, os.environ, via="cli") as memory:
            labels = _up(memory) if down_to is None else _down(memory, down_to)
    word = "applied" if down_to is None else "taken back"
    answer(
        as_json,
        {word.replace(" ", "_"): labels},
        lambda: "\n".join(f"{word} {each}" for each in labels) or "up to date",
    )


def _up(memory: FirmMemory) -> list[str]:
    from firm_memory.adapters.postgres import migrations

    place, owner = _dsn(memory), memory.settings.migrate_dsn
    open_ = memory.container.postgres()
    if owner is None:
        return migrations.migrate(open_(place))
    labels = migrations.migrate(open_(owner), app_role=_role(open_(place)))
    if memory.settings.provider == "mem0" and require_dsn(memory.settings) == place:
        collection, embedder = mem0_store(memory.settings, open_(owner)), memory.container.embedder()
        embedder.deferred.part()  # its card is told within a moment only where it is there
        collection.prepare(fingerprint_of(embedder, memory.container.analyzer()))
        collection.grant(_role(open_(place)))
    return labels


def _down(memory: FirmMemory, version: int) -> list[str]:
    from firm_memory.adapters.postgres import migrations

    return migrations.migrate_down(memory.container.postgres()(memory.settings.migrate_dsn or _dsn(memory)), version)


def _dsn(memory: FirmMemory) -> str:
    place = records_place(memory.settings)
    if not isinstance(place, str):
        raise ConfigurationError("The records are not in Postgres: there is no schema to migrate.")
    return place


def _role(database: Database) -> str:
    """The role that serves requests, as the server knows it."""
    with database.transaction(unavailable=RecordsUnavailable, read_only=True) as connection:
        return str(next(connection.execute("SELECT current_user"))[0])
