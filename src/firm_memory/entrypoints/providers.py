"""How each named part is built. Heavy libraries are imported here, when a part is first needed.

Strangers' parts use the same door: an entry point in `firm_memory.storage` or `firm_memory.embedder` names
a function that takes a `Host` and returns the port.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import attrs

from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.embedder import Embedder
from firm_memory.application.ports.memory_store import MemoryStore
from firm_memory.application.ports.records import Records
from firm_memory.application.ports.scanner import Scanner
from firm_memory.application.ports.text_analyzer import TextAnalyzer
from firm_memory.application.projection import Projection
from firm_memory.domain.errors import ConfigurationError, FirmMemoryError
from firm_memory.entrypoints.deferred import BUILD_SHARE, DeferredRecords
from firm_memory.entrypoints.environment import parsing
from firm_memory.entrypoints.environment.settings import Settings
from firm_memory.entrypoints.following import Copy, FollowingStore

if TYPE_CHECKING:
    from firm_memory.adapters.mem0_pgvector.memory_store import Mem0Store
    from firm_memory.adapters.postgres.database import Database

STORAGE_GROUP: Final = "firm_memory.storage"
EMBEDDER_GROUP: Final = "firm_memory.embedder"
IN_PROCESS: Final = parsing.IN_PROCESS


@attrs.frozen(kw_only=True)
class Host:
    """What a part may ask of the process it is built for: the settings, a Postgres database, and its neighbours.

    `following` wraps a store that forgets with its process, so that it holds what the records say.
    """

    settings: Settings
    problems: Sequence[ConfigurationError]
    postgres: Callable[[str], Database]
    following: Callable[[MemoryStore], MemoryStore]

    def require_sound_settings(self) -> None:
        """Raise the first problem of the configuration: nothing is built on a misread setting."""
        if self.problems:
            raise self.problems[0]


def store(host: Host) -> MemoryStore:
    """The configured storage adapter."""
    host.require_sound_settings()
    return cast("MemoryStore", _built(STORAGE_GROUP, "FIRM_MEMORY_PROVIDER", host.settings.provider, host))


def target(host: Host, provider: str, collection: str | None) -> MemoryStore:
    """Another store than the configured one, to copy the ledger into. Raises `ConfigurationError`."""
    provider = parsing.provider(provider)
    if collection is not None and provider != "mem0":
        raise ConfigurationError("--collection names a table of the provider mem0. Leave it out.")
    chosen = attrs.evolve(host.settings, provider=provider, collection=collection or host.settings.collection)
    if chosen == host.settings:
        raise ConfigurationError(
            "That is the present store. Run firm-memory reindex to build it anew, or name another with --collection."
        )
    found = store(attrs.evolve(host, settings=chosen))
    if isinstance(found, FollowingStore):
        raise ConfigurationError(
            "A store that lives in its process follows the ledger by itself: there is nothing to copy into it. "
            f"Set FIRM_MEMORY_PROVIDER={provider}."
        )
    return found


def embedder(host: Host) -> Embedder:
    """The configured embedder."""
    host.require_sound_settings()
    return cast("Embedder", _built(EMBEDDER_GROUP, "FIRM_MEMORY_EMBEDDER", host.settings.embedder, host))


def records(host: Host) -> Records:
    """The records: where `FIRM_MEMORY_CANDIDATES_PATH` says, else where the store lives."""
    host.require_sound_settings()
    place = records_place(host.settings)
    if place is None:
        from firm_memory.adapters.in_memory.records import InMemoryRecords

        return InMemoryRecords()
    if isinstance(place, str):
        return _postgres_records(host, place)
    from firm_memory.adapters.files.records import FileRecords

    return FileRecords(place)


def records_place(settings: Settings) -> str | Path | None:
    """Where the records live: a DSN, a path for files, or None for this process alone.

    Raises `ConfigurationError` where that follows from a provider or a DSN that is not there.
    """
    place = settings.candidates_path
    if place is None:
        _entry_point(STORAGE_GROUP, "FIRM_MEMORY_PROVIDER", settings.provider)
        return require_dsn(settings) if settings.provider == "mem0" else settings.home / "records"
    if place == IN_PROCESS:
        return None
    return place if place == parsing.EMBEDDED or "://" in place else Path(place)


def _postgres_records(host: Host, dsn: str) -> Records:
    from firm_memory.adapters.postgres.records import PostgresRecords

    migrate = host.settings.migrate_dsn
    return PostgresRecords(host.postgres(dsn), migrate=host.postgres(migrate) if migrate else None)


def require_dsn(settings: Settings) -> str:
    """The store's DSN. Raises `ConfigurationError` where none is given: libpq's defaults are never used."""
    if not settings.pg_dsn:
        raise ConfigurationError(
            "FIRM_MEM0_PG_DSN required: give a libpq URI, or the word embedded for a private Postgres "
            "(firm-memory up does that for you)."
        )
    return settings.pg_dsn


def mem0(host: Host) -> MemoryStore:
    """mem0's pgvector collection."""
    settings, dsn = host.settings, require_dsn(host.settings)
    owner = settings.migrate_dsn if records_place(settings) == dsn else None  # else it is of another database
    return mem0_store(settings, host.postgres(dsn), host.postgres(owner) if owner else None)


