"""Changes for the laws: the same texts, moments and salts in every run and on every adapter."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import attrs

from firm_memory.domain import lifecycle
from firm_memory.domain.candidate import Candidacy, Notice, Record, Ruling
from firm_memory.domain.identity import memory_id, note_id
from firm_memory.domain.ledger import Change, EventKind
from firm_memory.domain.memory import Flag, FlagKind, Memory
from firm_memory.domain.principal import Caller, TrustMode
from firm_memory.domain.provenance import Anchor, Provenance, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import Disposition, MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType

AGENT: Final = Caller(name="agent:opencode", via="mcp", on_behalf_of="dana")
LEAD: Final = Caller(name="lead@example", via="web", trust=TrustMode.TEAM)
EXECUTION: Final = MemoryScope(domains=("execution",), repos=("oms", "quant/gateway"))
START: Final = datetime(2026, 1, 5, 9, 0, 0, 123456, tzinfo=UTC)

# Texts that stores are known to bend: joined emoji, right-to-left, quotes, escapes, both Unicode
# compositions, line separators, trailing blanks, and what looks like our own notation or somebody's SQL.
AWKWARD: Final = (
    "Orders 👩🏽‍💻🏳️‍🌈 after 15:20 go to netting; שלום עולם and مرحبا stay as written.",
    "He said \"no\" and 'never': C:\\temp\\new, \\u0041 \\n stays, /*x*/ -- ; DROP TABLE records; $1 %s {} {{",
    'cafe\u0301 is not café; line\u2028separator, next\x85line, tab\there, \x7f, {"$text":"sha256:00"}',
    "  leading and trailing blanks stay \r\nand so do\nbreaks\r\n\n ",
    "北京の規則：注文は取り消せない。Заявки после отсечки отклоняются. ﬁ ① ½ \ufffd \uffff",
)


class Scribe:
    """Writes changes one minute apart, each with a salt of its own, counted from 1."""

    def __init__(self) -> None:
        self._written = 0

    @property
    def now(self) -> datetime:
        """The moment of the change that is written next."""
        return START + timedelta(minutes=self._written)

    def change(self, kind: EventKind, *records: Record, by: Caller = AGENT) -> Change:
        """The change that puts `records` in force."""
        moment = self.now
        self._written += 1
        return Change(kind=kind, caller=by, occurred_at=moment, records=records, salt=f"{self._written:032x}")

    def candidate(self, content: str, scope: MemoryScope = EXECUTION, supersedes: Memory | None = None) -> Record:
        """A candidate of that content, at revision 1."""
        kind = MemoryType.BUSINESS_RULE
        memory = Memory(
            id=memory_id(content, kind, scope),
            content=content,
            title="Cut-off “15:20” – \\u0041",
            type=kind,
            scope=scope,
            confidence=0.7,
            provenance=Provenance(
                kind=SourceKind.MR,
                reference="mr-4821",
                evidence="a remark in the review: “nobody nets after the cut-off”",
                anchors=(Anchor(repo="oms", path="src/netting.py", symbol="Router.net"),),
                proposed_by=AGENT.name,
                on_behalf_of=AGENT.on_behalf_of,
                proposed_at=self.now,
            ),
            tags=("Netting", "ﬁx 4.2"),
            supersedes=supersedes.id if supersedes else None,
            created_at=self.now,
            updated_at=self.now,
        )
        notice = Notice(rule="similar", why="one memory says nearly the same")
        ruling = Ruling(automatic=False, reason="automatic approval is off")
        return Record(memory=memory, candidacy=Candidacy(ruling=ruling, notices=(notice,)))

    def note(self, task: str, content: str) -> Record:
        """A working note of that task; it passes no gate."""
        kind = MemoryType.REVIEW_PATTERN
        memory = Memory(
            id=note_id(task, content, kind, EXECUTION, 0),
            content=content,
            type=kind,
            scope=EXECUTION,
            tier=MemoryTier.EPISODIC,
            status=MemoryStatus.ACTIVE,
            confidence=0.3,
            provenance=Provenance(kind=SourceKind.OBSERVATION, reference="the review of today", proposed_by=AGENT.name),
            task=task,
            disposition=Disposition.OPEN,
            created_at=self.now,
            updated_at=self.now,
        )
        return Record(memory=memory)

    def approved(self, record: Record) -> Record:
        """The candidate as the lead approves it."""
        return lifecycle.approve(record, by=LEAD.name, now=self.now)

    def rejected(self, record: Record, reason: str) -> Record:
        """The candidate as the lead rejects it."""
        return lifecycle.reject(record, by=LEAD.name, reason=reason, now=self.now)

    def disputed(self, record: Record, replacement: Record, reason: str) -> Record:
        """The memory with a correction that names its replacement."""
        flag = Flag(kind=FlagKind.CORRECTION, by="dana", reason=reason, at=self.now, replacement=replacement.id)
        return attrs.evolve(record, memory=lifecycle.dispute(record.memory, flag, self.now))

    def superseded(self, record: Record, successor: Record) -> Record:
        """The memory as its successor replaces it."""
        return attrs.evolve(record, memory=lifecycle.supersede(record.memory, successor.memory, self.now))

    def verified(self, record: Record) -> Record:
        """The memory vouched for again."""
        return attrs.evolve(record, memory=lifecycle.verify(record.memory, self.now))

    def archived(self, record: Record) -> Record:
        """The memory out of recall."""
        return attrs.evolve(record, memory=lifecycle.archive(record.memory, self.now))

    def restored(self, record: Record) -> Record:
        """The archived memory back in recall."""
        return attrs.evolve(record, memory=lifecycle.restore(record.memory, self.now))

    def seen_again(self, record: Record, reference: str) -> Record:
        """The candidate met once more, at another source."""
        memory = attrs.evolve(
            record.memory,
            provenance=record.memory.provenance.seen_at(reference),
            updated_at=self.now,
            revision=record.memory.revision + 1,
        )
        return attrs.evolve(record, memory=memory)


def a_long_story() -> list[Change]:
    """Twelve changes of every kind the ledger knows but one (reconsidered), told in awkward text."""
    scribe, written = Scribe(), list[Change]()

    def then(kind: EventKind, *records: Record, by: Caller = AGENT) -> Record:
        written.append(scribe.change(kind, *records, by=by))
        return records[0]

    first = then(EventKind.PROPOSED, scribe.candidate(AWKWARD[0]))
    second = then(EventKind.PROPOSED, scribe.candidate(AWKWARD[1], MemoryScope(firm=True)))
    first = then(EventKind.SEEN_AGAIN, scribe.seen_again(first, "docs/адр/0007 – „netting“.md"))
    first = then(EventKind.APPROVED, scribe.approved(first), by=LEAD)
    then(EventKind.NOTED, scribe.note("mr-4821", AWKWARD[2]))
    then(EventKind.NOTED, scribe.note("mr-4821", AWKWARD[3]))
    then(EventKind.REJECTED, scribe.rejected(second, AWKWARD[3]), by=LEAD)
    third = scribe.candidate(AWKWARD[4], supersedes=first.memory)
    first = then(EventKind.CORRECTED, scribe.disputed(first, third, AWKWARD[1]), third)
    third = scribe.approved(third)
    third = then(EventKind.APPROVED, third, scribe.superseded(first, third), by=LEAD)
    third = then(EventKind.VERIFIED, scribe.verified(third), by=LEAD)
    third = then(EventKind.ARCHIVED, scribe.archived(third), by=LEAD)
    then(EventKind.RESTORED, scribe.restored(third), by=LEAD)
    return written
