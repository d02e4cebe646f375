"""From the ledger to the store: what is told, what is read back, and what is made of a store that lies."""

from __future__ import annotations

import uuid

import attrs
import pytest

from firm_memory.application.ports.memory_store import Found
from firm_memory.domain.errors import StoreUnavailable, WriteFailed
from firm_memory.domain.exclusion import Refused
from firm_memory.domain.memory import Memory
from firm_memory.domain.status import MemoryStatus
from firm_memory.features.firm import Firm
from tests.application.conftest import OMS

LOTS = "Odd lots go through the netting queue"


def test_only_what_is_in_the_chain_becomes_a_memory(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    """A queue that was changed behind the ledger's back makes nobody's candidate a memory."""
    candidate = firm.propose(LOTS, OMS)
    record = firm.container.records().queue.get(candidate)
    assert record is not None
    forged = attrs.evolve(record, memory=attrs.evolve(record.memory, status=MemoryStatus.ACTIVE))
    queue = type(firm.container.records().queue)
    monkeypatch.setattr(queue, "every", lambda _: iter([forged]))
    firm.container.sync().everything()
    assert firm.stored(candidate) is None


def test_a_store_that_holds_other_words_is_found_out(firm: Firm) -> None:
    """Revision alone proves nothing: what is read back must be what was told, word for word."""
    memory = firm.approved(LOTS, OMS)
    honest = firm.store.get

    def lie(identity: uuid.UUID, deadline: object) -> Memory | None:
        kept = honest(identity, deadline)  # type: ignore[arg-type]
        return kept and attrs.evolve(kept, content="Odd lots bypass all limits")

    firm.store.get = lie  # type: ignore[method-assign, assignment]
    with pytest.raises(StoreUnavailable, match=rf"other words for memory {memory}.*firm-memory reindex"):
        firm.container.sync().everything()


def test_what_a_strange_store_raises_is_told_by_its_class_alone(firm: Firm) -> None:
    """A foreign message may hold a DSN; the approval stands in the ledger and can be finished."""
    candidate = firm.propose(LOTS, OMS)

    def fail(*_: object) -> None:
        raise RuntimeError("postgresql://u:Sup3r@h/x")

    firm.store.put = fail  # type: ignore[method-assign, assignment]
    with pytest.raises(WriteFailed, match=r"The store failed \(RuntimeError\)") as caught:
        firm.desk.approve(candidate, approver="lead")
    assert "Sup3r" not in str(caught.value)
    assert [record.status for record in firm.desk.pending()] == [MemoryStatus.APPROVING]


def test_names_pass_the_gate_too(firm: Firm) -> None:
    """A name stands in the chain in clear and can never be redacted; a secret in its place is refused."""
    candidate = firm.propose(LOTS, OMS)
    with pytest.raises(Refused, match=r"secret\.forge_token") as caught:
        firm.desk.approve(candidate, approver="gh" + "p_" + "a1B2c3D4" * 5)
    assert "a1B2" not in str(caught.value)
    assert [record.status for record in firm.desk.pending()] == [MemoryStatus.PROPOSED]


def test_a_store_that_answers_twice_counts_once(firm: Firm) -> None:
    """Doubles of a store do not crowd out other hits."""
    memory = firm.approved(LOTS, OMS)
    honest = firm.store.search

    def twice(*arguments: object) -> Found:
        found = honest(*arguments)  # type: ignore[arg-type]
        return attrs.evolve(found, matches=found.matches * 3)

    firm.store.search = twice  # type: ignore[method-assign, assignment]
    assert [hit.id for hit in firm.at("oms").search("netting queue")] == [memory]
