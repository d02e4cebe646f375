"""The firm's rules of queue and lifecycle once more, as plain as can be: dictionaries, lists, and words for errors.

Every deed answers with the name of the error that it must raise, or `DONE`; only what the rules allow changes the
book. It shares no code with the product, so that one can be held against the other.
"""

from __future__ import annotations

import uuid
from typing import Final

import attrs

DONE: Final = "done"
NEWS: Final = "news"
STORED: Final = {"active", "disputed", "superseded", "archived"}
IN_FORCE: Final = {"active", "disputed"}
CLOSED: Final = {"rejected", "superseded", "archived"}
ERASED: Final = "erased"


@attrs.define(kw_only=True)
class Page:
    """A record as the book has it."""

    content: str
    source: str
    status: str = "proposed"
    revision: int = 1
    supersedes: uuid.UUID | None = None
    superseded_by: uuid.UUID | None = None
    steward: str | None = None
    references: set[str] = attrs.field(factory=set[str])
    flags: list[tuple[str, str, str]] = attrs.field(factory=list[tuple[str, str, str]])
    stances: dict[str, str] = attrs.field(factory=dict[str, str])
    confirmations: int = 0
    decision: tuple[str, str, str] | None = None  # verdict, by whom, amended or the reason
    decided_at: int = 0  # the revision
    erased: bool = False


@attrs.define(kw_only=True)
class Entry:
    """An event: its kind, the records that it changed, and whether the store still has to learn of it."""

    kind: str
    records: tuple[uuid.UUID, ...]
    waits: bool


