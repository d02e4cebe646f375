"""Commands of the operator: up, down."""

from __future__ import annotations

import os
from pathlib import Path

from firm_memory.application.understanding import fingerprint_of
from firm_memory.domain.errors import ConfigurationError
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.cli.session import JSON, answer, read_environment, remark, reported
from firm_memory.entrypoints.environment.parsing import EMBEDDED
from firm_memory.entrypoints.environment.reading import Read, read_settings

NEXT_STEPS = (
    "firm-memory client-config opencode   (connect an agent: opencode, claude-code, cursor, vscode)",
    'firm-memory propose "…" --type terminology --reference mr-1 --firm',
    "firm-memory review   (decide what the agents may know)",
)


def up(as_json: bool = JSON) -> None:
    """Start everything on this machine: a private Postgres, the schema, the collection, the model."""
    with reported(as_json):
        read = read_environment()
        read.require_sound()
        settings = read.settings
        chosen = settings.provider == "mem0" and not settings.pg_dsn
        if chosen and read.config_file.exists():
            raise ConfigurationError(
                f"FIRM_MEM0_PG_DSN required: set it, or write pg_dsn: embedded into {read.config_file}."
            )
        dsn = None  # told only of the embedded server: it has no password
        if chosen or EMBEDDED in (settings.pg_dsn, settings.candidates_path):
            dsn = _started(settings.home)
        if chosen:
            _remember_embedded(read.config_file)
            read = read_settings(os.environ)
        _prepare(read)
    wire = {"dsn": dsn, "home": str(settings.home), "provider": settings.provider, "next": list(NEXT_STEPS)}
    steps = "\n".join(f"  {number}. {step}" for number, step in enumerate(NEXT_STEPS, 1))
    answer(as_json, wire, lambda: f"firm-memory is up (home {settings.home}). Next:\n{steps}")


def _started(home: Path) -> str:
    from firm_memory.adapters.embedded_postgres.supervisor import EmbeddedPostgres

    remark("starting the embedded Postgres …")
    return EmbeddedPostgres(home).start(keep=True)


def _remember_embedded(config: Path) -> None:
    """Write down that this home uses the embedded server, so that every later command finds it."""
    text = "# Written by firm-memory up. Every key: config.example.yaml\npg_dsn: embedded\n"
    try:
        config.parent.mkdir(parents=True, exist_ok=True)
        with config.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        pass  # another up was quicker
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
        read = read_environment()
        read.require_sound()  # a misread home would be another one
        stopped = EmbeddedPostgres(read.settings.home).stop()
    answer(as_json, {"stopped": stopped}, lambda: "stopped" if stopped else "nothing was running")
