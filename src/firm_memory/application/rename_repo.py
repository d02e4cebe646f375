"""Rename a repository: every record that names it names it anew, in one event."""

from __future__ import annotations

import attrs

from firm_memory.application.ports.records import Records
from firm_memory.application.retry import retried
from firm_memory.application.sync import Sync
from firm_memory.application.write import Write
from firm_memory.domain.errors import InvalidScope
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.principal import Caller, require_admin
from firm_memory.domain.renaming import Rename, in_effect, names, renamed
from firm_memory.domain.scope import normalise_repo


@attrs.frozen(kw_only=True)
class RenamePlan:
    """What a renaming would touch: records that name the old name, and those the new name has already."""

    rename: Rename
    moving: int
    there: int

    @property
    def merges(self) -> bool:
        """Whether two repositories become one, which a renaming back does not undo."""
        return self.there > 0


@attrs.frozen(kw_only=True)
class RenameRepo:
    """An administrator's deed: ids stay, scopes and anchors follow, whatever the record's status and tier."""

    records: Records
    write: Write
    sync: Sync

    def plan(self, old: str, new: str) -> RenamePlan:
        """What the renaming would touch, changing nothing. Raises `InvalidScope`."""
        rename = _rename(old, new)
        memories = [record.memory for record in self.records.queue.every()]
        moving = sum(names(memory, rename.old) for memory in memories)
        return RenamePlan(rename=rename, moving=moving, there=sum(names(memory, rename.new) for memory in memories))

    def __call__(self, old: str, new: str, caller: Caller) -> int:
        """Rename, and give the number of records that were renamed. Renaming again renames what came meanwhile.

        All of it or nothing is recorded; a store that was down is told by the next attempt, or by `sync`. Raises
        `NotAllowed` (agents, and whoever is no admin), `InvalidScope`, `Refused` (a name), `WriteFailed`.
        """
        require_admin(caller, "rename a repository")
        rename = _rename(old, new)
        self.sync()
        return retried(lambda: self._renamed(rename, caller))

    def _renamed(self, rename: Rename, caller: Caller) -> int:
        moving = [record for record in self.records.queue.every() if names(record.memory, rename.old)]
        if moving or not in_effect(rename, self.records.ledger.renames()):
            changed = [renamed(record, rename) for record in moving]
            details = {"old": rename.old, "new": rename.new}
            self.write(EventKind.REPO_RENAMED, caller, *changed, details=details)
        return len(moving)


def _rename(old: str, new: str) -> Rename:
    rename = Rename(old=normalise_repo(old, "old"), new=normalise_repo(new, "new"))
    if rename.old == rename.new:
        raise InvalidScope("new", f"is the old name {rename.old!r}", "Give the name that it has from now on")
    return rename
