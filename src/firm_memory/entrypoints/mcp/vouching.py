"""What a team says of a memory: it holds, it does not, its steward vouches for it or takes it out of recall."""

from __future__ import annotations

from firm_memory.domain.candidate import Record
from firm_memory.domain.stance import refutations
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.mcp.answers import Answer
from firm_memory.entrypoints.mcp.cards import FLAGS_MOST, flag_structure
from firm_memory.entrypoints.mcp.requests import ArchiveRequest, ConfirmRequest, RefuteRequest, VerifyRequest


def confirm(memory: FirmMemory, request: ConfirmRequest) -> Answer:
    """Count one more who confirms it."""
    return _standing("Confirmed", memory.confirm(request.id, note=request.note))


def refute(memory: FirmMemory, request: RefuteRequest) -> Answer:
    """Flag it as refuted."""
    return _standing("Refuted", memory.refute(request.id, reason=request.reason))


def verify(memory: FirmMemory, request: VerifyRequest) -> Answer:
    """Close its flags, where the person behind the agent is its steward."""
    return _standing("Verified", memory.verify(request.id))


def archive(memory: FirmMemory, request: ArchiveRequest) -> Answer:
    """Take it out of recall, where the person behind the agent is its steward."""
    return _standing("Archived", memory.archive(request.id, reason=request.reason))


def _standing(deed: str, record: Record) -> Answer:
    memory = record.memory
    counts = f"confirmed by {memory.confirmations}, refuted by {refutations(memory)}"
    return Answer(
        text=f"{deed}: {record.id} is {record.status.value}, {counts}.",
        structure={
            "accepted": True,
            "id": str(record.id),
            "status": record.status.value,
            "confirmations": memory.confirmations,
            "refutations": refutations(memory),
            "flags": [flag_structure(flag) for flag in memory.flags[-FLAGS_MOST:]],
            "flags_in_all": len(memory.flags),
        },
    )
