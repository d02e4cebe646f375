"""Writes: proposals, decisions, corrections, notes — and what they refuse."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import attrs
import pytest

from firm_memory.application.propose import Proposal
from firm_memory.application.retry import RACES_MOST, retried
from firm_memory.domain.amendment import Amendment
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import (
    FirmMemoryError,
    GateUnavailable,
    InvalidSupersession,
    LostUpdate,
    NotAllowed,
    WriteFailed,
)
from firm_memory.domain.label import Reason
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.principal import Caller, Role
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.statement import Statement
from firm_memory.domain.status import Disposition, MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import Firm
from tests.application.conftest import OMS, SwitchedEmbedder

LOTS = "Odd lots go through the netting queue"


@pytest.mark.parametrize("error", [RuntimeError("boom: hunter2"), GateUnavailable("gate_unavailable: overran")])
def test_a_scanner_that_fails_refuses_and_never_passes(firm: Firm, error: Exception) -> None:
    """Nothing passes unscanned; the scanner's own message, which may quote the text, is not shown."""

    class Broken:
        """A scanner that fails."""

        def scan(self, *_: object) -> list[object]:
            """Fail."""
            raise error

    nominate = attrs.evolve(
        firm.container.nominate(),
        admission=attrs.evolve(firm.container.admission(), scanner=Broken()),  # type: ignore[arg-type]
    )
    propose = attrs.evolve(firm.container.propose(), nominate=nominate)
    statement = Statement(content=LOTS, type=MemoryType.TERMINOLOGY, scope=OMS, reference="mr-1")
    with pytest.raises(GateUnavailable) as caught:
        propose(statement, Caller(name="sam", via="api"))
    assert "gate_unavailable" in str(caught.value)
    assert "hunter2" not in str(caught.value)
    assert list(firm.container.records().ledger.events()) == []


@pytest.mark.parametrize("answer", [[], [()], [(float("nan"),) * 26]])
def test_an_embedder_without_a_usable_vector_changes_nothing(
    firm: Firm, embedder: SwitchedEmbedder, answer: list[tuple[float, ...]]
) -> None:
    """No row without its vector: the approval raises and the candidate still waits (case bug-embedding-05)."""
    candidate = firm.propose(LOTS, OMS)
    embedder.broken = lambda: answer
    with pytest.raises(WriteFailed, match="no usable vector"):
        firm.desk.approve(candidate, approver="lead")
    assert [record.status for record in firm.desk.pending()] == [MemoryStatus.PROPOSED]
    assert firm.stored(candidate) is None


def test_a_principal_without_the_role_may_not(firm: Firm) -> None:
    """Roles are checked in the use case, whatever the surface."""
    reader = Caller(name="sam", via="http", roles=frozenset({Role.READER}))
    statement = Statement(content=LOTS, type=MemoryType.TERMINOLOGY, scope=OMS, reference="mr-1")
    candidate = firm.propose(LOTS, OMS)
    deeds: list[Callable[[], object]] = [
        lambda: firm.container.propose()(statement, reader),
        lambda: firm.container.correct()(candidate, reader, "wrong"),
        lambda: firm.container.note()("mr-1", "x", OMS, reader),
        lambda: firm.container.approve()(candidate, reader),
        lambda: firm.container.reject()(candidate, reader, "no"),
        lambda: firm.container.reconsider()(candidate, reader),
    ]
    for deed in deeds:
        with pytest.raises(NotAllowed, match="role"):
            deed()


def test_the_same_correction_again_is_the_first_one(firm: Firm) -> None:
    """Retrying a correction doubles nothing."""
    memory = firm.approved(LOTS, OMS)
    first = firm.at("oms").correct(memory, reason="the venue changed")
    again = firm.at("oms").correct(memory, reason="the venue changed")
    assert first.record.memory == again.record.memory
    assert len(firm.memory(memory).flags) == 1


def test_a_replacement_that_is_known_already_is_named(firm: Firm) -> None:
    """A replacement that exists is not proposed twice; the caller learns its id."""
    memory = firm.approved(LOTS, OMS)
    known = firm.approved("Odd lots go straight to the venue", OMS)
    with pytest.raises(InvalidSupersession, match=str(known)):
        firm.at("oms").correct(memory, reason="changed", replacement="Odd lots go straight to the venue")
    assert firm.memory(memory).status is MemoryStatus.ACTIVE


def test_a_note_with_the_same_disposition_again_is_the_same_note(firm: Firm) -> None:
    """Retrying a note doubles nothing; another disposition is another note."""
    task = firm.at("oms").for_task("mr-1")
    first = task.note("The cache is read twice", disposition=Disposition.OPEN)
    assert task.note("the cache  is read twice", disposition="open").id == first.id
    assert task.note("The cache is read twice", disposition="fixed").id != first.id


def test_a_reference_that_is_known_already_changes_nothing(firm: Firm) -> None:
    """The same proposal from the same source leaves no trace."""
    firm.propose(LOTS, OMS)
    firm.propose(LOTS, OMS)
    assert [event.kind for event in firm.container.records().ledger.events()] == [EventKind.PROPOSED]


