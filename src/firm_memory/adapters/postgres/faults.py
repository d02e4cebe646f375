"""What a fault of the database means to a caller, in words that hold no secret, no path and no SQL."""

from __future__ import annotations

import re
from typing import Final

import psycopg
from psycopg import errors

from firm_memory.adapters.postgres.connection import Overrun
from firm_memory.adapters.postgres.connections import NoneFree
from firm_memory.domain.errors import StoreReadOnly, WriteFailed

# They say that a part of the schema is not there (yet), which only the caller can judge.
ABSENT: Final = (errors.UndefinedTable, errors.InvalidSchemaName, errors.UndefinedFunction, errors.UndefinedObject)

_FROM_SERVER: Final = re.compile(r"FATAL:\s+(?P<words>[^\n]+)")
_NOT_THERE: Final = re.compile(r"refused|No such file|Is the server running", re.IGNORECASE)
_DISTRUSTED: Final = re.compile(r"certificate", re.IGNORECASE)
_NO_NAME: Final = re.compile(r"translate host name|resolve|name or service", re.IGNORECASE)


def fault(error: psycopg.Error, unavailable: type[WriteFailed], *, writing: bool) -> WriteFailed:
    """The error to raise instead of `error`, its message ready to be shown to anybody."""
    if isinstance(error, errors.ReadOnlySqlTransaction):
        return StoreReadOnly(
            "The store is read-only (25006): the database accepts no writes. Point the DSN at the primary."
        )
    if isinstance(error, errors.InsufficientPrivilege):
        right = error.diag.message_primary or "permission denied"
        kind = StoreReadOnly if writing else unavailable
        return kind(f"The database role lacks a right (42501): {right}. Ask the owner of the database to grant it.")
    return unavailable(f"The database {_reason(error)}.")


def _reason(error: psycopg.Error) -> str:
    match error:
        case errors.QueryCanceled():
            return "cancelled the query: it took longer than the deadline allows"
        case Overrun():
            return "did not answer before the deadline; the query was cancelled"
        case errors.LockNotAvailable():
            return "kept a lock for longer than the deadline allows; the query was cancelled. Try again"
        case NoneFree():
            return f"gave no connection in time: {error}"
        case errors.RaiseException():  # our own words, in sql/
            return f"refused: {error.diag.message_primary}"
        case _:
            return _words(error)


def _words(error: psycopg.Error) -> str:
    """What the server itself said of a connection, or a description of how it failed."""
    said = _FROM_SERVER.search(str(error))
    if said:
        return f"refused the connection: {said['words'].rstrip('.')}"
    if error.sqlstate:
        return f"refused the statement ({error.sqlstate})"
    if _DISTRUSTED.search(str(error)):
        return "is not trusted: its TLS certificate could not be verified. Name its authority in the DSN (sslrootcert)"
    if _NOT_THERE.search(str(error)):
        return "cannot be reached: nothing answers at the configured address"
    if _NO_NAME.search(str(error)):
        return "cannot be reached: its host name does not resolve"
    if isinstance(error, psycopg.ProgrammingError):
        return "cannot be reached: the DSN holds an option or a value that libpq does not know"
    return "cannot be reached, or the connection to it was lost"
