"""Renew: what changes among the cards of an issue when it is indexed, for the first time or again."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.records import Records
from firm_memory.domain import lifecycle
from firm_memory.domain.candidate import Record
from firm_memory.domain.identity import card_id
from firm_memory.domain.indexing.card import Card, same_words, shelved
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.memory import Memory
from firm_memory.domain.principal import Caller
from firm_memory.domain.renaming import Rename, former_scopes
from firm_memory.domain.statement import Statement
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.tombstone import require_words
from firm_memory.domain.visibility import RECALLED


@attrs.frozen(kw_only=True)
class Renewal:
    """The records to write, none where everything stands already, and the cards that stand for the issue then."""

    changed: tuple[Record, ...]
    standing: tuple[Record, ...]

    @property
    def replaces(self) -> bool:
        """Whether cards that are in force leave recall."""
        return any(record.memory.status not in RECALLED for record in self.changed)


@attrs.frozen(kw_only=True)
class Renew:
    """Compares a card with what the records hold for its reference. Writes nothing."""

    records: Records
    clock: Clock

    def __call__(
        self, card: Card, statements: Sequence[Statement], caller: Caller, renames: Sequence[Rename]
    ) -> Renewal:
        """The same words change nothing, others supersede the card in force, parts that are left over are archived.

        What its steward archived stays so until the words change. Raises `Redacted` where a card of that
        reference was erased: the issue may hold the secret still.
        """
        changed, standing = list[Record](), list[Record]()
        for part, statement in enumerate(statements, 1):
            last, earlier = self._last(statement, part, renames)
            if last is not None and self._stands(last, statement):
                standing.append(last)
                continue
            new = self._new(shelved(card, statement, caller, self.clock.now(), part=part, earlier=earlier), last)
            changed += new
            standing.append(new[0])
        part = len(statements) + 1
        while (last := self._last(statements[0], part, renames)[0]) is not None:
            if last.memory.status in RECALLED:
                changed.append(attrs.evolve(last, memory=lifecycle.archive(last.memory, self.clock.now())))
            part += 1
        return Renewal(changed=tuple(changed), standing=tuple(standing))

    def _new(self, memory: Memory, last: Record | None) -> list[Record]:
        if last is None or last.memory.status not in RECALLED:
            return [Record(memory=memory, stored=False)]
        new = attrs.evolve(memory, supersedes=last.id)
        old = lifecycle.supersede(last.memory, new, self.clock.now())
        return [Record(memory=new, stored=False), attrs.evolve(last, memory=old)]

    def _last(self, statement: Statement, part: int, renames: Sequence[Rename]) -> tuple[Record | None, int]:
        """The latest version of a part, also under a former name of its repository, and how many bear this one."""
        record, earlier = self._versions(statement, part)
        for scope in former_scopes(statement.scope, renames):
            record = record or self._versions(attrs.evolve(statement, scope=scope), part)[0]
        if record is not None:
            require_words(record.memory)
        return record, earlier

    def _versions(self, statement: Statement, part: int) -> tuple[Record | None, int]:
        last, count = None, 0
        while record := self.records.queue.get(card_id(statement.reference, statement.scope, part, count)):
            last, count = record, count + 1
        return last, count

    def _stands(self, record: Record, statement: Statement) -> bool:
        if not same_words(record.memory, statement):
            return False
        if record.memory.status is not MemoryStatus.ARCHIVED:
            return True
        kinds = [event.kind for event in reversed(self.records.ledger.history(record.id))]
        return next(kind for kind in kinds if kind in (EventKind.ARCHIVED, EventKind.INDEXED)) is EventKind.ARCHIVED
