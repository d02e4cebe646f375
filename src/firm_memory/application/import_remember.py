"""Import a REMEMBER database: its memories become proposals, and what was said and done about them comes along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

import attrs

from firm_memory.application.access_log import KEPT_DAYS
from firm_memory.application.former_statement import TYPES, place_of, statement_of
from firm_memory.application.import_candidates import ImportCandidates
from firm_memory.application.imported import Arrived, CandidatesImported
from firm_memory.application.inherit import Inherit
from firm_memory.application.ports.clock import Clock
from firm_memory.application.ports.former import Former, FormerMemory
from firm_memory.application.ports.records import Records
from firm_memory.application.ports.signals import Access
from firm_memory.application.ports.source import Draft, LeftOut, Reading
from firm_memory.application.project import Progress, in_silence
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.principal import Caller, require_admin
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType

_ARCHIVED: Final = "it is archived there; import it with --archived"


@attrs.frozen(kw_only=True)
class FormerImported:
    """What an import came to: its candidates, the `events` of their past, and the `reads` of the access log.

    `left_out` are the archived ones, which nobody asked for.
    """

    candidates: CandidatesImported = CandidatesImported()
    events: int = 0
    reads: int = 0
    left_out: tuple[LeftOut, ...] = ()


@attrs.frozen(kw_only=True)
class ImportRemember:
    """Every memory comes as a candidate on behalf of its owner; nothing is in force before an approver lets it in.

    Confirmations, refutations and disputes stand on the candidate, and in its ledger, and take effect with the
    approval. A run that was cut off is completed by the next one; a run more changes nothing.
    """

    records: Records
    candidates: ImportCandidates
    inherit: Inherit
    clock: Clock

    def __call__(
        self,
        former: Former,
        caller: Caller,
        scope: MemoryScope,
        *,
        types: Mapping[str, MemoryType] = TYPES,
        archived: bool = False,
        dry_run: bool = False,
        progress: Progress = in_silence,
    ) -> FormerImported:
        """Import everything, into `scope`. What is archived there comes only where `archived` says so.

        Needs the role admin: it speaks in the name of the former users. Raises `NotAllowed`, `StoreUnavailable`,
        `ConfigurationError`, and on outages `WriteFailed`.
        """
        require_admin(caller, "speak for the users of a former memory")
        memories = former()
        wanted = [each for each in memories if archived or not each.archived]
        left_out = tuple(LeftOut(place=place_of(each), why=_ARCHIVED) for each in memories if each not in wanted)
        outcome = self._proposed(wanted, caller, scope, types, dry_run=dry_run)
        events = reads = 0
        for done, each in enumerate(wanted if not dry_run else (), 1):
            if self.records.queue.get(each.id) is not None:
                inherited = self.inherit(each, caller)
                outcome += CandidatesImported(refused=inherited.refused)
                events, reads = events + inherited.events, reads + self._read(each)
            progress(done, len(wanted))
        return FormerImported(candidates=outcome, events=events, reads=reads, left_out=left_out)

    def _proposed(
        self,
        memories: Sequence[FormerMemory],
        caller: Caller,
        scope: MemoryScope,
        types: Mapping[str, MemoryType],
        *,
        dry_run: bool,
    ) -> CandidatesImported:
        """The candidates, owner by owner. Whoever stands here already under that id, whatever its status, stays."""
        outcome, drafts = CandidatesImported(), dict[str, list[Draft]]()
        for each in memories:
            record = self.records.queue.get(each.id)
            if record is not None:
                known = Arrived(place=place_of(each), id=each.id, status=record.status)
                outcome += CandidatesImported(known=(known,))
                continue
            try:
                draft = Draft(place=place_of(each), statement=statement_of(each, scope, types))
                drafts.setdefault(each.owner, []).append(draft)
            except InvalidField as problem:
                refused = LeftOut(place=place_of(each), why=str(problem), rule=problem.field)
                outcome += CandidatesImported(refused=(refused,))
        for owner, theirs in drafts.items():
            on_behalf = attrs.evolve(caller, on_behalf_of=owner)
            outcome += self.candidates(Reading(drafts=theirs), on_behalf, dry_run=dry_run)
        return outcome

    def _read(self, former: FormerMemory) -> int:
        """Tell the access log who read it there, for as long as it keeps such things; how many were new to it."""
        signals, since = self.records.signals, self.clock.now() - timedelta(days=KEPT_DAYS)
        known = Counter((each.by, each.at) for each in signals.accesses(former.id))
        told = Counter((each.by, each.at) for each in former.reads if each.at >= since)
        new = list((told - known).elements())
        for by, at in new:
            signals.accessed(Access(memory=former.id, by=by, at=at))
        return len(new)
