"""A whole chain taken over into an empty ledger: one transaction, through the doors that every entry goes through."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Final

import psycopg
from psycopg.rows import TupleRow

from firm_memory.application.sealing import unseal
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import LostUpdate
from firm_memory.domain.ledger import Event, Sealed

# One transaction holds the turn at the chain for as long as the whole of it takes.
ADOPTION_SECONDS: Final = 900.0
_TURN: Final = "SELECT seq FROM firm_memory.take_turn()"
_APPEND: Final = """
SELECT firm_memory.append(
    %(seq)s::bigint, %(body)s, %(hash)s, %(touched)s::uuid[], %(projects)s,
    %(salt)s, %(digests)s::text[], %(texts)s::text[]
)
"""
_ERASED: Final = "SELECT firm_memory.adopt_erased(%(redaction)s::bigint, %(entries)s::bigint[], %(digests)s::text[])"

Settle = Callable[[Record, int, int, bool], None]
"""Told a record, the entry and the place in it that it comes from, and whether that entry concerns the store."""


def adopt(connection: psycopg.Connection[TupleRow], entries: Iterable[Sealed], settle: Settle) -> None:
    """Append `entries` and put their records in force, inside the caller's transaction.

    Raises `LostUpdate` when the ledger holds entries already.
    """
    (last,) = next(connection.execute(_TURN))
    if last:
        raise LostUpdate(f"The ledger holds {last} entries already. Read it again.")
    erased = defaultdict[int, list[tuple[int, str]]](list)
    for entry in entries:
        event = unseal(entry, stored=False)
        _append(connection, entry, event)
        for digest, text in entry.texts.items():
            if text.redacted_by is not None:
                erased[text.redacted_by].append((entry.seq, digest))
        for place, record in enumerate(event.records):
            settle(record, entry.seq, place, event.projects)
    for redaction, texts in erased.items():
        named = {"entries": [seq for seq, _ in texts], "digests": [digest for _, digest in texts]}
        connection.execute(_ERASED, {"redaction": redaction, **named})


def _append(connection: psycopg.Connection[TupleRow], entry: Sealed, event: Event) -> None:
    kept = {digest: text for digest, text in entry.texts.items() if text.redacted_by is None}
    row = {
        "seq": entry.seq,
        "body": entry.body,
        "hash": entry.hash,
        "touched": list(dict.fromkeys(record.id for record in event.records)),
        "projects": event.projects,
        "salt": next((text.salt for text in kept.values()), ""),
        "digests": list(kept),
        "texts": [text.text for text in kept.values()],
    }
    connection.execute(_APPEND, row)
