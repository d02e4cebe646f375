"""What the gate knows of a memory: warnings, the policy's ruling, and a person's decision."""

from __future__ import annotations

import enum
import uuid
from datetime import datetime

import attrs

from firm_memory.domain.memory import Memory
from firm_memory.domain.moment import utc
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.text import REASON_LIMIT, require_name, require_text


@attrs.frozen(kw_only=True)
class Notice:
    """Something the approver must see; `rule` names it, `why` explains it. Never holds a secret.

    One that `must_clear` is a suspicion: the candidate is approved only by whoever clears its rule by name.
    """

    rule: str
    why: str
    must_clear: bool = attrs.field(default=False, metadata={"left_out": False})


@attrs.frozen(kw_only=True)
class Ruling:
    """What the approval policy said of a candidate, and why."""

    automatic: bool
    reason: str


class Verdict(enum.Enum):
    """How a candidate ended."""

    APPROVED = "approved"
    REJECTED = "rejected"


@attrs.frozen(kw_only=True)
class Decision:
    """Who decided a candidate, when, with which words, and at which revision of the record."""

    verdict: Verdict
    by: str
    at: datetime = attrs.field(converter=utc)
    reason: str | None = attrs.field(default=None, metadata={"free_text": True})
    revision: int

    def __attrs_post_init__(self) -> None:
        require_name("decision.by", self.by)
        if self.reason is not None or self.verdict is Verdict.REJECTED:
            require_text("reason", self.reason or "", REASON_LIMIT)


@attrs.frozen(kw_only=True)
class Candidacy:
    """The gate's side of a record; it stays with the memory for ever."""

    ruling: Ruling
    notices: tuple[Notice, ...] = ()
    decision: Decision | None = None


@attrs.frozen(kw_only=True)
class Record:
    """A memory with its candidacy, as the records hold it.

    `stored` is false while an approved change has not reached the store; it stands outside the ledger's
    chain. A record that never passed the gate (a working note) has no candidacy.
    """

    memory: Memory
    candidacy: Candidacy | None = None
    stored: bool = True

    @property
    def id(self) -> uuid.UUID:
        """The id of the memory; candidate and memory share it."""
        return self.memory.id

    @property
    def status(self) -> MemoryStatus:
        """The memory's status; APPROVING while its approval is recorded but not yet in the store."""
        decision = self.candidacy.decision if self.candidacy else None
        unfinished = decision is not None and decision.revision == self.memory.revision and not self.stored
        in_force = self.memory.status in (MemoryStatus.ACTIVE, MemoryStatus.DISPUTED)
        return MemoryStatus.APPROVING if unfinished and in_force else self.memory.status
