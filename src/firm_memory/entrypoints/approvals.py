"""The desk in Python: what waits for a person, and that person's decisions."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

import attrs

from firm_memory.application.propose import Proposal
from firm_memory.domain.amendment import Amendment
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import InvalidApprover
from firm_memory.domain.identity import read_id
from firm_memory.domain.principal import Caller
from firm_memory.entrypoints.container import Container

_AS_PROPOSED = Amendment()


@attrs.frozen(kw_only=True)
class Approvals:
    """Approve, amend, reject, reconsider. Every decision names a person, and happens exactly once."""

    container: Container
    via: str

    def pending(self) -> Sequence[Record]:
        """What waits: proposed candidates, and approved ones that have not reached the store yet."""
        return self.container.records().queue.waiting()

    def approve(self, candidate: uuid.UUID | str, *, approver: str, amendment: Amendment = _AS_PROPOSED) -> Record:
        """Make a candidate a memory, as proposed or amended. Raises `AlreadyDecided` and what `Approve` names."""
        return self.container.approve()(_id(candidate), self._approver(approver), amendment)

    def reject(self, candidate: uuid.UUID | str, *, approver: str, reason: str) -> Record:
        """Turn a candidate down, with the reason that answers its next proposal."""
        return self.container.reject()(_id(candidate), self._approver(approver), reason)

    def reconsider(self, rejected: uuid.UUID | str, *, approver: str) -> Proposal:
        """Queue a rejected statement again."""
        return self.container.reconsider()(_id(rejected), self._approver(approver))

    def _approver(self, name: str | None) -> Caller:
        if name is None or not name.strip():  # untyped callers may pass None
            raise InvalidApprover("approver", "is blank", "Name the person who decides")
        return Caller(name=name, via=self.via)


def _id(value: uuid.UUID | str) -> uuid.UUID:
    return value if isinstance(value, uuid.UUID) else read_id(value, "candidate")
