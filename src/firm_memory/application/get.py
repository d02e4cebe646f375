"""Get: one memory whole, with its history and the chain of what replaced it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

import attrs

from firm_memory.application.access_log import AccessLog
from firm_memory.application.bounded_reads import BoundedReads
from firm_memory.application.lookup import memory_lookup
from firm_memory.application.ports.records import Records
from firm_memory.domain.candidate import Record
from firm_memory.domain.label import NOTE, Label, Mode, Reason
from firm_memory.domain.ledger import Event
from firm_memory.domain.memory import Memory
from firm_memory.domain.principal import Caller
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.succession import chain_from


@attrs.frozen(kw_only=True)
class Dossier:
    """A record with its history; empty (`record` None) when it is absent, out of scope or unreachable.

    `chain` leads from the memory to its living end, as far as the asked scope sees; `successor_hidden`
    says that the chain goes on outside it; `chain_broken`, that bad data closes it in a circle or that its
    next link is missing, so that nothing stands in the memory's place.
    """

    record: Record | None = None
    history: Sequence[Event] = ()
    chain: tuple[Memory, ...] = ()
    successor_hidden: bool = False
    chain_broken: bool = False
    label: Label = Label()
    note: str = NOTE


@attrs.frozen(kw_only=True)
class Get:
    """Resolves an id, for any status, under the visibility that search has. Never raises."""

    records: Records
    reads: BoundedReads
    log: AccessLog

    def __call__(self, memory: uuid.UUID, scope: MemoryScope, caller: Caller | None = None) -> Dossier:
        """The full record; without content and labelled `outside_scope` when `scope` does not see it.

        That `caller` was shown it is logged, without making the answer wait.
        """
        outcome = self.reads("get", lambda _: self._dossier(memory, scope))
        if outcome.value is None:
            return Dossier(label=Label(reasons=(outcome.reason or Reason.UNAVAILABLE,)))
        if outcome.value.record is not None and caller is not None:
            self.log(memory, caller)
        return outcome.value

    def _dossier(self, memory: uuid.UUID, scope: MemoryScope) -> Dossier:
        record = self.records.queue.get(memory)
        if record is None:
            return Dossier(label=Label(reasons=(Reason.NO_MATCH,)))
        if not scope.sees(record.memory.scope):
            return Dossier(label=Label(reasons=(Reason.OUTSIDE_SCOPE,)))
        chain = chain_from(record.memory, memory_lookup(self.records.queue))
        seen = tuple(each for each in chain if scope.sees(each.scope))
        return Dossier(
            record=record,
            history=self.records.ledger.history(memory),
            chain=seen,
            successor_hidden=not scope.sees(chain[-1].scope),
            chain_broken=chain[-1].superseded_by is not None,
            label=Label(mode=Mode.LEXICAL),
        )
