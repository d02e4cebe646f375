"""`doctor --repair-records`: what is recovered, and what the person is told of it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Final

from firm_memory.domain.errors import ConfigurationError, StoreReadOnly
from firm_memory.entrypoints.environment.reading import Read
from firm_memory.entrypoints.environment.settings import Settings
from firm_memory.entrypoints.finding import Finding, good
from firm_memory.entrypoints.postgres_access import PostgresAccess
from firm_memory.entrypoints.providers import records_place

_NAMED: Final = 5


def repair_records(read: Read) -> Finding:
    """Recover damaged records: files are cut behind what holds, a database's queue is made anew from its ledger.

    Says what was kept, what was lost or stood otherwise, and where a damaged file went. Any number of runs gives
    the same. Raises `ConfigurationError` where the records are in a process, and what the repair raises.
    """
    read.require_sound()
    place = records_place(read.settings)
    if place is None:
        raise ConfigurationError("--repair-records is for records that last; these are in a process, and end with it.")
    return _in_postgres(read.settings, place) if isinstance(place, str) else _in_files(place)


def _in_postgres(settings: Settings, place: str) -> Finding:
    from firm_memory.adapters.postgres.records import PostgresRecords

    with closing(PostgresAccess(settings.home)) as postgres:
        owner = postgres(settings.migrate_dsn) if settings.migrate_dsn else None
        records = PostgresRecords(postgres(place), migrate=owner)
        try:
            differed = records.rebuild()
        except StoreReadOnly as refusal:
            raise StoreReadOnly(f"{refusal} Name the schema's owner in FIRM_MEMORY_MIGRATE_DSN.") from None
        kept = sum(1 for _ in records.queue.every())
    if not differed:
        return good("repair", f"{kept} records stand as the ledger says; nothing to mend")
    named = ", ".join(str(each) for each in differed[:_NAMED])
    more = f" and {len(differed) - _NAMED} more" if len(differed) > _NAMED else ""
    return good("repair", f"{kept} records made anew from the ledger; {len(differed)} stood otherwise: {named}{more}")


def _in_files(place: Path) -> Finding:
    from firm_memory.adapters.files.records import FileRecords

    done = FileRecords(place).repair()
    told = [f"{done.entries} entries hold"]
    if done.damage:
        told.append(f"cut behind them: {done.damage}")
    if done.backup:
        told.append(f"the damaged file is kept as {done.backup}")
    if done.torn:
        told.append(f"{done.torn} uncommitted bytes were set aside")
    if done.imported:
        told.append(f"{done.imported} entries were imported from the candidates file")
    told += [f"left out: {each}" for each in done.left_out]
    return good("repair", "; ".join(told))
