"""Commands of a memory's steward, an approver or an admin: verify, archive, restore, transfer, redact."""

from __future__ import annotations

import os
from typing import Annotated

import attrs
import typer

from firm_memory.application.lookup import require_record
from firm_memory.domain.candidate import Record
from firm_memory.domain.identity import read_id
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.cli import views
from firm_memory.entrypoints.cli.consent import consented
from firm_memory.entrypoints.cli.session import JSON, Terminal, answer, opened

Subject = Annotated[str, typer.Argument(help="The memory's id.")]
By = Annotated[str | None, typer.Option("--by", help="Who decides; the default is you.")]


def _agreed(memory: FirmMemory, subject: str, deed: str, by: str | None) -> FirmMemory:
    """The memory as whoever decides uses it, through the door that the ledger is to name, once they have agreed."""
    record = require_record(memory.container.records().queue, read_id(subject))
    caller = memory.caller if by is None else memory.caller_named(by)
    question = f"{deed} {subject}"
    door = consented(
        caller, memory.settings, os.environ, Terminal.present(), question, lambda: views.record_text(record)
    )
    return attrs.evolve(memory, caller=attrs.evolve(caller, via=door))


def _told(as_json: bool, deed: str, record: Record) -> None:
    answer(as_json, views.record_wire(record), lambda: f"{deed}\n{views.record_text(record)}")


def verify(memory_id: Subject, by: By = None, as_json: bool = JSON) -> None:
    """Vouch for a memory: its flags close, a dispute ends."""
    with opened(as_json, everything=True) as memory:
        record = _agreed(memory, memory_id, "Verify", by).verify(memory_id)
    _told(as_json, "verified", record)


def archive(
    memory_id: Subject,
    reason: Annotated[str | None, typer.Option(help="Why; the ledger keeps it.")] = None,
    by: By = None,
    as_json: bool = JSON,
) -> None:
    """Take a memory out of recall; it still resolves by id."""
    with opened(as_json, everything=True) as memory:
        record = _agreed(memory, memory_id, "Archive", by).archive(memory_id, reason=reason)
    _told(as_json, "archived", record)


def restore(memory_id: Subject, by: By = None, as_json: bool = JSON) -> None:
    """Bring an archived memory back into recall."""
    with opened(as_json, everything=True) as memory:
        record = _agreed(memory, memory_id, "Restore", by).restore(memory_id)
    _told(as_json, "restored", record)


def transfer(
    memory_id: Subject,
    to: Annotated[str, typer.Option(help="The person who answers for it from now on.")],
    by: By = None,
    as_json: bool = JSON,
) -> None:
    """Make another person the steward of a memory."""
    with opened(as_json, everything=True) as memory:
        record = _agreed(memory, memory_id, "Transfer", by).transfer(memory_id, to=to)
    _told(as_json, f"transferred to {to}", record)


def redact(
    memory_id: Annotated[str, typer.Argument(help="The id of the memory, candidate or note.")],
    reason: Annotated[str, typer.Option(help="Why, without repeating the secret: it stays.")],
    by: By = None,
    as_json: bool = JSON,
) -> None:
    """Erase a leaked secret: the record's words go everywhere, for good. A tombstone stays."""
    with opened(as_json, everything=True) as memory:
        record = _agreed(memory, memory_id, "Erase the words, for good, of", by).redact(memory_id, reason=reason)
    _told(as_json, "redacted", record)
