"""Inherit: what was said and done about a memory before it came here enters its ledger, each as an imported event."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Final

import attrs

from firm_memory.application.admission import Admission
from firm_memory.application.former_statement import SOURCE, place_of
from firm_memory.application.lookup import require_record
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.former import FormerEdit, FormerMemory, FormerVoice
from firm_memory.application.ports.records import Records
from firm_memory.application.ports.source import LeftOut
from firm_memory.application.retry import retried
from firm_memory.application.write import Write
from firm_memory.domain import inheritance
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.exclusion import Refused
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.memory import Memory
from firm_memory.domain.moment import write_moment
from firm_memory.domain.principal import Caller
from firm_memory.domain.stance import STANCE, Stance, stances
from firm_memory.domain.status import CLOSED, MemoryStatus
from firm_memory.domain.text import CONTENT_LIMIT_MOST, REASON_LIMIT, comparison_key, require_text

ROW: Final = "row"  # the detail that tells which row of the former memory an event stands for
_WORDLESS: Final = "Refuted where it was imported from, without a reason."


@attrs.frozen(kw_only=True)
class _Deed:
    """One row that is to become an event. `by` speaks, where it is somebody's word; `change` is what it does."""

    row: str
    details: dict[str, str]
    change: Callable[[Memory], Memory]
    reason: str | None = None
    by: str | None = None


@attrs.frozen(kw_only=True)
class Inherited:
    """What entered for one memory: how many events, and the rows that the gate refused."""

    events: int = 0
    refused: tuple[LeftOut, ...] = ()


@attrs.frozen(kw_only=True)
class Inherit:
    """Writes the rows that the ledger of a memory does not know yet; any number of runs gives the same.

    Former wordings keep their text as the event's reason, and only what the secret rules let pass. A stance
    counts for whoever took it there, unless they took one here. What is closed here inherits nothing more.
    """

    records: Records
    admission: Admission
    write: Write
    clock: Clock

    def __call__(self, former: FormerMemory, caller: Caller) -> Inherited:
        """Everything about `former` whose candidate or memory stands here. `caller` vouches for the import."""
        events, refused = 0, list[LeftOut]()
        for deed in self._deeds(former):
            try:
                events += retried(partial(self._inherit, former.id, deed, caller))
            except Refused as refusal:
                refused.append(
                    LeftOut(place=_place(former, deed.row), why=str(refusal), rule=refusal.finding.exclusion.rule)
                )
            except InvalidField as problem:
                refused.append(LeftOut(place=_place(former, deed.row), why=str(problem)))
        return Inherited(events=events, refused=tuple(refused))

    def _inherit(self, memory: uuid.UUID, deed: _Deed, caller: Caller) -> int:
        record = require_record(self.records.queue, memory)
        history = self.records.ledger.history(memory)
        if any(event.details.get(ROW) == deed.row for event in history if event.kind is EventKind.IMPORTED):
            return 0
        if record.status in CLOSED or record.status is MemoryStatus.APPROVING:
            return 0
        if deed.by is not None and comparison_key(deed.by) in stances(history):
            return 0
        self._admit(deed)
        speaker = caller if deed.by is None else attrs.evolve(caller, on_behalf_of=deed.by)
        changed = attrs.evolve(record, memory=deed.change(record.memory))
        details = {"source": SOURCE, ROW: deed.row, **deed.details}
        self.write(EventKind.IMPORTED, speaker, changed, reason=deed.reason, details=details)
        return 1

    def _admit(self, deed: _Deed) -> None:
        """An opinion passes the whole gate, as one that is given here does; a former wording the secret rules."""
        if deed.reason is None:
            return
        if STANCE in deed.details:
            self.admission.texts({"reason": require_text("reason", deed.reason, REASON_LIMIT)})
        else:
            self.admission.names({"body": require_text("body", deed.reason, CONTENT_LIMIT_MOST)})

    def _deeds(self, former: FormerMemory) -> Iterator[_Deed]:
        yield from map(_edited, former.edits)
        for voice in former.voices:
            yield self._said(former, voice)
        if former.disputed:
            now = self.clock.now()
            yield _Deed(row="disputed", details={}, change=lambda memory: inheritance.disputed(memory, now))

    def _said(self, former: FormerMemory, voice: FormerVoice) -> _Deed:
        """A stance; a refutation that was verified away there is history, and no stance any more."""
        told = {"said_by": voice.by, "said_at": write_moment(voice.at)}
        if not voice.refutes:
            stance = {**told, STANCE: Stance.CONFIRMED.value}
            change = _confirming(voice.by)
            return _Deed(row=voice.row, details=stance, change=change, reason=voice.words, by=voice.by)
        words = voice.words or _WORDLESS
        if former.verified_at is not None and voice.at <= former.verified_at and not former.disputed:
            return _Deed(row=voice.row, details=told, change=inheritance.remembered, reason=words)
        stance = {**told, STANCE: Stance.REFUTED.value}
        change = _refuting(voice.by, words, voice.at, self.clock.now())
        return _Deed(row=voice.row, details=stance, change=change, reason=words, by=voice.by)


def _edited(edit: FormerEdit) -> _Deed:
    body = f"{edit.description}\n\n{edit.body}" if edit.description else edit.body
    details = {"edited_by": edit.by, "edited_at": write_moment(edit.at)}
    return _Deed(row=edit.row, details=details, change=inheritance.remembered, reason=body)


def _confirming(by: str) -> Callable[[Memory], Memory]:
    return lambda memory: inheritance.confirmed(memory, by=by)


def _refuting(by: str, words: str, at: datetime, now: datetime) -> Callable[[Memory], Memory]:
    return lambda memory: inheritance.refuted(memory, by=by, reason=words, at=at, now=now)


def _place(former: FormerMemory, row: str) -> str:
    return f"{place_of(former)} {row}"
