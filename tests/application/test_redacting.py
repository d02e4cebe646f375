"""Redacting: the tombstone reaches the store, also one that was down; the same words meet it for ever."""

from __future__ import annotations

import logging

import pytest

from firm_memory.domain.errors import AlreadyDecided, Redacted, WriteFailed
from firm_memory.domain.redaction import REDACTED
from firm_memory.domain.status import Disposition, MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import Firm
from tests.application.conftest import OMS

SECRET = "The vault opens to brass lantern"


def test_a_store_that_failed_is_told_by_the_next_attempt(firm: Firm) -> None:
    """Rule: redacting again changes no record and finishes what the first attempt left."""
    memory, at = firm.approved(SECRET, OMS), firm.at("oms")
    firm.store.mode = "drops"
    with pytest.raises(WriteFailed):
        at.redact(memory, reason="a password", by="admin")
    assert firm.memory().content == REDACTED
    firm.store.mode = "up"
    again = at.redact(memory, reason="once more", by="admin")
    assert again.memory == firm.memory() == firm.stored(memory)
    assert len(firm.container.records().ledger.history(memory)) == 3


def test_no_log_line_tells_what_was_erased(firm: Firm, caplog: pytest.LogCaptureFixture) -> None:
    """Rule: nothing of it in logs, at whatever level."""
    caplog.set_level(logging.DEBUG)
    memory = firm.approved(SECRET, OMS)
    firm.at("oms").redact(memory, reason="a password", by="admin")
    firm.at("oms").get(memory)
    firm.at("oms").search("what does the vault open to")
    assert "brass" not in caplog.text


def test_a_replacement_in_the_erased_words_is_refused_and_nothing_is_flagged(firm: Firm) -> None:
    """Rule: the same words meet the redaction on every way in."""
    leaked = firm.propose(SECRET, OMS)
    firm.at("oms").redact(leaked, reason="a password", by="admin")
    other = firm.approved("The vault has a clerk.", OMS)
    with pytest.raises(Redacted, match=r"redacted by admin on .* because a password"):
        firm.at("oms").correct(other, reason="wrong", replacement=SECRET)
    assert firm.memory(other).flags == ()


def test_an_erased_candidate_is_decided(firm: Firm) -> None:
    """Rule: the redaction answers whoever comes to approve it."""
    leaked = firm.propose(SECRET, OMS)
    firm.at("oms").redact(leaked, reason="a password", by="admin")
    with pytest.raises(AlreadyDecided, match=r"already_rejected: by admin .* because a password"):
        firm.desk.approve(leaked, approver="lead")
    assert firm.stored(leaked) is None


def test_an_approval_that_has_not_reached_the_store_is_erased_too(firm: Firm) -> None:
    """Rule: what a later sync projects is the tombstone."""
    leaked = firm.propose(SECRET, OMS)
    firm.store.mode = "drops"
    with pytest.raises(WriteFailed):
        firm.desk.approve(leaked, approver="lead")
    firm.store.mode = "up"
    firm.at("oms").redact(leaked, reason="a password", by="admin")
    firm.container.sync()()
    stored = firm.stored(leaked)
    assert stored is not None
    assert (stored.content, stored.status) == (REDACTED, MemoryStatus.ARCHIVED)
    assert not firm.container.records().ledger.unstored()


def test_a_superseded_memory_is_erased_and_still_names_its_successor(firm: Firm) -> None:
    """Rule: the links of a chain are no words."""
    old, at = firm.approved(SECRET, OMS), firm.at("oms")
    new = at.correct(old, reason="moved", replacement="The vault opens by key card.").replacement
    assert new is not None
    firm.desk.approve(new.candidate_id, approver="lead")
    at.redact(old, reason="a password", by="admin")
    dossier = at.get(old)
    assert [each.content for each in dossier.chain] == [REDACTED, "The vault opens by key card."]
    assert firm.memory(old).status is MemoryStatus.SUPERSEDED


@pytest.mark.parametrize("which", [0, 1])
def test_a_note_in_the_erased_words_is_refused(firm: Firm, which: int) -> None:
    """Rule: whichever note on the finding was erased, the words are not written down again; the other one stays."""
    at = firm.at("oms").for_task("mr-4821")
    notes = [at.note(SECRET), at.note(SECRET, disposition=Disposition.FIXED)]
    firm.at("oms").redact(notes.pop(which).id, reason="a password", by="admin")
    assert [entry.note.id for entry in at.timeline().entries] == [notes[0].id]
    with pytest.raises(Redacted, match="redacted by admin"):
        at.note(SECRET, disposition=Disposition.OPEN)
    assert at.note("Another finding.").content == "Another finding."


def test_a_proposal_of_erased_words_says_so(firm: Firm) -> None:
    """Rule: a refusal is an answer; it names who, when and why, and nothing waits."""
    leaked = firm.approved(SECRET, OMS)
    firm.at("oms").redact(leaked, reason="a password", by="admin")
    answer = firm.at("oms").propose(SECRET.upper(), type=MemoryType.TERMINOLOGY, scope=OMS, reference="mr-9")
    assert (answer.accepted, answer.redacted, answer.candidate_id) == (False, True, None)
    assert "redacted by admin" in answer.decision.reason
    assert list(firm.desk.pending()) == []
