"""What the firm knew before: the configured collection as an earlier pool, and a REMEMBER database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firm_memory.application.ports.former import Former
from firm_memory.domain.errors import ConfigurationError, StoreUnavailable
from firm_memory.entrypoints.postgres_access import PostgresAccess
from firm_memory.entrypoints.providers import Host, records_place, require_dsn

if TYPE_CHECKING:
    from firm_memory.adapters.mem0_pgvector.adoption import Mem0Pool


def former_memory(access: PostgresAccess, dsn: str) -> Former:
    """The REMEMBER database at `dsn`. Raises `ConfigurationError`, which never tells any part of the DSN."""
    from firm_memory.adapters.postgres.dsn import check_dsn
    from firm_memory.adapters.remember.database import RememberDatabase

    return RememberDatabase(connections=access(check_dsn(dsn, "The DSN of REMEMBER")))


def pool(host: Host) -> Mem0Pool:
    """mem0's collection as the settings name it, reached as the role that owns it.

    Raises `ConfigurationError` where another provider is configured, `StoreUnavailable` on an outage.
    """
    from firm_memory.adapters.mem0_pgvector.adoption import Mem0Pool
    from firm_memory.adapters.mem0_pgvector.collection import Collection

    host.require_sound_settings()
    settings = host.settings
    if settings.provider != "mem0":
        raise ConfigurationError(
            "Only a pool of the provider mem0 is adopted. Set FIRM_MEMORY_PROVIDER=mem0 and FIRM_MEM0_PG_DSN to it."
        )
    dsn = require_dsn(settings)
    owner = settings.migrate_dsn if records_place(settings) == dsn else None  # else it is of another database
    return Mem0Pool(
        connections=host.postgres(owner or dsn),
        collection=Collection(name=settings.collection, pool_owner=settings.pool_owner),
        role=_role(host, dsn) if owner else None,
    )


def _role(host: Host, dsn: str) -> str:
    """The role that serves requests, as the server knows it."""
    with host.postgres(dsn).transaction(unavailable=StoreUnavailable, read_only=True) as connection:
        return str(next(connection.execute("SELECT current_user"))[0])