def test_a_closed_statement_may_be_proposed_anew(firm: Firm) -> None:
    """After an archival the same statement becomes a new candidate, with an id of its own."""
    memory = firm.approved(LOTS, OMS)
    firm.at("oms").archive(memory, by="lead")
    again = firm.propose(LOTS, OMS)
    assert again != memory
    assert [record.id for record in firm.desk.pending()] == [again]


def test_a_lost_race_is_tried_again_and_not_for_ever() -> None:
    """A write that cannot double is repeated; a record that never holds still is reported."""
    tries = list[int]()

    def lose() -> None:
        tries.append(1)
        raise LostUpdate("changed in between")

    with pytest.raises(LostUpdate):
        retried(lose)
    assert len(tries) == RACES_MOST


def test_a_candidate_that_is_superseded_by_nothing_living_is_refused_at_approval(firm: Firm) -> None:
    """What a candidate would replace must still be in force when it is approved."""
    memory = firm.approved(LOTS, OMS)
    correction = firm.at("oms").correct(memory, reason="changed", replacement="Odd lots go straight to the venue")
    firm.at("oms").archive(memory, by="lead")
    assert correction.replacement is not None
    with pytest.raises(InvalidSupersession, match="archived"):
        firm.desk.approve(str(correction.replacement.candidate_id), approver="lead")
    assert [record.id for record in firm.desk.pending()] == [correction.replacement.candidate_id]


def test_a_successor_may_be_named_at_approval(firm: Firm) -> None:
    """The approver may say that a candidate replaces a memory, though its proposer did not."""
    memory = firm.approved(LOTS, OMS)
    candidate = firm.propose("Odd lots go straight to the venue", OMS)
    record = firm.desk.approve(candidate, approver="lead", amendment=Amendment(supersedes=memory))
    assert record.memory.supersedes == memory
    assert firm.memory(memory).superseded_by == candidate


def test_a_chain_that_leaves_the_scope_says_so_without_content(firm: Firm) -> None:
    """The old memory is not served as current, and its successor elsewhere is not shown (bug-supersession-05)."""
    memory = firm.approved(LOTS, OMS)
    candidate = firm.propose("Odd lots go straight to the venue", MemoryScope(repos=("ledger",)))
    firm.desk.approve(candidate, approver="lead", amendment=Amendment(supersedes=memory))
    dossier = firm.at("oms").get(memory)
    assert dossier.successor_hidden
    assert [each.id for each in dossier.chain] == [memory]
    assert list(firm.at("oms").search("odd lots netting queue")) == []


def test_what_is_out_of_scope_or_missing_is_labelled_and_empty(firm: Firm) -> None:
    """Get has the visibility of search: no content across scopes, and no exception."""
    memory = firm.approved(LOTS, MemoryScope(repos=("ledger",)))
    outside, missing = firm.at("oms").get(memory), firm.at("oms").get(uuid.UUID(int=7))
    assert (outside.record, outside.label.reason) == (None, Reason.OUTSIDE_SCOPE)
    assert (missing.record, missing.label.reason) == (None, Reason.NO_MATCH)


def test_records_that_cannot_be_reached_give_labelled_empty_reads(firm: Firm) -> None:
    """Get and timeline read the records, and never raise either."""

    class Down:
        """Records that are not there."""

        @property
        def queue(self) -> object:
            """Not there."""
            raise WriteFailed("The records are down. Retry later.")

    get = attrs.evolve(firm.container.get(), records=Down())  # type: ignore[arg-type]
    timeline = attrs.evolve(firm.container.timeline(), records=Down())  # type: ignore[arg-type]
    assert get(uuid.UUID(int=7), OMS).label.reason is Reason.UNAVAILABLE
    answer = timeline("mr-1", OMS)
    assert (answer.entries, answer.label.reason) == ((), Reason.UNAVAILABLE)


def test_automatic_approval_stores_and_names_the_policy(firm: Firm, embedder: SwitchedEmbedder) -> None:
    """The policy is the approver, by name, and the memory is there at once."""
    embedder.dimension, embedder.broken = 0, lambda: [()]  # by letters, the two statements would look alike
    firm.approved("Money is stored as integer minor units", OMS)
    firm.reassemble(FIRM_MEMORY_AUTO_APPROVE="on")
    proposal = firm.at("oms", "sam").propose(LOTS, type="terminology", scope=OMS, reference="adr-3")
    assert isinstance(proposal, Proposal)
    assert (proposal.status, proposal.decision.automatic) == (MemoryStatus.ACTIVE, True)
    assert isinstance(firm.container.records().queue.get(proposal.candidate_id), Record)  # type: ignore[arg-type]


def test_an_unfinished_change_of_a_missing_record_is_nothing_to_finish(firm: Firm) -> None:
    """Finishing asks for what is there."""
    assert firm.container.sync().finish(uuid.UUID(int=7)) is None


def test_errors_are_of_one_family() -> None:
    """A caller can catch everything the product raises on purpose by one name."""
    assert issubclass(WriteFailed, FirmMemoryError)
