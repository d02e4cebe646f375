"""Stewarding: what the person accountable for a memory, an approver or an admin, may do with it."""

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

    def archive(self, memory: MemoryId, *, by: str | None = None, reason: str | None = None) -> Record:
        """Take a memory out of recall; the ledger keeps why. For its steward or an approver."""
        return self.container.archive()(given.as_id(memory), self.person(by), given.as_optional_text("reason", reason))

    def restore(self, memory: MemoryId, *, by: str | None = None) -> Record:
        """Bring an archived memory back into recall. For its steward or an approver."""
        return self.container.restore()(given.as_id(memory), self.person(by))

    def transfer(self, memory: MemoryId, *, to: str, by: str | None = None) -> Record:
        """Make another person accountable for a memory. For its steward or an admin."""
        return self.container.transfer()(given.as_id(memory), self.person(by), given.as_text("to", to))

    def rename_repo(self, old: str, new: str, *, by: str | None = None) -> int:
        """Let every record that names the repository `old` name `new`; how many. For an admin, never for an agent.

        Whatever their tier and status, at once or not at all; ids stay. Where `new` is known already, both become
        one. `new` may be an alias.
        """
        name = self.settings.repo_named(given.as_text("new", new))
        return self.container.rename_repo()(given.as_text("old", old), name, self.person(by))

    def redact(self, memory: MemoryId, *, reason: str, by: str | None = None) -> Record:
        """Erase a leaked secret: the words of a record go everywhere, for good. For an admin, never for an agent.

        The tombstone, the reason and the ledger's events stay; the reason must not repeat the secret.
        """
        return self.container.redact()(given.as_id(memory), self.person(by), given.as_text("reason", reason))
