"""Index: keep closed issues and merge requests as unreviewed cards. They pass no desk, and so no secret passes them."""

from __future__ import annotations

import enum
import uuid
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import attrs

from firm_memory.application.mark import Mark
from firm_memory.application.ports.records import Records
from firm_memory.application.project import Progress, in_silence
from firm_memory.application.renew import Renew
from firm_memory.application.retry import retried
from firm_memory.application.sync import Sync
from firm_memory.application.write import Write
from firm_memory.domain.candidate import Notice, Record
from firm_memory.domain.errors import InvalidContent, NotAllowed, Redacted
from firm_memory.domain.exclusion import Refused
from firm_memory.domain.identity import card_id
from firm_memory.domain.indexing.card import Card
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.notices import scope_notices
from firm_memory.domain.principal import Caller, Role, require_role
from firm_memory.domain.renaming import Rename, current_anchors, current_scope
from firm_memory.domain.statement import Statement

BATCH: Final = 32


class Fate(enum.Enum):
    """What became of a card."""

    INDEXED = "indexed"
    RENEWED = "renewed"
    KNOWN = "known"
    REFUSED = "refused"


@attrs.frozen(kw_only=True)
class CardFate:
    """What became of one card: the memories that stand for it, or the reason for which it was refused."""

    reference: str
    fate: Fate
    memories: tuple[uuid.UUID, ...] = ()
    reason: str | None = None


@attrs.frozen(kw_only=True)
class Indexed:
    """What became of all cards, in their order, and what is odd about the scopes that they name."""

    cards: tuple[CardFate, ...]
    notices: tuple[Notice, ...] = ()

    def count(self, fate: Fate) -> int:
        """How many cards met that fate."""
        return sum(each.fate is fate for each in self.cards)


@attrs.frozen(kw_only=True)
class _Draft:
    """A card with its statements, or why it is refused; `key` is what two cards for the same issue share."""

    card: Card
    statements: tuple[Statement, ...] = ()
    refused: str | None = None

    @property
    def key(self) -> uuid.UUID:
        return card_id(self.card.reference, self.card.statement.scope, 1, 0)


@attrs.frozen(kw_only=True)
class Index:
    """Writes INDEX memories directly, batch by batch; run again after it was cut off, it continues."""

    records: Records
    mark: Mark
    renew: Renew
    write: Write
    sync: Sync

    def __call__(self, cards: Sequence[Card], caller: Caller, progress: Progress = in_silence) -> Indexed:
        """Keep every card that is not refused. Each batch is one event, and is in the store when the next begins.

        Cards of a renamed repository are kept under its present name. Raises `NotAllowed` for agents and whoever
        is no ingester, `GateUnavailable`, and on outages `WriteFailed`.
        """
        if caller.through_agent:
            raise NotAllowed(f"{caller.name} may not index: an agent proposes. Have an ingester run firm-memory index.")
        require_role(caller, Role.INGESTER, "index cards")
        self.sync()
        renames, known = self.records.ledger.renames(), self.records.queue.atoms()
        scopes = dict.fromkeys(card.statement.scope for card in cards)
        notices = dict.fromkeys(notice for scope in scopes for notice in scope_notices(scope, known, renames))
        fates = list[CardFate]()
        for batch in _batches([self._draft(card, renames) for card in cards]):
            fates += retried(partial(self._batch, batch, caller, renames))
            progress(len(fates), len(cards))
        return Indexed(cards=tuple(fates), notices=tuple(notices))

    def _draft(self, card: Card, renames: Sequence[Rename]) -> _Draft:
        scope = current_scope(card.statement.scope, renames)
        anchors = current_anchors(card.statement.anchors, renames)
        card = attrs.evolve(card, statement=attrs.evolve(card.statement, scope=scope, anchors=anchors))
        try:
            return _Draft(card=card, statements=self.mark(card))
        except (Refused, InvalidContent) as refusal:
            return _Draft(card=card, refused=str(refusal))

    def _batch(self, batch: Sequence[_Draft], caller: Caller, renames: Sequence[Rename]) -> list[CardFate]:
        changed, fates = list[Record](), list[CardFate]()
        for draft in batch:
            fate, records = self._fate(draft, caller, renames)
            changed += records
            fates.append(fate)
        if changed:
            self.write(EventKind.INDEXED, caller, *changed)
        return fates

    def _fate(self, draft: _Draft, caller: Caller, renames: Sequence[Rename]) -> tuple[CardFate, Sequence[Record]]:
        reference, reason = draft.card.reference, draft.refused
        if reason is None:
            try:
                renewal = self.renew(draft.card, draft.statements, caller, renames)
            except Redacted as refusal:
                reason = str(refusal)
            else:
                fate = Fate.RENEWED if renewal.replaces else Fate.INDEXED if renewal.changed else Fate.KNOWN
                memories = tuple(record.id for record in renewal.standing)
                return CardFate(reference=reference, fate=fate, memories=memories), renewal.changed
        return CardFate(reference=reference, fate=Fate.REFUSED, reason=reason), ()


def _batches(drafts: Sequence[_Draft]) -> Iterator[list[_Draft]]:
    """At most `BATCH` at a time; the same issue again begins a new batch, for it meets what the first left."""
    batch = list[_Draft]()
    for draft in drafts:
        if len(batch) == BATCH or any(draft.key == each.key for each in batch):
            yield batch
            batch = []
        batch.append(draft)
    if batch:
        yield batch
