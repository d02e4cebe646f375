"""Looking records up for the domain's walks and for callers who need one to exist."""

from __future__ import annotations

import uuid

from firm_memory.application.ports.records import ApprovalQueue
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import NotFound
from firm_memory.domain.memory import Memory
from firm_memory.domain.succession import Lookup


def memory_lookup(queue: ApprovalQueue) -> Lookup:
    """From id to memory, as `domain.succession` asks it."""

    def lookup(memory: uuid.UUID) -> Memory | None:
        record = queue.get(memory)
        return record.memory if record else None

    return lookup


def require_record(queue: ApprovalQueue, record: uuid.UUID) -> Record:
    """The record of that id. Raises `NotFound`."""
    found = queue.get(record)
    if found is None:
        raise NotFound(f"There is no memory or candidate {record}. Copy the id from a search or the queue.")
    return found
