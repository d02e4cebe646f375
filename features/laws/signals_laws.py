"""The laws of the signals: who read what, kept for a time."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Final

from firm_memory.application.ports.records import Records
from firm_memory.application.ports.signals import Access
from firm_memory.domain.ledger import EventKind
from firm_memory.features.laws.sample_changes import START, Scribe

ONE: Final = uuid.UUID(int=1)
OTHER: Final = uuid.UUID(int=2)
_DOORS: Final = 4
_EACH: Final = 10


def access(memory: uuid.UUID, by: str, minutes: int) -> Access:
    """`by` read that record so many minutes after a fixed moment."""
    return Access(memory=memory, by=by, at=START + timedelta(minutes=minutes))


class SignalsLaws:
    """What `Records.signals` promises; part of `RecordsLaws`."""

    def test_before_the_first_access_nobody_read_anything(self, records: Records) -> None:
        """Rule: asking and expiring an empty log is no error, and makes nothing."""
        assert (list(records.signals.accesses(ONE)), records.signals.expire(START)) == ([], 0)

    def test_accesses_are_told_by_record_and_oldest_first(self, records: Records) -> None:
        """Rule: each record's own readers, by moment, in the order of writing where those are equal."""
        written = [access(ONE, "mira", 5), access(OTHER, "kim", 4), access(ONE, "Дана “D.” \\u0041", 3)]
        written += [access(ONE, "robin", 5), access(ONE, "mira", 5)]
        for each in written:
            records.signals.accessed(each)
        assert list(records.signals.accesses(ONE)) == [written[2], written[0], written[3], written[4]]
        assert list(records.signals.accesses(OTHER)) == [written[1]]

    def test_old_accesses_expire_and_no_others(self, records: Records) -> None:
        """Rule: what is older than the moment is forgotten, once; the rest stays."""
        written = [access(ONE, "mira", minutes) for minutes in (2, 1, 3, 1)]
        for each in written:
            records.signals.accessed(each)
        before = START + timedelta(minutes=2)
        assert [records.signals.expire(before), records.signals.expire(before)] == [2, 0]
        assert list(records.signals.accesses(ONE)) == [written[0], written[2]]
        records.signals.accessed(access(ONE, "kim", 9))
        assert [each.by for each in records.signals.accesses(ONE)] == ["mira", "mira", "kim"]

    def test_the_log_outlives_whoever_wrote_it(self, open_records: Callable[[], Records]) -> None:
        """Rule: another process finds what was logged."""
        records = open_records()
        records.signals.accessed(access(ONE, "mira", 1))
        records.close()
        again = open_records()
        assert [each.by for each in again.signals.accesses(ONE)] == ["mira"]
        again.close()

    def test_no_access_is_lost_among_many(self, open_records: Callable[[], Records]) -> None:
        """Rule: any number of doors write at once, while old accesses expire."""
        doors = [open_records() for _ in range(_DOORS)]

        def read(number: int) -> None:
            for minute in range(_EACH):
                doors[number].signals.accessed(access(ONE, f"reader {number}", minute))
                doors[number].signals.expire(START)

        with ThreadPoolExecutor(_DOORS) as threads:
            list(threads.map(read, range(_DOORS)))
        assert len(doors[0].signals.accesses(ONE)) == _DOORS * _EACH
        for door in doors:
            door.close()

    def test_the_log_is_no_part_of_the_ledger(self, records: Records, scribe: Scribe) -> None:
        """Rule: reading changes neither the chain nor a record."""
        record = scribe.candidate("one")
        records.commit(scribe.change(EventKind.PROPOSED, record))
        sealed = list(records.ledger.sealed())
        records.signals.accessed(access(record.id, "mira", 1))
        records.signals.expire(START + timedelta(days=1))
        assert (list(records.ledger.sealed()), records.queue.get(record.id)) == (sealed, record)
