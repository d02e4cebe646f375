"""The ledger in Postgres: read page by page; written only by `PostgresRecords`, through a function."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, LiteralString

import attrs

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.postgres.faults import ABSENT
from firm_memory.adapters.postgres.reading import Reading
from firm_memory.application.renames import renames_in
from firm_memory.application.sealing import unseal
from firm_memory.domain.errors import NotFound, RecordsDamaged, RecordsUnavailable
from firm_memory.domain.ledger import Event, Sealed, SealedText
from firm_memory.domain.renaming import Rename

_AFTER: Final = """
SELECT seq, body, hash, stored FROM firm_memory.entry WHERE seq > %(after)s ORDER BY seq LIMIT 200
"""
_TOUCHED: Final = """
SELECT seq, body, hash, stored FROM firm_memory.entry
WHERE touched @> ARRAY[%(record)s]::uuid[] AND seq > %(after)s ORDER BY seq LIMIT 200
"""
_OPEN: Final = """
SELECT seq, body, hash, stored FROM firm_memory.entry
WHERE seq IN (SELECT seq FROM firm_memory.store_mark WHERE marked_at IS NULL) AND seq > %(after)s
ORDER BY seq LIMIT 200
"""
_TEXTS: Final = "SELECT seq, digest, salt, text, redacted_by FROM firm_memory.ledger_text WHERE seq = ANY(%(seqs)s)"
_MARK: Final = "UPDATE firm_memory.store_mark SET marked_at = clock_timestamp() WHERE seq = %s AND marked_at IS NULL"
# The condition of the index `ledger_renames`, to the letter.
_RENAMES: Final = """
SELECT body FROM firm_memory.ledger WHERE strpos(body, '"kind":"repo_renamed"') > 0 ORDER BY seq
"""
_LAST: Final = "SELECT coalesce(max(seq), 0) FROM firm_memory.ledger"


@attrs.frozen(kw_only=True)
class PostgresLedger:
    """The chain of events. Reads raise `RecordsUnavailable`, and `RecordsDamaged` naming the entry."""

    database: Database
    reading: Reading

    def sealed(self, after: int = 0) -> Iterator[Sealed]:
        """The entries behind `after`, in order, exactly as stored."""
        return (entry for entry, _ in self._entries(_AFTER, after=after))

    def events(self, after: int = 0) -> Iterator[Event]:
        """The same entries, read."""
        return (_event(entry, stored) for entry, stored in self._entries(_AFTER, after=after))

    def history(self, record: uuid.UUID) -> Sequence[Event]:
        """The events that changed one record, oldest first."""
        return [_event(entry, stored) for entry, stored in self._entries(_TOUCHED, record=record)]

    def unstored(self) -> Sequence[Event]:
        """Events that concern the store and are not marked as stored yet, oldest first."""
        return [_event(entry, stored) for entry, stored in self._entries(_OPEN)]

    def renames(self) -> Sequence[Rename]:
        """Every renaming of a repository, oldest first."""
        return renames_in(body for (body,) in self.reading.rows(_RENAMES))

    def mark_stored(self, seq: int) -> None:
        """Mark an event as having reached the store. Idempotent; `NotFound` for an entry that does not exist."""
        try:
            with self.database.transaction(unavailable=RecordsUnavailable) as connection:
                if connection.execute(_MARK, (seq,)).rowcount:
                    return
                last = next(connection.execute(_LAST))[0]
        except ABSENT:
            last = 0
        if not 1 <= seq <= last:
            raise NotFound(f"The ledger has no entry {seq}: its last one is {last}.")

    def _entries(
        self, query: LiteralString, *, after: int = 0, record: uuid.UUID | None = None
    ) -> Iterator[tuple[Sealed, bool]]:
        """Entries with their stored marks, page by page, each page in a short transaction of its own."""
        while rows := self.reading.rows(query, after=after, record=record):
            texts: defaultdict[int, dict[str, SealedText]] = defaultdict(dict)
            for seq, digest, salt, text, redacted_by in self.reading.rows(_TEXTS, seqs=[row[0] for row in rows]):
                texts[seq][digest] = SealedText(salt=salt, text=text, redacted_by=redacted_by)
            for seq, body, digest, stored in rows:
                yield Sealed(seq=seq, body=body, hash=digest, texts=texts[seq]), stored
            after = rows[-1][0]


def _event(entry: Sealed, stored: bool) -> Event:  # noqa: FBT001 -- a pair taken apart
    try:
        return unseal(entry, stored=stored)
    except Exception as error:  # noqa: BLE001 -- whatever a damaged body makes the reader say
        raise RecordsDamaged(
            f"Entry {entry.seq} of firm_memory.ledger does not read back ({type(error).__name__}). "
            "`firm-memory ledger verify` tells where the chain breaks."
        ) from None
