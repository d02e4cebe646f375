"""Survey: what an earlier pool holds that this memory can take over, and what it cannot, before anything is changed."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

import attrs

from firm_memory.application.admission import Admission, texts_of
from firm_memory.application.pooled import record_of, unread_keys
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.pool import Pool, PoolRow
from firm_memory.application.ports.records import Records
from firm_memory.application.ports.source import LeftOut
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.exclusion import Refused
from firm_memory.domain.principal import Caller
from firm_memory.domain.status import STORED


@attrs.frozen(kw_only=True)
class Adopted:
    """What an adoption came to.

    `memories` are the pool's from now on, `recorded` of them by events of this run; `finished` events reached the
    store in it. `left_out` names the rows that stay where they are, out of recall; `unread` the keys of the others
    that are no field of a memory; `repos` the repositories that the memories speak of. `already` tells that the
    pool had been taken over before.
    """

    memories: int = 0
    recorded: int = 0
    finished: int = 0
    left_out: tuple[LeftOut, ...] = ()
    unread: tuple[str, ...] = ()
    repos: tuple[str, ...] = ()
    already: bool = False


@attrs.frozen(kw_only=True)
class Surveyed:
    """The record of every row that can be taken over, by id, and the rows that cannot."""

    records: Mapping[uuid.UUID, Record]
    left_out: tuple[LeftOut, ...]

    def told(self, rows: Sequence[PoolRow]) -> Adopted:
        """What an adoption of `rows` comes to, before it wrote anything."""
        unread = {key for row in rows if row.id in self.records for key in unread_keys(row.payload)}
        repos = {repo for each in self.records.values() for repo in each.memory.scope.repos}
        return Adopted(
            memories=len(self.records),
            left_out=self.left_out,
            unread=tuple(sorted(unread)),
            repos=tuple(sorted(repos)),
        )


@attrs.frozen(kw_only=True)
class Survey:
    """Reads rows as records, under the invariants and the secret rules. It writes nothing."""

    records: Records
    admission: Admission
    clock: Clock

    def __call__(self, pool: Pool, rows: Sequence[PoolRow], caller: Caller, repos: Mapping[str, str]) -> Surveyed:
        """The record of each row: the ledger's, where an earlier run wrote it there.

        Raises `Refused` for a secret among the names that would stand in the ledger, and `GateUnavailable`.
        """
        self.admission.names({"principal": caller.name, "source": pool.name, **repos})
        records, left_out, now = dict[uuid.UUID, Record](), list[LeftOut](), self.clock.now()
        for row in rows:
            try:
                known = self.records.queue.get(row.id)
                record = known or record_of(row, owner=pool.owner, by=caller.name, now=now, repos=repos)
                self.admission.names(_texts(_stored(record)))
                records[row.id] = record
            except Refused as refusal:
                rule = refusal.finding.exclusion.rule
                left_out.append(LeftOut(place=str(row.id), why=str(refusal), rule=rule))
            except InvalidField as problem:
                left_out.append(LeftOut(place=str(row.id), why=str(problem), rule=problem.field))
        return Surveyed(records=records, left_out=tuple(left_out))


def _stored(record: Record) -> Record:
    if record.memory.status not in STORED:
        raise InvalidField("id", "is that of a candidate here", "Decide the candidate")
    return record


def _texts(record: Record) -> Mapping[str, str]:
    memory, source = record.memory, record.memory.provenance
    names = {
        "steward": memory.steward,
        "proposed_by": source.proposed_by,
        "on_behalf_of": source.on_behalf_of,
        "approved_by": source.approved_by,
    }
    return {**texts_of(memory), **{field: name for field, name in names.items() if name}}
