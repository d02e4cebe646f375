"""Stewarding: what the person accountable for a memory, or an approver, may do with it."""

from __future__ import annotations

import attrs

from firm_memory.domain.candidate import Record
from firm_memory.entrypoints import arguments as given
from firm_memory.entrypoints.api.seat import Seat
from firm_memory.entrypoints.arguments import MemoryId


@attrs.frozen(kw_only=True)
class Stewarding(Seat):
    """The verbs of a memory's steward. `by` names who decides; the default is the caller."""

    def verify(self, memory: MemoryId, *, by: str | None = None) -> Record:
        """Vouch for a memory: closes its flags. For its steward or an approver."""
        return self.container.verify()(given.as_id(memory), self.person(by))

    def archive(self, memory: MemoryId, *, by: str | None = None) -> Record:
        """Take a memory out of recall. For its steward or an approver."""
        return self.container.archive()(given.as_id(memory), self.person(by))

    def restore(self, memory: MemoryId, *, by: str | None = None) -> Record:
        """Bring an archived memory back into recall. For its steward or an approver."""
        return self.container.restore()(given.as_id(memory), self.person(by))
