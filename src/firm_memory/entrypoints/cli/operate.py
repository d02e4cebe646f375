"""Commands of the operator: up, down, migrate, sync."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from firm_memory.application.understanding import fingerprint_of
from firm_memory.domain.errors import ConfigurationError
from firm_memory.entrypoints.api import FirmMemory
from firm_memory.entrypoints.cli.session import JSON, answer, opened, read_environment, remark, reported
from firm_memory.entrypoints.environment.reading import Read
from firm_memory.entrypoints.environment.settings import Settings
from firm_memory.entrypoints.environment.parsing import EMBEDDED
from firm_memory.entrypoints.postgres_access import PostgresAccess
from firm_memory.entrypoints.providers import require_dsn

NEXT_STEPS = (
    "firm-memory client-config opencode   (connect an agent: opencode, claude-code, cursor, vscode)",
    'firm-memory propose "…" --type terminology --reference mr-1 --firm',
    "firm-memory review   (decide what the agents may know)",
)


def up(as_json: bool = JSON) -> None:
    """Start everything on this machine: a private Postgres, the schema, the collection, the model."""
    with reported(as_json):
        read = read_environment()
        if not read.settings.pg_dsn:
            _remember_embedded(read.settings.home)
            read = read_environment()
        if read.problems:
            raise read.problems[0]
        dsn = None  # told only of the embedded server: it has no password
        if read.settings.pg_dsn == EMBEDDED:
            from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres

            remark("starting the embedded Postgres …")
            dsn = EmbeddedPostgres(read.settings.home).start(keep=True)
        _prepare(read)
    wire = {"dsn": dsn, "home": str(read.settings.home), "provider": read.settings.provider, "next": list(NEXT_STEPS)}
    steps = "\n".join(f"  {number}. {step}" for number, step in enumerate(NEXT_STEPS, 1))
    answer(as_json, wire, lambda: f"firm-memory is up (home {read.settings.home}). Next:\n{steps}")


def _remember_embedded(home: Path) -> None:
    """Write down that this home uses the embedded server, so that every later command finds it."""
    config = home / "config.yaml"
    if config.exists():
        raise ConfigurationError(f"FIRM_MEM0_PG_DSN required: set it, or write pg_dsn: embedded into {config}.")
    try:
        home.mkdir(mode=0o711, parents=True, exist_ok=True)
        config.write_text(
            "# Written by firm-memory up. Every key: config.example.yaml\npg_dsn: embedded\n", encoding="utf-8"
        )
    except OSError as error:
        raise ConfigurationError(
            f"FIRM_MEMORY_HOME: {config} cannot be written ({error.strerror}). Name a writable directory."
        ) from None


def _prepare(read: Read) -> None:
    """Schema, model and collection, so that the first real call finds everything in place."""
    with FirmMemory.of(read, os.environ, via="cli") as memory:
        container = memory.container
        remark("preparing the records and the collection …")
        container.records().prepare()
        remark("loading the model …")
        container.embedder().warm_up()
        container.store().prepare(fingerprint_of(container.embedder(), container.analyzer()))
        container.sync()()


def down(as_json: bool = JSON) -> None:
    """Stop the embedded Postgres of this home, whoever uses it. Nothing stored is lost."""
    from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres

    with reported(as_json):
        stopped = EmbeddedPostgres(read_environment().settings.home).stop()
    answer(as_json, {"stopped": stopped}, lambda: "stopped" if stopped else "nothing was running")


def migrate(
    down_to: Annotated[
        int | None, typer.Option("--down", help="Go back to this version; 0 removes the schema.", min=0)
    ] = None,
    as_json: bool = JSON,
) -> None:
    """Bring the schema of the records up to date, or back to an earlier version."""
    from firm_memory.adapters.postgres import migrations

    with reported(as_json):
        read = read_environment()
        if read.problems:
            raise read.problems[0]
        access = PostgresAccess(read.settings.home)
        try:
            database = access(owner_dsn(read.settings))
            labels = migrations.migrate(database) if down_to is None else migrations.migrate_down(database, down_to)
        finally:
            access.close()
    word = "applied" if down_to is None else "taken back"
    answer(
        as_json,
        {word.replace(" ", "_"): labels},
        lambda: "\n".join(f"{word} {each}" for each in labels) or "up to date",
    )


def owner_dsn(settings: Settings) -> str:
    """The DSN that may change the schema: the owner's, else where the records live."""
    place = settings.candidates_path
    if settings.migrate_dsn:
        return settings.migrate_dsn
    return place if place and "://" in place else require_dsn(settings)


def sync(
    everything: Annotated[bool, typer.Option("--all", help="Project every record, to rebuild a lost store.")] = False,
    as_json: bool = JSON,
) -> None:
    """Bring the store up to what the ledger says."""
    with opened(as_json) as memory:
        use_case = memory.container.sync()
        finished = use_case.everything() if everything else use_case()
    what = "records projected" if everything else "changes finished"
    answer(as_json, {"finished": finished}, lambda: f"{finished} {what}")