def mem0_store(settings: Settings, database: Database, owner: Database | None = None) -> Mem0Store:
    """The collection as `settings` names it, in `database`; `owner` may replace it."""
    from firm_memory.adapters.mem0_pgvector.memory_store import Mem0Store

    return Mem0Store(
        database,
        collection=settings.collection,
        pool_owner=settings.pool_owner,
        mem0_dir=settings.home / "mem0",
        owner=owner,
    )


def memory(host: Host) -> MemoryStore:
    """The in-process store, as full as the records say."""
    from firm_memory.adapters.in_memory.memory_store import InMemoryStore

    return host.following(InMemoryStore())


def following(
    store: MemoryStore, records: Records, embedder: Embedder, analyzer: TextAnalyzer, clock: Clock
) -> MemoryStore:
    """`store`, told of everything that the records say before each read."""
    return FollowingStore(
        full=Copy(records, Projection(store=store, embedder=embedder, analyzer=analyzer, clock=clock)),
        words=Copy(records, by_words(analyzer, clock)),
        embedder=embedder,
    )


def by_words(analyzer: TextAnalyzer, clock: Clock) -> Projection:
    """A projection into an empty store of its own, which is asked by words alone."""
    from firm_memory.adapters.in_memory.memory_store import InMemoryStore
    from firm_memory.adapters.lexical.embedder import LexicalEmbedder

    return Projection(store=InMemoryStore(), embedder=LexicalEmbedder(), analyzer=analyzer, clock=clock)


def records_for_reads(records: Records, timeout: float) -> Records:
    """`records` for reads that are given `timeout` seconds: while they load, such a read is told so in time."""
    return records.within(timeout * BUILD_SHARE) if isinstance(records, DeferredRecords) else records


def minilm(host: Host) -> Embedder:
    """all-MiniLM-L6-v2, offline."""
    from firm_memory.adapters.onnx.minilm import MiniLM

    return MiniLM(host.settings.home / "models")


def lexical(_: Host) -> Embedder:
    """No model: recall by words alone."""
    from firm_memory.adapters.lexical.embedder import LexicalEmbedder

    return LexicalEmbedder()


def analyzer() -> TextAnalyzer:
    """The text analyser."""
    from firm_memory.adapters.snowball.text_analyzer import SnowballAnalyzer

    return SnowballAnalyzer()


def scanner() -> Scanner:
    """The engine behind the gate."""
    from firm_memory.adapters.re2.scanner import Re2Scanner

    return Re2Scanner()


def _built(group: str, variable: str, name: str, host: Host) -> object:
    """The part registered under `name`. Raises `ConfigurationError` when it is not installed, or not completely."""
    point = _entry_point(group, variable, name)
    try:
        return cast("Callable[[Host], object]", point.load())(host)
    except FirmMemoryError:
        raise
    except ImportError as error:
        missing = error.name or "a module"
        raise ConfigurationError(
            f"{variable}={name} needs {missing}. Install firm-memory[{name}] or that package."
        ) from error


def _entry_point(group: str, variable: str, name: str) -> EntryPoint:
    found = {point.name: point for point in entry_points(group=group)}
    if name not in found:
        shown = "***" if "://" in name or "@" in name else repr(name[:60])
        raise ConfigurationError(
            f"{variable} is {shown}, which is not installed. Use one of: {', '.join(sorted(found))}."
        )
    return found[name]
