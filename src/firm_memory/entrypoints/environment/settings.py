"""The settings of one process: every field, its variable, its default and its meaning, in one place.

The table in the documentation and `config.example.yaml` are generated from `SETTINGS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import attrs

from firm_memory.adapters.postgres.dsn import masked
from firm_memory.application.access_log import KEPT_DAYS
from firm_memory.domain.approval import AUTO_APPROVE_THRESHOLD
from firm_memory.domain.errors import ConfigurationError
from firm_memory.domain.freshness import STALENESS_DAYS
from firm_memory.domain.principal import FourEyes
from firm_memory.domain.ranking import FLOOR
from firm_memory.domain.text import CONTENT_LIMIT, CONTENT_LIMIT_MOST
from firm_memory.entrypoints.environment import parsing


@attrs.frozen(kw_only=True)
class RepoEntry:
    """What the configuration knows of a repository: other names it goes by, and its domains."""

    aliases: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()


def _setting(variable: str, parse: Callable[[str], object], meaning: str, default: object, *legacy: str) -> Any:  # noqa: ANN401 -- as attrs.field: it takes the type of the field that it describes
    metadata = {"variable": variable, "parse": parse, "meaning": meaning, "legacy": legacy}
    return attrs.field(default=default, metadata=metadata, repr=_shown)


def _shown(value: object) -> str:
    """A setting as it may stand in a log or a traceback: a DSN without its password."""
    dsn = isinstance(value, str) and ("://" in value or "=" in value)
    return masked(str(value)) if dsn else repr(value)


def _frozen(repos: Mapping[str, RepoEntry]) -> Mapping[str, RepoEntry]:
    return MappingProxyType(dict(repos))


def default_home(environment: Mapping[str, str]) -> Path:
    """`$XDG_DATA_HOME/firm-memory`, else `~/.local/share/firm-memory`. Raises `ConfigurationError` without a home.

    A relative XDG_DATA_HOME is ignored, as its specification has it: it would mean another place in each directory.
    """
    data, home = (Path(environment.get(name, "").strip()) for name in ("XDG_DATA_HOME", "HOME"))
    if data.is_absolute():
        return data / "firm-memory"
    try:
        return (home if home.is_absolute() else Path.home()) / ".local/share/firm-memory"
    except RuntimeError:
        raise ConfigurationError(
            "FIRM_MEMORY_HOME required: this user has no home directory. Name a directory that it can write."
        ) from None


@attrs.frozen(kw_only=True)
class Settings:
    """All settings, typed. Fields made by `_setting` come from the environment or the configuration file."""

    provider: str = _setting(
        "FIRM_MEMORY_PROVIDER",
        parsing.provider,
        "storage adapter, or any installed entry point",
        "mem0",
    )
    home: Path = _setting("FIRM_MEMORY_HOME", parsing.path, "embedded Postgres, file records, caches", attrs.NOTHING)
    limit: int = _setting("FIRM_MEMORY_LIMIT", parsing.whole(1, 50), "results per search", 5, "FIRM_MEM0_TOP_K")
    min_score: float = _setting(
        "FIRM_MEMORY_MIN_SCORE", parsing.number(0, 1), "relevance floor on the calibrated score", FLOOR
    )
    raw_cosine_floor: float | None = _setting(
        "FIRM_MEM0_THRESHOLD",
        parsing.number(-1, 1),
        "legacy floor on the raw cosine, instead of the calibrated one",
        None,
    )
    timeout_seconds: float = _setting(
        "FIRM_MEMORY_TIMEOUT_SECONDS", parsing.number(0, 3600, above=True), "bounded wait of a read", 2.0
    )
    domains: tuple[str, ...] = _setting(
        "FIRM_MEMORY_DOMAINS", parsing.domains, "the caller's domains, a comma list", ()
    )
    repo: str | None = _setting(
        "FIRM_MEMORY_REPO",
        parsing.repo,
        "the caller's repository slug, instead of the git remote",
        None,
        "FIRM_MEM0_REPO",
    )
    candidates_path: str | None = _setting(
        "FIRM_MEMORY_CANDIDATES_PATH",
        parsing.place,
        "where the records live: a folder or *.json file, a Postgres URI, :memory:; unset: where the store lives",
        None,
    )
    auto_approve: bool = _setting(
        "FIRM_MEMORY_AUTO_APPROVE", parsing.switch, "approve without a person where allowed", default=False
    )
    auto_approve_threshold: float = _setting(
        "FIRM_MEMORY_AUTO_APPROVE_THRESHOLD", parsing.number(0, 1), "confidence needed for that", AUTO_APPROVE_THRESHOLD
    )
    four_eyes: FourEyes = _setting(
        "FIRM_MEMORY_FOUR_EYES", parsing.four_eyes, "approver and proposer must differ: off, on, auto", FourEyes.AUTO
    )
    toolsets: tuple[str, ...] = _setting(
        "FIRM_MEMORY_TOOLSETS", parsing.toolsets, "MCP toolsets: core, task, team", ("core",)
    )
    embedder: str = _setting(
        "FIRM_MEMORY_EMBEDDER",
        parsing.text,
        "minilm (offline), lexical (no model), or an installed entry point",
        "minilm",
    )
    staleness_days: int = _setting(
        "FIRM_MEMORY_STALENESS_DAYS", parsing.whole(1, 36_500), "days after which a memory is stale", STALENESS_DAYS
    )
    access_log_days: int = _setting(
        "FIRM_MEMORY_ACCESS_LOG_DAYS",
        parsing.whole(1, 36_500),
        "days for which it is kept who read a full record, where identities exist",
        KEPT_DAYS,
    )
    content_limit: int = _setting(
        "FIRM_MEMORY_CONTENT_LIMIT",
        parsing.whole(1, CONTENT_LIMIT_MOST),
        "longest content in characters",
        CONTENT_LIMIT,
    )
    principal: str | None = _setting("FIRM_MEMORY_PRINCIPAL", parsing.name, "who you are, instead of the OS user", None)
    unattended_approval: bool = _setting(
        "FIRM_MEMORY_UNATTENDED_APPROVAL",
        parsing.switch,
        "let the CLI decide without a terminal (demo, CI)",
        default=False,
    )
    pg_dsn: str | None = _setting(
        "FIRM_MEM0_PG_DSN",
        parsing.dsn,
        "libpq URI or conninfo, or the word embedded; required for mem0",
        None,
        "REMEMBER_DATABASE_URL",
    )
    migrate_dsn: str | None = _setting(
        "FIRM_MEMORY_MIGRATE_DSN", parsing.dsn, "DSN of the owner role, for migrations", None
    )
    collection: str = _setting("FIRM_MEM0_COLLECTION", parsing.table, "mem0's table", "mem0_firm")
    pool_owner: str = _setting(
        "FIRM_MEM0_POOL_OWNER", parsing.text, "the constant user_id of mem0's rows", "firm", "FIRM_MEM0_FIRM_OWNER"
    )
    rerank: bool = _setting(
        "FIRM_MEM0_RERANK", parsing.switch, "has effect once a local cross-encoder is configured", default=True
    )
    repos: Mapping[str, RepoEntry] = attrs.field(factory=dict[str, RepoEntry], converter=_frozen)

    def repo_named(self, name: str) -> str:
        """The slug of a repository given by slug or configured alias. Raises `InvalidScope`."""
        slug = parsing.repo(name)
        return next((known for known, entry in self.repos.items() if slug in entry.aliases), slug)

    def domains_of(self, repo: str | None) -> tuple[str, ...]:
        """The caller's domains: the configured ones, and those of its repository."""
        entry = self.repos.get(repo) if repo else None
        return tuple(dict.fromkeys((*self.domains, *(entry.domains if entry else ()))))


SETTINGS: Final = tuple(field for field in attrs.fields(Settings) if "variable" in field.metadata)
CONFIG_VARIABLE: Final = "FIRM_MEMORY_CONFIG"
