"""What stands beside a candidate: memories, candidates that wait, the same words anywhere; bounded, and labelled."""

from __future__ import annotations

import uuid

import attrs
import pytest

from firm_memory.application import compare
from firm_memory.application.compare import Comparison
from firm_memory.domain.amendment import Amendment
from firm_memory.domain.errors import NotFound
from firm_memory.domain.label import Reason
from firm_memory.domain.memory import Memory
from firm_memory.domain.resemblance.likeness import Likeness
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import Firm
from tests.application.conftest import OMS, SwitchedEmbedder

LOTS = "Odd lots go through the netting queue"
LOTS_AGAIN = "Odd lots are sent through the netting queue"
LEDGER = MemoryScope(repos=("ledger",))
FIRM = MemoryScope(firm=True)
EXECUTION = MemoryScope(domains=("execution",))


def _kinds(comparison: Comparison) -> list[tuple[uuid.UUID, str]]:
    return [(each.id, each.kind.value) for each in comparison.similar]


def _candidate(firm: Firm, content: str = LOTS_AGAIN, scope: MemoryScope = OMS) -> Memory:
    return firm.memory(firm.propose(content, scope))


@pytest.mark.parametrize(
    ("known", "asked", "found"),
    [(FIRM, OMS, True), (OMS, FIRM, True), (LEDGER, OMS, False), (EXECUTION, OMS, False), (EXECUTION, FIRM, True)],
)
@pytest.mark.parametrize("approved", [True, False])
def test_scopes_overlap_in_an_atom_or_through_the_firm(
    firm: Firm,
    known: MemoryScope,
    asked: MemoryScope,
    found: bool,  # noqa: FBT001 -- a table
    approved: bool,  # noqa: FBT001 -- a table
) -> None:
    """What holds for the firm holds everywhere, so it is compared with everything; else a scope's atoms decide."""
    other = firm.approved(LOTS, known) if approved else firm.propose(LOTS, known)
    beside = firm.desk.beside(firm.propose(LOTS_AGAIN, asked))
    assert _kinds(beside) == ([(other, "lexical")] if found else [])


@pytest.mark.parametrize("scope", [OMS, LEDGER])
def test_the_same_words_are_found_anywhere_and_in_any_life(firm: Firm, scope: MemoryScope) -> None:
    """A memory that was archived or superseded is not in recall: the approver of its words is told all the same."""
    archived = firm.approved(LOTS, scope)
    firm.at("oms").archive(archived, by="lead")
    beside = firm.desk.beside(firm.propose(LOTS.upper(), OMS))
    assert _kinds(beside) == [(archived, "exact" if scope == OMS else "widening")]
    assert beside.similar[0].status is MemoryStatus.ARCHIVED


def test_the_same_words_are_found_among_what_waits_elsewhere(firm: Firm) -> None:
    """A candidate of another repository is compared to the letter."""
    waiting = firm.propose(LOTS, LEDGER)
    firm.propose("Money is stored as integer minor units", LEDGER)
    assert _kinds(firm.desk.beside(firm.propose(LOTS, OMS))) == [(waiting, "widening")]


def test_of_many_that_wait_the_newest_are_compared(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cost is bounded; the same words are found however old."""
    monkeypatch.setattr(compare, "WAITING_MOST", 1)
    oldest = firm.propose(LOTS, OMS)
    other_kind = firm.at("oms").propose(LOTS_AGAIN, type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1")
    assert _kinds(firm.desk.beside(_candidate(firm).id)) == [(other_kind.candidate_id, "exact")]
    newest = _candidate(firm, LOTS_AGAIN + " at noon")
    beside = firm.container.compare()(attrs.evolve(firm.memory(oldest), id=uuid.UUID(int=1)))
    assert _kinds(beside) == [(oldest, "exact"), (newest.id, "lexical")]


def test_neither_notes_nor_itself_nor_what_it_replaces_resemble_it(firm: Firm) -> None:
    """A working note is no statement of the firm; what would be replaced stands by itself."""
    firm.at("oms").for_task("mr-1").note(LOTS)
    old = firm.approved(LOTS, OMS)
    candidate = _candidate(firm)
    amended = Amendment(supersedes=old).applied_to(candidate)
    beside = firm.container.compare()(amended)
    assert (beside.similar, beside.replaced) == ((), firm.memory(old))
    assert _kinds(firm.desk.beside(candidate.id)) == [(old, "lexical")]


def test_a_record_is_compared_as_given(firm: Firm) -> None:
    """An approver who amends sees what the amended words resemble."""
    money = firm.approved("Money is stored as integer minor units", OMS)
    candidate = _candidate(firm)
    [record] = firm.desk.pending()
    words = Amendment(content="Money is stored in minor units, as an integer")
    amended = attrs.evolve(record, memory=words.applied_to(candidate))
    assert _kinds(firm.desk.beside(amended)) == [(money, "lexical")]
    with pytest.raises(NotFound):
        firm.desk.beside(uuid.UUID(int=7))


def test_a_rival_is_counted_apart(firm: Firm) -> None:
    """The policy tells rivals from what is similar."""
    firm.approved(LOTS, OMS)
    firm.approved("Odd lots never go through the netting queue", OMS)
    beside = firm.desk.beside(_candidate(firm).id)
    assert [each.kind for each in beside.similar] == [Likeness.RIVAL, Likeness.LEXICAL]
    assert beside.rivals == 1


def test_a_store_that_does_not_answer_is_said_and_stops_nothing(firm: Firm) -> None:
    """What waits is compared all the same; the policy does not approve what it could not compare."""
    waiting = firm.propose(LOTS, OMS)
    firm.store.mode = "down"
    proposal = firm.at("oms").propose(LOTS_AGAIN, type=MemoryType.TERMINOLOGY, scope=OMS, reference="mr-1")
    assert proposal.accepted
    beside = firm.desk.beside(proposal.candidate_id or "")
    assert (_kinds(beside), beside.reason) == ([(waiting, "lexical")], Reason.UNAVAILABLE)


def test_without_a_ready_model_words_are_compared(firm: Firm, embedder: SwitchedEmbedder) -> None:
    """A model that is still loading is a reason, not a failure."""
    known = firm.approved(LOTS, OMS)
    embedder.is_ready = False
    beside = firm.desk.beside(_candidate(firm).id)
    assert (_kinds(beside), beside.reason) == ([(known, "lexical")], Reason.WARMING_UP)


def test_a_store_that_ignores_scopes_shows_nothing_from_outside(firm: Firm) -> None:
    """Every match is checked again: what lies outside the scope is not shown as similar."""
    firm.approved(LOTS, LEDGER)
    firm.store.mode = "leaks"
    assert _kinds(firm.desk.beside(_candidate(firm).id)) == []
