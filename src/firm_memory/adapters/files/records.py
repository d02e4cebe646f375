"""Records in a journal file that any number of processes share."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from firm_memory.adapters.files.journal import REPAIR, Journal, WrittenByNewer
from firm_memory.adapters.files.legacy import LegacyFile, read_legacy
from firm_memory.adapters.files.line import Mark, Takeover
from firm_memory.adapters.files.lock import locked
from firm_memory.adapters.files.place import Place, locate, make_folder, reaching
from firm_memory.adapters.files.repair import Repair
from firm_memory.adapters.files.signals import FileSignals
from firm_memory.adapters.files.takeover import changes
from firm_memory.application.erasing import erasures
from firm_memory.application.folded_records import FoldedLedger, FoldedQueue, require_empty
from firm_memory.application.ledger_fold import LedgerFold
from firm_memory.application.ports.records import ApprovalQueue, Ledger
from firm_memory.application.ports.salt import Salt
from firm_memory.application.ports.signals import Signals
from firm_memory.application.sealing import seal
from firm_memory.domain.errors import RecordsDamaged, RecordsUnavailable
from firm_memory.domain.ledger import Change, Event, Sealed

_PATIENCE: Final = 5.0
_FAULTS_SHOWN: Final = 5
_EXPORT: Final = "export"  # what an adopted chain is said to come from


class FileRecords:
    """`Records` in a folder (`journal.jsonl`), or beside a `*.json` file (`*.journal.jsonl`).

    One exclusive lock, one write, one sync is a commit; processes and threads may share the place. A
    candidates file of an older version is imported once, at first use, and never changed. Constructing
    touches no file. Whoever waits for a lock longer than `patience` seconds gets `RecordsUnavailable`;
    so does whoever meets a place that cannot be read or written. `ConfigurationError` for a path that
    cannot be a place. `RecordsDamaged` on reads and writes alike until `repair` has been called.
    """

    def __init__(self, path: Path, *, patience: float = _PATIENCE, salt: Salt = lambda: secrets.token_hex(16)) -> None:
        self._path = path
        self._patience = patience
        self._salt = salt
        self._lock = threading.RLock()
        self._journal: Journal | None = None
        self._queue = FoldedQueue(reading=self._reading)
        self._ledger = FoldedLedger(reading=self._reading, mark=self._mark)
        self._signals = FileSignals(path, patience=patience)

    @property
    def queue(self) -> ApprovalQueue:
        """The present state of the records."""
        return self._queue

    @property
    def ledger(self) -> Ledger:
        """The chain of events."""
        return self._ledger

    @property
    def signals(self) -> Signals:
        """Who read what; in a file of its own beside the journal."""
        return self._signals

    def commit(self, change: Change) -> Event:
        """Append one event and put its records in force, durable on return. Raises, changing nothing."""
        with self._writing() as (journal, file):
            fold = journal.fold
            fold.check(change)
            sealed = seal(change, fold.seq + 1, fold.head)
            event = fold.read(sealed)
            if change.redacts:
                journal.rewrite(file, erasures(change, fold), sealed)
                return event
            journal.append(file, sealed)
            fold.admit(sealed, event)
            return event

    def adopt_chain(self, entries: Sequence[Sealed]) -> None:
        """Take a whole chain over into empty records, as one line. Raises `LostUpdate`, changing nothing."""
        with self._writing() as (journal, file):
            require_empty(journal.fold)
            if entries:
                self._take(journal, file, Takeover(source=_EXPORT, entries=tuple(entries)))

    def prepare(self) -> None:
        """Create what is missing and promise that a commit would be accepted."""
        with self._writing():
            pass

    def close(self) -> None:
        """Nothing to give back: no file stays open between calls."""

    def repair(self) -> Repair:
        """Mend what is damaged, losing nothing: see `Repair`.

        The journal keeps every entry before the damage, after a copy of the whole file was made. Of a damaged
        candidates file all readable candidates are imported. Raises `RecordsDamaged` for entries that a newer
        version wrote, which are no damage.
        """
        with self._locked() as (place, journal, file):
            damage, backup = None, None
            try:
                journal.catch_up(file)
            except WrittenByNewer:
                raise
            except RecordsDamaged as found:
                damage, backup = str(found), journal.cut_damage(file)
            torn = journal.set_aside_torn(file)
            before, legacy = journal.fold.seq, _legacy(place, journal)
            if legacy.candidates or legacy.faults:
                self._take_over(place, journal, file, legacy)
            return Repair(
                entries=journal.fold.seq,
                damage=damage,
                backup=backup,
                torn=torn,
                imported=journal.fold.seq - before,
                left_out=legacy.faults,
            )

    def damaged_accesses(self) -> int:
        """How many lines of the access log do not read back."""
        return self._signals.damaged()

    def _mark(self, seq: int) -> None:
        with self._writing() as (journal, file):
            if journal.fold.awaits_store(seq):
                journal.append(file, Mark(seq=seq))
                journal.fold.mark(seq)

    @contextmanager
    def _reading(self) -> Generator[LedgerFold]:
        with self._alone(), reaching(self._path):
            place = locate(self._path)
            journal = self._journal_of(place)
            if not journal.is_current():
                with (
                    suppress(FileNotFoundError),
                    locked(place.journal, exclusive=False, patience=self._patience) as file,
                ):
                    journal.catch_up(file)
            if _importable(place, journal).candidates:
                self.prepare()
            yield journal.fold

    @contextmanager
    def _writing(self) -> Generator[tuple[Journal, int]]:
        with self._locked() as (place, journal, file):
            journal.catch_up(file)
            legacy = _importable(place, journal)
            if legacy.candidates:
                self._take_over(place, journal, file, legacy)
            yield journal, file

    @contextmanager
    def _locked(self) -> Generator[tuple[Place, Journal, int]]:
        with self._alone(), reaching(self._path):
            place = locate(self._path)
            make_folder(place.journal.parent)
            with locked(place.journal, exclusive=True, patience=self._patience) as file:
                yield place, self._journal_of(place), file

    @contextmanager
    def _alone(self) -> Generator[None]:
        """One thread at a time; it may enter again."""
        if not self._lock.acquire(timeout=self._patience):
            raise RecordsUnavailable(f"{self._path}: other threads are still waiting for it. Try again.")
        try:
            yield
        finally:
            self._lock.release()

    def _journal_of(self, place: Place) -> Journal:
        if self._journal is None or self._journal.path != place.journal:
            self._journal = Journal(place.journal)
        return self._journal

    def _take_over(self, place: Place, journal: Journal, file: int, legacy: LegacyFile) -> None:
        fold, head, entries = journal.fold, journal.fold.head, list[Sealed]()
        for seq, change in enumerate(changes(legacy.candidates, fold.get, self._salt), fold.seq + 1):
            entries.append(seal(change, seq, head))
            head = entries[-1].hash
        source = place.legacy.name if place.legacy else ""
        self._take(journal, file, Takeover(source=source, entries=tuple(entries)))

    def _take(self, journal: Journal, file: int, line: Takeover) -> None:
        events = [journal.fold.read(each) for each in line.entries]
        journal.append(file, line)
        journal.imported = True
        for entry, event in zip(line.entries, events, strict=True):
            journal.fold.admit(entry, event)


def _legacy(place: Place, journal: Journal) -> LegacyFile:
    """What is still to be imported."""
    return LegacyFile() if place.legacy is None or journal.imported else read_legacy(place.legacy)


def _importable(place: Place, journal: Journal) -> LegacyFile:
    """What is still to be imported. Raises `RecordsDamaged` unless all of it can be read."""
    legacy = _legacy(place, journal)
    if not legacy.faults:
        return legacy
    shown = "; ".join(legacy.faults[:_FAULTS_SHOWN])
    more = f"; and {len(legacy.faults) - _FAULTS_SHOWN} more" if len(legacy.faults) > _FAULTS_SHOWN else ""
    raise RecordsDamaged(
        f"{place.legacy}: the candidates file does not read back, and nothing of it was imported: {shown}{more}. "
        f"Mend the file, or run {REPAIR}: it imports what can be read and leaves the file as it is."
    )
