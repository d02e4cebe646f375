"""Whether the records could be written now; the schema is made or brought up to date where that is permitted."""

from __future__ import annotations

from typing import Final

import attrs

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.postgres.faults import ABSENT
from firm_memory.adapters.postgres.migrations import COMMAND, SchemaStatus, incomplete, migrate, migrations, standing
from firm_memory.domain.errors import RecordsUnavailable, StoreReadOnly

_WRITABLE: Final = "SELECT current_user, current_setting('transaction_read_only') = 'off'"
# Everything that a commit and a stored mark need and that `sql/grants.sql` gives.
_LACKING: Final = """
SELECT lacking FROM (VALUES
    ('SELECT on firm_memory.ledger', has_table_privilege('firm_memory.ledger', 'SELECT')),
    ('SELECT on firm_memory.entry', has_table_privilege('firm_memory.entry', 'SELECT')),
    ('SELECT on firm_memory.ledger_text', has_table_privilege('firm_memory.ledger_text', 'SELECT')),
    ('UPDATE on firm_memory.store_mark', has_column_privilege('firm_memory.store_mark', 'marked_at', 'UPDATE')),
    ('SELECT on firm_memory.present', has_table_privilege('firm_memory.present', 'SELECT')),
    ('INSERT on firm_memory.record', has_table_privilege('firm_memory.record', 'INSERT')),
    ('UPDATE on firm_memory.record', has_table_privilege('firm_memory.record', 'UPDATE')),
    ('EXECUTE on firm_memory.append', has_function_privilege(
        'firm_memory.append(bigint, text, text, uuid[], boolean, text, text[], text[])', 'EXECUTE')),
    ('EXECUTE on firm_memory.take_turn', has_function_privilege('firm_memory.take_turn()', 'EXECUTE')),
    ('EXECUTE on firm_memory.erase', has_function_privilege('firm_memory.erase(bigint, bigint[], text[])', 'EXECUTE'))
) AS rights (lacking, held) WHERE NOT held
"""


@attrs.frozen(kw_only=True)
class _Found:
    """What a look at the database tells: the role that looked, the schema, and the rights it lacks."""

    role: str
    schema: SchemaStatus
    lacking: tuple[str, ...]


def ready(database: Database, owner: Database | None) -> None:
    """Return once a commit through `database` would be accepted.

    `owner` is the same database under the role that owns the schema; it also grants the rights. Raises
    `StoreReadOnly` or `RecordsUnavailable`, saying what to do.
    """
    found = _look(database)
    found.schema.require_known()
    if found.schema.pending or (found.lacking and owner is not None):
        _migrate(owner or database, app_role=found.role if owner is not None else None)
        found = _look(database)
    if found.lacking:
        raise StoreReadOnly(
            f"The database role may not write the records: it lacks {', '.join(found.lacking)} (42501). "
            f"Run `{COMMAND}` as the owner of the schema, which grants it."
        )


def _look(database: Database) -> _Found:
    try:
        with database.transaction(unavailable=RecordsUnavailable) as connection:
            role, writable = next(connection.execute(_WRITABLE))
            if not writable:
                raise StoreReadOnly("The store is read-only (25006): point the DSN at a primary that accepts writes.")
            schema = standing(connection, migrations())
            lacking = () if schema.pending else tuple(right for (right,) in connection.execute(_LACKING))
    except ABSENT:
        raise incomplete() from None
    return _Found(role=role, schema=schema, lacking=lacking)


def _migrate(owner: Database, *, app_role: str | None) -> None:
    try:
        migrate(owner, app_role=app_role)
    except StoreReadOnly as refusal:
        raise RecordsUnavailable(
            f"The schema firm_memory is missing or older than this release. {refusal} "
            f"Or run `{COMMAND}` with FIRM_MEMORY_MIGRATE_DSN naming a role that may define it."
        ) from None
