"""Review: the queue, one candidate at a time, with what stands beside each."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Annotated, Final

import attrs
import typer

from firm_memory.domain.amendment import Amendment
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import AlreadyDecided, FirmMemoryError, NotCleared, NotFound
from firm_memory.domain.identity import read_id
from firm_memory.domain.resemblance.likeness import Resemblance
from firm_memory.domain.status import MemoryStatus
from firm_memory.entrypoints.api.approvals import Approvals
from firm_memory.entrypoints.cli import beside, views
from firm_memory.entrypoints.cli.desk import By, decider, pending
from firm_memory.entrypoints.cli.session import REFUSED, Terminal, fail, opened, remark, say

CHOICES: Final = "[a]pprove [e]dit s[u]persede [d]uplicate [r]eject [s]kip [q]uit"
_MEANINGS: Final = (
    "a: as it is · e: in other words · u: instead of another · d: says the same as another · r: not, and say why "
    "· s: later · q: leave"
)


def review(
    by: By = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the queue as JSON instead of asking.")] = False,
) -> None:
    """Go through the queue, one candidate at a time."""
    if as_json:
        pending(as_json=True)
        return
    if not Terminal.present().interactive:
        raise fail(as_json, "review asks questions and needs a terminal; use pending, approve and reject.", REFUSED)
    with opened(as_json, everything=True) as memory:
        waiting = memory.approvals.pending()
        if not waiting:
            say("Nothing waits.")
            return
        number = f"{len(waiting)} candidate{'s' * (len(waiting) > 1)}"
        desk, name = decider(memory, f"Review {number}", by, lambda: f"{number} to decide.")
        for place, record in enumerate(waiting, 1):
            compared = desk.beside(record)
            say(f"\n[{place}/{len(waiting)}]\n{views.record_text(record)}{beside.text(compared)}")
            if not _Turn(desk=desk, name=name, record=record, similar=compared.similar).decided():
                return


@attrs.frozen(kw_only=True)
class _Turn:
    """One candidate before one person."""

    desk: Approvals
    name: str
    record: Record
    similar: Sequence[Resemblance]

    def decided(self) -> bool:
        """Ask until the candidate is decided or skipped; False when the person leaves."""
        while True:
            choice = typer.prompt(CHOICES, default="s", err=True).strip().casefold()
            if choice in ("q", "quit"):
                return False
            if choice in ("s", "skip"):
                return True
            try:
                outcome = self._done(choice)
            except (AlreadyDecided, NotFound) as error:
                remark(str(error))
                return True
            except FirmMemoryError as error:
                remark(str(error))
                continue
            if outcome is not None:
                say(f"{'rejected' if outcome.status is MemoryStatus.REJECTED else 'approved'} {self.record.id}")
                return True

    def _done(self, choice: str) -> Record | None:
        """The decision that `choice` asks for; None where the person thought better of it."""
        match choice:
            case "a" | "approve":
                return self._approved(Amendment())
            case "e" | "edit":
                return self._approved_as(typer.prompt("New words", err=True))
            case "u" | "supersede":
                return self._approved(Amendment(supersedes=self._named("Supersedes")))
            case "d" | "duplicate":
                return self.desk.duplicate(self.record.id, of=self._named("Duplicate of"), approver=self.name)
            case "r" | "reject":
                return self.desk.reject(self.record.id, approver=self.name, reason=typer.prompt("Reason", err=True))
            case _:
                remark(_MEANINGS)
                return None

    def _approved_as(self, words: str) -> Record | None:
        if not typer.confirm(f"Approve as: {words}", default=False, err=True):
            return None
        return self._approved(Amendment(content=words))

    def _approved(self, amendment: Amendment) -> Record | None:
        """The approved record; a suspicion is asked about first. None where the person does not clear it."""
        try:
            return self.desk.approve(self.record.id, approver=self.name, amendment=amendment)
        except NotCleared as suspicion:
            question = f"Suspected: {', '.join(suspicion.rules)}. Unfounded, and approve"
            if not typer.confirm(question, default=False, err=True):
                return None
            cleared = suspicion.rules
            return self.desk.approve(self.record.id, approver=self.name, amendment=amendment, cleared=cleared)

    def _named(self, question: str) -> uuid.UUID:
        """The memory meant: by its number beside the candidate, or by its id."""
        answer = typer.prompt(f"{question} (number or id)", err=True).strip()
        if answer.isascii() and answer.isdecimal() and 0 < int(answer) <= len(self.similar):
            return self.similar[int(answer) - 1].id
        return read_id(answer, "memory")
