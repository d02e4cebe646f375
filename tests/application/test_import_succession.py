"""Candidates that are to supersede one another: in order, never in a circle, and never a plan that nobody approved."""

from __future__ import annotations

import uuid

import attrs
import pytest

from firm_memory.domain.amendment import Amendment
from firm_memory.domain.errors import AlreadyDecided, InvalidSupersession
from firm_memory.domain.status import MemoryStatus
from firm_memory.features.firm import Firm
from tests.application.conftest import OMS
from tests.application.drafts import RULE, draft, imported


def _two(firm: Firm) -> tuple[uuid.UUID, uuid.UUID]:
    """The newer draft stands before the older one in the source."""
    outcome = imported(
        firm, draft("Lots are whole tens.", "new.md", replaces="old.md"), draft("Lots are whole numbers.", "old.md")
    )
    old, new = outcome.accepted
    assert (old.place, new.place) == ("old.md", "new.md")
    return old.id, new.id


def test_a_candidate_supersedes_another_once_both_are_approved(firm: Firm) -> None:
    """Rule: the older is decided first, whoever tries."""
    old, new = _two(firm)
    with pytest.raises(InvalidSupersession, match="waits for a decision itself"):
        firm.desk.approve(new, approver="lead")
    firm.desk.approve(old, approver="lead")
    approved = firm.desk.approve(new, approver="lead")
    assert (firm.memory(old).status, firm.memory(old).superseded_by) == (MemoryStatus.SUPERSEDED, new)
    assert firm.desk.approve(new, approver="lead") == approved
    with pytest.raises(AlreadyDecided):
        firm.desk.approve(new, approver="other")


def test_where_the_older_one_was_turned_down_there_is_nothing_to_replace(firm: Firm) -> None:
    """Rule: the newer one is approved without its link, and the same approval again gives the same result."""
    old, new = _two(firm)
    firm.desk.reject(old, approver="lead", reason="It never held.")
    approved = firm.desk.approve(new, approver="lead")
    assert (approved.memory.supersedes, approved.memory.status) == (None, MemoryStatus.ACTIVE)
    assert firm.desk.approve(new, approver="lead") == approved
    with pytest.raises(AlreadyDecided):
        firm.desk.approve(new, approver="lead", amendment=Amendment(content="Lots are whole dozens."))


def test_an_approver_who_names_a_rejected_one_is_told(firm: Firm) -> None:
    """Rule: only what an import had foreseen is dropped; a person's own word is not."""
    old, new = _two(firm)
    firm.desk.reject(old, approver="lead", reason="It never held.")
    with pytest.raises(InvalidSupersession, match="is rejected"):
        firm.desk.approve(new, approver="lead", amendment=Amendment(supersedes=old))


def test_links_that_lead_back_or_nowhere_are_dropped_and_told(firm: Firm) -> None:
    """Rule: never a self, never a cycle; what comes without its link says so."""
    outcome = imported(
        firm,
        draft("Itself.", "self.md", replaces="self.md"),
        draft("One.", "one.md", replaces="two.md"),
        draft("Two.", "two.md", replaces="one.md"),
        draft("Gone.", "gone.md", replaces="nowhere.md"),
    )
    links = {record.memory.content: record.memory.supersedes for record in firm.desk.pending()}
    ids = {each.place: each.id for each in outcome.accepted}
    assert links == {"Itself.": None, "Two.": None, "One.": ids["two.md"], "Gone.": None}
    assert sorted(each.place for each in outcome.remarks) == ["gone.md", "self.md", "two.md"]


def test_a_newer_one_comes_without_its_link_where_the_older_is_refused(firm: Firm) -> None:
    """Rule: what holds today is not lost because what held before cannot be kept."""
    outcome = imported(firm, draft("x" * 4_001, "old.md"), draft("Lots are tens.", "new.md", replaces="old.md"))
    assert [(each.place, "without that link" in each.why) for each in outcome.remarks] == [("new.md", True)]
    assert [record.memory.supersedes for record in firm.desk.pending()] == [None]


def test_a_draft_may_name_what_it_replaces_by_id(firm: Firm) -> None:
    """Rule: a memory in force, or a candidate whose own plans do not lead back; itself in other letters never."""
    memory = firm.approved(RULE, OMS)
    waiting = firm.propose("Lots are whole numbers.", OMS)
    outcome = imported(
        firm,
        draft("Odd lots are rounded down.", "a.md", supersedes=memory),
        draft("Lots are whole tens.", "b.md", supersedes=waiting),
        draft("Nothing of that id.", "c.md", supersedes=uuid.uuid4()),
        draft(RULE.upper(), "d.md", supersedes=memory),
    )
    assert [each.place for each in outcome.accepted] == ["a.md", "b.md"]
    assert {each.place: each.rule for each in outcome.refused} == {"c.md": "supersedes", "d.md": "supersedes"}


def test_a_candidate_never_plans_to_replace_its_own_successor(firm: Firm) -> None:
    """Rule: a circle of plans is refused where it would close."""
    one = imported(firm, draft("One.", "one.md", id=uuid.UUID(int=1))).accepted[0].id
    two = imported(firm, draft("Two.", "two.md", id=uuid.UUID(int=2), supersedes=one)).accepted[0].id
    firm.desk.reject(one, approver="lead", reason="no")
    again = draft("One.", "three.md", supersedes=two)
    three = attrs.evolve(again.statement, id=None)
    assert three.identity() != one
    outcome = imported(firm, attrs.evolve(again, statement=three))
    assert [firm.memory(each.id).supersedes for each in outcome.accepted] == [two]