@attrs.define(kw_only=True)
class Book:
    """What the firm said so far. `broken` tells that the store refuses what it is given."""

    pages: dict[uuid.UUID, Page] = attrs.field(factory=dict[uuid.UUID, Page])
    families: dict[str, list[uuid.UUID]] = attrs.field(factory=dict[str, list[uuid.UUID]])
    notes: set[str] = attrs.field(factory=set[str])
    entries: list[Entry] = attrs.field(factory=list[Entry])
    latest: dict[uuid.UUID, Entry] = attrs.field(factory=dict[uuid.UUID, Entry])  # that concerns the store
    broken: bool = False

    def written(self, kind: str, *records: uuid.UUID, note: bool = False) -> str:
        """One more entry; what concerns the store waits for it while it is broken, and the writer is told."""
        projects = note or any(self.pages[each].status in STORED for each in records)
        self.entries.append(Entry(kind=kind, records=records, waits=projects and self.broken))
        if projects:
            for each in records:
                self.latest[each] = self.entries[-1]
        return "WriteFailed" if projects and self.broken else DONE

    def finished(self, *records: uuid.UUID) -> int:
        """The store learns of what waits, of these records or of all; how many entries those were."""
        waiting = [each for each in self.entries if each.waits and (not records or {*each.records} & {*records})]
        for entry in waiting:
            entry.waits = False
        return len(waiting)

    def shown(self, record: uuid.UUID) -> str:
        """The status as it reads: an approval that waits for the store is not in force yet."""
        page = self.pages[record]
        waits = record in self.latest and self.latest[record].waits
        just = page.decision is not None and page.decision[0] == "approved" and page.decided_at == page.revision
        return "approving" if page.status == "active" and waits and just else page.status

    def standing(self, content: str) -> tuple[uuid.UUID | None, bool]:
        """The record that stands for a statement (one that is not closed, or the last where that was rejected).

        And whether, before any was found, one of them turned out to be erased: nobody says those words again.
        """
        family = self.families.get(content, [])
        for each in family:
            if self.pages[each].erased:
                return None, True
            if self.pages[each].status not in CLOSED:
                return each, False
        return (family[-1] if family and self.pages[family[-1]].status == "rejected" else None), False

    def enters(self, record: uuid.UUID, content: str, by: str, reference: str) -> Page:
        """A new candidate."""
        steward = None if by.startswith("agent:") else by
        page = Page(content=content, source=reference, steward=steward, references={reference})
        self.pages[record] = page
        self.families.setdefault(content, []).append(record)
        return page

    def approve(self, record: uuid.UUID, by: str, *, amended: bool) -> str | None:
        """A person's yes; None where it says nothing about an erased record but that it stays as it is."""
        page, words = self.pages[record], "amended" if amended else "as proposed"
        if by.startswith("agent:"):
            return "InvalidApprover"
        if self.shown(record) == "approving":
            if self.broken:
                return "WriteFailed"
            self.finished(record)
        if page.status != "proposed":
            if page.erased and page.decision and page.decision[0] == "approved":
                return None
            return DONE if page.decision == ("approved", by, words) else "AlreadyDecided"
        if page.supersedes and self.pages[page.supersedes].status not in IN_FORCE:
            return "InvalidSupersession"
        page.status, page.revision = "active", page.revision + 1
        page.decision, page.decided_at = ("approved", by, words), page.revision
        page.steward = page.steward or by
        touched = [record]
        if page.supersedes:
            old = self.pages[page.supersedes]
            old.status, old.revision, old.superseded_by = "superseded", old.revision + 1, record
            touched.append(page.supersedes)
        return self.written("approved", *touched)

    def reject(self, record: uuid.UUID, by: str, reason: str) -> str:
        """A person's no."""
        page = self.pages[record]
        if by.startswith("agent:"):
            return "InvalidApprover"
        if page.status != "proposed":
            return DONE if page.decision == ("rejected", by, reason) else "AlreadyDecided"
        page.status, page.revision, page.decision = "rejected", page.revision + 1, ("rejected", by, reason)
        page.decided_at = page.revision
        return self.written("rejected", record)

    def correct(self, record: uuid.UUID, by: str, reason: str, replacement: str | None) -> str:
        """Somebody reports that it is wrong: `NEWS` where that changes it (and `corrected` is to follow)."""
        page = self.pages[record]
        own = [why for kind, who, why in page.flags if (kind, who) == ("correction", by)]
        if own:
            return DONE if own[0] == reason else "NotAllowed"
        if page.status not in IN_FORCE:
            return "IllegalTransition"
        if replacement is None:
            return NEWS
        amended = page.decision is not None and page.decision[2] == "amended"
        known, erased = self.standing(replacement)
        if replacement == page.content and not amended:
            return "InvalidSupersession"
        return "Redacted" if erased else "InvalidSupersession" if known else NEWS

    def corrected(self, record: uuid.UUID, by: str, reason: str, *candidates: uuid.UUID) -> str:
        """The report stands, with the candidate that would replace the memory."""
        page = self.pages[record]
        page.flags.append(("correction", by, reason))
        page.status, page.revision = "disputed", page.revision + 1
        return self.written("corrected", record, *candidates)

    def confirm(self, record: uuid.UUID, by: str) -> str:
        """Somebody says that it holds."""
        page = self.pages[record]
        if page.status not in IN_FORCE:
            return "IllegalTransition"
        if page.stances.get(by) == "confirmed":
            return DONE
        page.flags = [each for each in page.flags if each[:2] != ("refutation", by)]
        page.stances[by], page.confirmations, page.revision = "confirmed", page.confirmations + 1, page.revision + 1
        return self.written("confirmed", record)

    def refute(self, record: uuid.UUID, by: str, reason: str) -> str:
        """Somebody says that it does not hold."""
        page = self.pages[record]
        if page.status not in IN_FORCE:
            return "IllegalTransition"
        if page.stances.get(by) == "refuted":
            return DONE
        page.confirmations -= page.stances.get(by) == "confirmed"
        page.flags.append(("refutation", by, reason))
        page.stances[by], page.status, page.revision = "refuted", "disputed", page.revision + 1
        return self.written("refuted", record)

    def steward(self, record: uuid.UUID, by: str, deed: str) -> str:
        """Verify, archive, restore, or hand on to robin."""
        page = self.pages[record]
        if by.startswith("agent:"):
            return "NotAllowed"
        allowed = {"verified": IN_FORCE, "archived": IN_FORCE, "restored": {"archived"}, "transferred": STORED}
        if page.status not in allowed[deed]:
            return "IllegalTransition"
        if page.erased:
            return "Redacted"
        if deed == "transferred":
            if page.steward == "robin":
                return DONE
            page.steward = "robin"
        else:
            page.status = "archived" if deed == "archived" else "active"
        if deed in {"verified", "restored"}:
            page.flags = []
            page.stances = {who: stance for who, stance in page.stances.items() if stance == "confirmed"}
        page.revision += 1
        return self.written(deed, record)

    def redact(self, record: uuid.UUID, by: str) -> str:
        """A person erases its words for good."""
        page = self.pages[record]
        if by.startswith("agent:"):
            return "NotAllowed"
        if page.erased:
            self.finished(record)
            return DONE
        if page.status == "proposed":
            page.decision = ("rejected", by, ERASED)
        elif page.decision and page.decision[0] == "rejected":
            page.decision = ("rejected", page.decision[1], ERASED)
        page.status = {"proposed": "rejected", "active": "archived", "disputed": "archived"}.get(
            page.status, page.status
        )
        page.flags = [(kind, who, ERASED) for kind, who, _ in page.flags]
        page.revision, page.erased = page.revision + 1, True
        return self.written("redacted", record)
