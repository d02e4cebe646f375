"""Nominate: turn a statement into a candidate that is checked and ready to be queued."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from firm_memory.application.admission import Admission
from firm_memory.application.compare import Compare
from firm_memory.application.lookup import memory_lookup
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.records import Records
from firm_memory.domain.approval import ApprovalPolicy, rule_on
from firm_memory.domain.candidate import Candidacy, Notice, Record
from firm_memory.domain.errors import InvalidSupersession
from firm_memory.domain.memory import Memory
from firm_memory.domain.notices import scope_notices
from firm_memory.domain.principal import Caller
from firm_memory.domain.renaming import Rename, former_scopes
from firm_memory.domain.resemblance.likeness import Resemblance
from firm_memory.domain.statement import Statement
from firm_memory.domain.status import CLOSED, MemoryStatus
from firm_memory.domain.succession import require_living
from firm_memory.domain.tombstone import require_words


@attrs.frozen(kw_only=True)
class Nomination:
    """A checked candidate and what resembles it; `known` when a record stands for the statement already."""

    record: Record
    similar: tuple[Resemblance, ...] = ()
    known: bool = False


@attrs.frozen(kw_only=True)
class Checked:
    """A statement that passed the gate, as the memory it would be; `known` is the record that stands for it already."""

    memory: Memory
    notices: tuple[Notice, ...]
    known: Record | None = None


@attrs.frozen(kw_only=True)
class Nominate:
    """Invariants, gate, identity, supersession target, what resembles it, and ruling — and nothing written."""

    records: Records
    admission: Admission
    compare: Compare
    clock: Clock
    policy: ApprovalPolicy = ApprovalPolicy()

    def __call__(self, statement: Statement, caller: Caller, *, reconsidered: bool = False) -> Nomination:
        """The candidate for `statement`, or the record that stands for it already.

        A rejected statement stands until a person reconsiders it. Raises on invalid fields, `Refused`, `Redacted`.
        """
        checked = self.checked(statement, caller, reconsidered=reconsidered)
        if checked.known is not None:
            return Nomination(record=checked.known, known=True)
        memory, notices = checked.memory, checked.notices
        if memory.supersedes is not None:
            require_living(memory.supersedes, memory.id, memory_lookup(self.records.queue))
        beside = self.compare(memory)
        ruling = rule_on(
            self.policy,
            memory,
            similar=len(beside.similar) - beside.rivals,
            rivals=beside.rivals,
            notices=len(notices),
            compared=beside.reason is None,
        )
        return Nomination(
            record=Record(memory=memory, candidacy=Candidacy(ruling=ruling, notices=notices)), similar=beside.similar
        )

    def checked(self, statement: Statement, caller: Caller, *, reconsidered: bool = False) -> Checked:
        """`statement` behind the gate, under the id it would have; its target and what resembles it are not looked at.

        Raises on invalid fields, `Refused`, `Redacted`.
        """
        self.admission.length(statement.content)
        born = statement.born(caller, self.clock.now())
        notices = self.admission(born)
        renames = self.records.ledger.renames()
        known, closed = self._family(statement, renames)
        if known is not None and not (reconsidered and known.status is MemoryStatus.REJECTED):
            if statement.supersedes == known.id:
                raise InvalidSupersession("supersedes", "names the memory itself", "Say what is right instead")
            return Checked(memory=born, notices=notices, known=known)
        memory = attrs.evolve(born, id=statement.identity(closed))
        notices += scope_notices(statement.scope, self.records.queue.atoms(), renames)
        return Checked(memory=memory, notices=notices)

    def _family(self, statement: Statement, renames: Sequence[Rename]) -> tuple[Record | None, int]:
        """The record that stands for the statement today, if any, and how many closed ones there are.

        One that was born before its repository was renamed is found too; its id is of the former name.
        """
        known, closed = self._line(statement)
        for scope in former_scopes(statement.scope, renames):
            older, _ = self._line(attrs.evolve(statement, scope=scope))
            if known is None and older is not None and older.memory.scope == statement.scope:
                known = older
        return known, closed

    def _line(self, statement: Statement) -> tuple[Record | None, int]:
        closed, last = 0, None
        while (record := self.records.queue.get(statement.identity(closed))) is not None:
            require_words(record.memory)
            if record.status not in CLOSED:
                return record, closed
            closed, last = closed + 1, record
        return (last if last and last.status is MemoryStatus.REJECTED else None), closed
