"""The desk as a state machine: every deed is done by the product and by the book, and they must agree."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import TypeVar

from dependency_injector import providers
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule

from firm_memory.application.ports.records import Ledger
from firm_memory.domain.amendment import Amendment
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import FirmMemoryError, WriteFailed
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.features.firm import Firm
from tests.trials.book import DONE, IN_FORCE, NEWS, STORED, Book
from tests.trials.desk_parts import (
    ANYONE,
    DEEDS,
    FACT,
    FACTS,
    FIRM_WIDE,
    PERSONS,
    REASONS,
    REFERENCE,
    SCANNER,
    StubbornStore,
    said,
    written,
)

_T = TypeVar("_T")


class Desk(RuleBasedStateMachine):
    """Whatever people and agents do, in whatever order, with a store that breaks and processes that end."""

    records = Bundle("records")

    def __init__(self, opened: Callable[[], Firm], reopened: Callable[[Firm], Firm]) -> None:
        super().__init__()
        self._reopened = reopened
        self.book = Book()
        self.firm = self._equipped(opened())
        self.seen = 0  # entries that were compared

    def _equipped(self, firm: Firm) -> Firm:
        firm.store = StubbornStore(firm.store.store)
        firm.container.store.override(providers.Object(firm.store))
        firm.container.scanner.override(SCANNER)  # its rules take long to compile, and are the same for every life
        return firm

    def as_(self, by: str) -> FirmMemory:
        """The memory as somebody sees it."""
        return self.firm.at("oms", by)

    def agree(self, expected: str | None, deed: Callable[[], _T]) -> _T | None:
        """Do it: it must end as the book says. What it gave, where it was done."""
        outcome, ended = None, DONE
        try:
            outcome = deed()
        except WriteFailed:
            ended = "WriteFailed"
        except FirmMemoryError as error:
            ended = type(error).__name__
        assert expected in (None, ended)
        return outcome

    @rule(target=records, content=FACT, by=ANYONE, reference=REFERENCE)
    def propose(self, content: str, by: str, reference: str) -> object:
        """Somebody knows something, or says again what is known."""
        book, expected = self.book, DONE
        known, erased = book.standing(content)
        turned_down = known is not None and book.pages[known].status == "rejected"
        if known and not turned_down and reference not in book.pages[known].references:
            book.pages[known].references.add(reference)
            book.pages[known].revision += 1
            expected = book.written("seen_again", known)
        memory = self.as_(by)
        proposal = self.agree(
            expected, lambda: memory.propose(content, type="terminology", scope=FIRM_WIDE, reference=reference)
        )
        if proposal is None:
            return multiple()
        assert (proposal.accepted, proposal.redacted) == (not (erased or turned_down), erased)
        if erased or known:
            assert proposal.candidate_id == known
            return multiple()
        assert proposal.candidate_id is not None
        book.enters(proposal.candidate_id, content, by, reference)
        book.written("proposed", proposal.candidate_id)
        return proposal.candidate_id

    @initialize(target=records, approved=st.lists(st.booleans(), min_size=len(FACTS), max_size=len(FACTS)))
    def the_firm_knows_something(self, approved: list[bool]) -> object:
        """Nobody begins with nothing: some of what there is to know waits, and some was approved."""
        for content, wanted in zip(FACTS[:-1], approved, strict=False):
            self.propose(content, "agent:opencode", "mr-1")
            if wanted:
                self.approve(next(reversed(self.book.pages)), "lead", amended=False)
        return multiple(*self.book.pages)

    @rule(record=records, by=ANYONE, amended=st.booleans())
    def approve(self, record: uuid.UUID, by: str, *, amended: bool) -> None:
        """Somebody says yes."""
        words = f"{self.book.pages[record].content} As amended."
        amendment = Amendment(content=words if amended else None)
        expected = self.book.approve(record, by, amended=amended)
        self.agree(expected, lambda: self.firm.desk.approve(record, approver=by, amendment=amendment))

    @rule(record=records, by=ANYONE, reason=REASONS)
    def reject(self, record: uuid.UUID, by: str, reason: str) -> None:
        """Somebody says no."""
        expected = self.book.reject(record, by, reason)
        self.agree(expected, lambda: self.firm.desk.reject(record, approver=by, reason=reason))

    @rule(target=records, record=records, by=PERSONS)
    def reconsider(self, record: uuid.UUID, by: str) -> object:
        """A person wants what was rejected to be heard again."""
        book, page, expected, new = self.book, self.book.pages[record], DONE, False
        if page.status != "rejected":
            expected = "IllegalTransition"
        elif page.erased:
            expected = "Redacted"
        else:
            known, erased = book.standing(page.content)
            new = not erased and (known is None or book.pages[known].status == "rejected")
            expected = "Redacted" if erased else expected
            if new and page.supersedes and book.pages[page.supersedes].status not in IN_FORCE:
                expected = "InvalidSupersession"
        proposal = self.agree(expected, lambda: self.firm.desk.reconsider(record, approver=by))
        if proposal is None or not new or proposal.candidate_id is None:
            return multiple()
        entered = book.enters(proposal.candidate_id, page.content, by, page.source)
        entered.supersedes = page.supersedes
        book.written("reconsidered", proposal.candidate_id)
        return proposal.candidate_id

    @rule(target=records, record=records, by=ANYONE, reason=REASONS, replacement=st.none() | FACT)
    def correct(self, record: uuid.UUID, by: str, reason: str, replacement: str | None) -> object:
        """Somebody reports that it is wrong, and may say what is right."""
        book, memory, before = self.book, self.as_(by), len(self.book.entries)
        expected = book.correct(record, by, reason, replacement)
        if expected == NEWS:
            expected = "WriteFailed" if book.broken else DONE
        elif expected == DONE:
            replacement = None
        self.agree(expected, lambda: memory.correct(record, reason=reason, replacement=replacement))
        if book.correct(record, by, reason, replacement) != NEWS:
            return multiple()
        candidates = [each.id for event in self.ledger.events(before) for each in event.records[1:]]
        for each in candidates:
            source = f"correction of {book.pages[record].source}"
            book.enters(each, str(replacement), by, source).supersedes = record
        book.corrected(record, by, reason, *candidates)
        assert len(candidates) == (replacement is not None)
        return multiple(*candidates)

    @rule(record=records, by=ANYONE)
    def confirm(self, record: uuid.UUID, by: str) -> None:
        """Somebody met the same."""
        self.agree(self.book.confirm(record, by), lambda: self.as_(by).confirm(record))

    @rule(record=records, by=ANYONE, reason=REASONS)
    def refute(self, record: uuid.UUID, by: str, reason: str) -> None:
        """Somebody met the opposite."""
        self.agree(self.book.refute(record, by, reason), lambda: self.as_(by).refute(record, reason=reason))

    @rule(record=records, by=ANYONE, deed=DEEDS)
    def steward(self, record: uuid.UUID, by: str, deed: str) -> None:
        """Somebody does what a steward may do."""
        memory = self.as_(by)
        deeds: dict[str, Callable[[], object]] = {
            "verified": lambda: memory.verify(record),
            "archived": lambda: memory.archive(record),
            "restored": lambda: memory.restore(record),
            "transferred": lambda: memory.transfer(record, to="robin"),
        }
        self.agree(self.book.steward(record, by, deed), deeds[deed])

    @precondition(lambda self: not self.book.broken)
    @rule(record=records, by=ANYONE)
    def redact(self, record: uuid.UUID, by: str) -> None:
        """A secret leaked."""
        memory = self.as_(by)
        self.agree(self.book.redact(record, by), lambda: memory.redact(record, reason="A secret leaked."))

    @rule(content=FACT)
    def note(self, content: str) -> None:
        """An agent keeps a working note."""
        known = content in self.book.notes
        self.book.notes.add(content)
        expected = DONE if known else self.book.written("noted", note=True)
        memory = self.as_("agent:opencode").for_task("mr-7")
        self.agree(expected, lambda: memory.note(content))

    @rule()
    def the_store_breaks(self) -> None:
        """From now on it takes nothing."""
        self.book.broken, self.firm.store.mode = True, "stubborn"

    @rule()
    def the_store_is_mended(self) -> None:
        """It comes back, and is told what it missed, once."""
        self.book.broken, self.firm.store.mode = False, "up"
        assert self.firm.container.sync()() == self.book.finished()

    @rule()
    def the_process_ends(self) -> None:
        """Another one goes on where it stopped; its store is a new one, which is not broken."""
        self.book.broken = False
        self.firm = self._equipped(self._reopened(self.firm))

    @property
    def ledger(self) -> Ledger:
        """The chain of events."""
        return self.firm.container.records().ledger

    @invariant()
    def the_ledger_grows_by_what_was_done(self) -> None:
        """One event for each deed that changed something, of the right kind; none is rewritten."""
        entries = self.book.entries
        last = [(event.kind.value, tuple(each.id for each in event.records)) for event in self.ledger.events(self.seen)]
        assert [kind for kind, _ in last] == [entry.kind for entry in entries[self.seen :]]
        pairs = zip(last, entries[self.seen :], strict=True)
        assert all(ids == entry.records for (_, ids), entry in pairs if entry.kind != "noted")
        self.seen = len(entries)

    def teardown(self) -> None:
        """In the end the whole queue, chain and store say what the book says."""
        try:
            assert verify_chain(self.ledger.sealed()).ok
            every = {each.id: each for each in self.firm.container.records().queue.every()}
            statements = {each: record for each, record in every.items() if record.memory.task is None}
            told = {each: said(record) for each, record in statements.items()}
            assert told == {each: written(self.book, each) for each in self.book.pages}
            waiting = {each.id for each in self.firm.desk.pending()}
            assert waiting == {each for each in statements if self.book.shown(each) in {"proposed", "approving"}}
            self.the_store_is_mended()
            self.firm.container.sync().everything()
            for each, record in statements.items():
                assert self.firm.stored(each) == (record.memory if self.book.pages[each].status in STORED else None)
        finally:
            self.firm.close()
