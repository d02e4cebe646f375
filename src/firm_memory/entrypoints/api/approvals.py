"""The desk in Python: what waits for a person, and that person's decisions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from firm_memory.application.compare import Comparison
from firm_memory.application.lookup import require_record
from firm_memory.application.propose import Proposal
from firm_memory.domain.amendment import Amendment
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import InvalidApprover
from firm_memory.domain.principal import Caller
from firm_memory.entrypoints.arguments import MemoryId, as_id, as_text, as_texts
from firm_memory.entrypoints.container import Container
from firm_memory.entrypoints.standpoint import Standpoint

_AS_PROPOSED = Amendment()


@attrs.frozen(kw_only=True)
class Approvals:
    """Approve, amend, reject (also as a duplicate), reconsider. Every decision names a person and happens once."""

    container: Container
    via: str

    def pending(self) -> Sequence[Record]:
        """What waits: proposed candidates, and approved ones that have not reached the store yet, oldest first.

        Raises `WriteFailed` or `ConfigurationError` when the records cannot be read: whoever decides must not
        take an outage for an empty desk.
        """
        return self.container.records().queue.waiting()

    def approve(
        self,
        candidate: MemoryId | None,
        *,
        approver: str,
        amendment: Amendment = _AS_PROPOSED,
        cleared: Iterable[str] = (),
    ) -> Record:
        """Make a candidate a memory, as proposed or amended. Raises `AlreadyDecided` and what `Approve` names.

        A candidate under suspicion (a notice that `must_clear`) needs its rules in `cleared`, else `NotCleared`.
        The candidate of a refused proposal is None, and raises `InvalidId`.
        """
        decided = as_id(candidate, "candidate")
        if amendment.scope is not None:
            settled = Standpoint(settings=self.container.settings()).placed(amendment.scope)
            amendment = attrs.evolve(amendment, scope=settled)
        return self.container.approve()(decided, self._approver(approver), amendment, as_texts("cleared", cleared))

    def reject(self, candidate: MemoryId | None, *, approver: str, reason: str) -> Record:
        """Turn a candidate down, with the reason that answers its next proposal."""
        person = self._approver(approver)
        return self.container.reject()(as_id(candidate, "candidate"), person, as_text("reason", reason))

    def duplicate(self, candidate: MemoryId | None, *, of: MemoryId, approver: str) -> Record:
        """Turn a candidate down because `of`, a memory or another candidate, says the same; that one gains its source.

        Raises what `reject` raises, `NotAllowed` where four eyes are in force, and `InvalidField` (`duplicate_of`).
        """
        decided, original = as_id(candidate, "candidate"), as_id(of, "duplicate_of")
        return self.container.reject_duplicate()(decided, original, self._approver(approver))

    def beside(self, candidate: MemoryId | Record) -> Comparison:
        """What stands beside a candidate now: what it would replace, and what resembles it, plainest first.

        A record is compared as given, such as an amended one. Labelled where the store does not answer.
        """
        if not isinstance(candidate, Record):
            candidate = require_record(self.container.records().queue, as_id(candidate, "candidate"))
        return self.container.compare()(candidate.memory)

    def reconsider(self, rejected: MemoryId | None, *, approver: str) -> Proposal:
        """Queue a rejected statement again."""
        return self.container.reconsider()(as_id(rejected, "candidate"), self._approver(approver))

    def _approver(self, name: object) -> Caller:
        if not isinstance(name, str) or not name.strip():  # untyped callers may pass None
            raise InvalidApprover("approver", "is blank", "Name the person who decides")
        return Caller(name=name, via=self.via)
