"""Adopt: an earlier pool becomes this memory's, where it stands. What was approved stays approved."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import attrs

from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.embedder import Vector
from firm_memory.application.ports.pool import Placed, Pool, PoolRow
from firm_memory.application.ports.records import Records
from firm_memory.application.ports.salt import Salt
from firm_memory.application.project import BATCH, Progress, in_silence
from firm_memory.application.projection import Projection
from firm_memory.application.survey import Adopted, Survey
from firm_memory.application.sync import Sync
from firm_memory.application.understanding import fingerprint_of
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import FingerprintMismatch
from firm_memory.domain.ledger import Change, EventKind
from firm_memory.domain.principal import Caller, require_admin

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


@attrs.frozen(kw_only=True)
class Adopt:
    """Gives the memories of a pool a beginning in the ledger, and the collection our layout.

    Everything is checked and embedded before anything is written; the collection changes at one stroke. A run that
    was cut off is completed by the next one, and a run more changes nothing. No row is ever removed.
    """

    records: Records
    survey: Survey
    projection: Projection
    sync: Sync
    clock: Clock
    salt: Salt

    def __call__(
        self,
        pool: Pool,
        caller: Caller,
        *,
        repos: Mapping[str, str] = _NONE,
        keep_vectors: bool = False,
        dry_run: bool = False,
        progress: Progress = in_silence,
    ) -> Adopted:
        """Take `pool` over. `repos` gives its names of repositories new ones, `keep_vectors` trusts its vectors.

        Raises `NotAllowed` but for an admin, `FingerprintMismatch` for kept vectors of another dimension,
        `ConfigurationError` for what is no pool, and on outages `WriteFailed`.
        """
        require_admin(caller, "adopt a pool")
        rows = pool.rows(vectors=keep_vectors)
        if rows is None:
            return Adopted(already=True, finished=0 if dry_run else self._finish())
        surveyed = self.survey(pool, rows, caller, repos)
        records, adopted = surveyed.records, surveyed.told(rows)
        if dry_run:
            return adopted
        self.projection.embedder.warm_up()
        vectors = self._vectors(rows, records, keep=keep_vectors, progress=progress)
        recorded = self._record(pool, records, caller)
        fingerprint = fingerprint_of(self.projection.embedder, self.projection.analyzer)
        others = {row.id: vectors[row.id] for row in rows if row.id not in records}
        pool.take_over(fingerprint, list(self._placed(records, vectors)), others, rows)
        return attrs.evolve(adopted, recorded=recorded, finished=self._finish())

    def _vectors(
        self, rows: Sequence[PoolRow], records: Mapping[uuid.UUID, Record], *, keep: bool, progress: Progress
    ) -> Mapping[uuid.UUID, Vector]:
        """A vector for every row; what stays out of recall needs one too, for a plain mem0 that reads it."""
        if keep:
            self._require_dimension(rows)
            return {row.id: row.vector for row in rows}
        vectors = dict[uuid.UUID, Vector]()
        for start in range(0, len(rows), BATCH):
            batch = rows[start : start + BATCH]
            texts = [
                records[row.id].memory.embedded_text if row.id in records else str(row.payload.get("data") or " ")
                for row in batch
            ]
            vectors |= zip((row.id for row in batch), self.projection.vectors(texts), strict=True)
            progress(len(vectors), len(rows))
        return vectors

    def _require_dimension(self, rows: Sequence[PoolRow]) -> None:
        card = self.projection.embedder.card
        if any(len(row.vector) != card.dimension for row in rows):
            raise FingerprintMismatch(
                f"The pool's vectors are not those of {card.name}, which have {card.dimension} dimensions. Configure "
                "the model that made them, or adopt without --keep-vectors: then every memory is embedded anew."
            )

    def _record(self, pool: Pool, records: Mapping[uuid.UUID, Record], caller: Caller) -> int:
        """Give each memory that the ledger does not know its first event there; how many those were."""
        new = [record for record in records.values() if self.records.queue.get(record.id) is None]
        self.records.prepare()
        for record in new:
            self.records.commit(
                Change(
                    kind=EventKind.IMPORTED,
                    caller=caller,
                    occurred_at=self.clock.now(),
                    records=(record,),
                    salt=self.salt(),
                    details={"source": pool.name},
                )
            )
        return len(new)

    def _placed(self, records: Mapping[uuid.UUID, Record], vectors: Mapping[uuid.UUID, Vector]) -> Iterator[Placed]:
        for id_, record in records.items():
            terms = self.projection.analyzer.terms(record.memory.embedded_text)
            yield Placed(memory=record.memory, vector=vectors[id_], terms=terms)

    def _finish(self) -> int:
        """Read back what the ledger says and mark it as stored; what the collection lacks is told it again."""
        events = self.records.ledger.unstored()
        for event in events:
            if not self.projection.lacking(event.records):
                self.records.ledger.mark_stored(event.seq)
        self.sync()
        return len(events)
