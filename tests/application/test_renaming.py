"""Renaming a repository: all of it or nothing, ids stay, and what was decided stays decided."""

from __future__ import annotations

import uuid

import attrs
import pytest

from firm_memory.application.index import Fate
from firm_memory.domain.errors import InvalidScope, NotAllowed, WriteFailed
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.principal import Caller, Role
from firm_memory.domain.provenance import Anchor
from firm_memory.domain.renaming import Rename
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import Firm
from tests.application.conftest import OMS

LOTS = "Odd lots go through the netting queue"
FEES = "Fees are booked in minor units"
NEW = "quant/oms"


def rename(firm: Firm, old: str = "oms", new: str = NEW) -> int:
    """The admin's deed."""
    return firm.at("oms", "admin").rename_repo(old, new)


def test_every_record_names_the_new_name_whatever_its_status_and_tier(firm: Firm) -> None:
    """Rule: memories, candidates, rejected ones, notes and cards, in one event; the store follows."""
    mira = firm.at("oms", "mira")
    approved, waiting, rejected = firm.approved(LOTS, OMS), firm.propose(FEES, OMS), firm.propose("No", OMS)
    firm.desk.reject(rejected, approver="lead", reason="no")
    note = mira.for_task("mr-1").note("Look at lots").id
    carded = mira.index_card("Lots were lost.", reference="mr-2").memories[0]
    everything = [approved, waiting, rejected, note, carded]
    before = [firm.memory(each) for each in everything]
    assert rename(firm) == 5
    for old, new in zip(before, [firm.memory(each) for each in everything], strict=True):
        assert (new.scope.repos, new.revision) == ((NEW,), old.revision + 1)
        assert attrs.evolve(new, scope=old.scope, revision=old.revision) == old
    assert firm.stored(approved) == firm.memory(approved)
    event = list(firm.container.records().ledger.events())[-1]
    assert (event.kind, dict(event.details), event.stored) == (EventKind.REPO_RENAMED, {"old": "oms", "new": NEW}, True)
    assert next(iter(firm.at(NEW).search(LOTS))).id == approved
    assert list(firm.at("oms").search(LOTS)) == []
    assert len(firm.at(NEW).for_task("mr-1").timeline().entries) == 1


def test_anchors_follow_without_the_scope(firm: Firm) -> None:
    """Rule: a memory of the firm may speak of code in the repository."""
    proposal = firm.at("oms").propose(
        LOTS,
        type=MemoryType.TERMINOLOGY,
        scope=MemoryScope(firm=True),
        reference="mr-1",
        anchors=[Anchor(repo="oms", path="src/netting.py"), Anchor(repo="gateway", path="src/a.py")],
    )
    assert proposal.candidate_id
    assert rename(firm) == 1
    assert [each.repo for each in firm.memory(proposal.candidate_id).provenance.anchors] == [NEW, "gateway"]


def test_renaming_again_changes_nothing_but_what_came_meanwhile(firm: Firm) -> None:
    """Rule: one event for one renaming, also of a repository that no record names."""
    ledger = firm.container.records().ledger
    assert (rename(firm), rename(firm)) == (0, 0)
    assert list(ledger.renames()) == [Rename(old="oms", new=NEW)]
    late = firm.propose(LOTS, OMS)
    assert rename(firm) == 1
    assert firm.memory(late).scope.repos == (NEW,)


def test_whoever_proposes_under_the_old_name_is_told_the_new_one(firm: Firm) -> None:
    """Rule: the warning stands with the candidate, too, and no policy approves it."""
    rename(firm)
    late = firm.propose(LOTS, OMS)
    record = firm.container.records().queue.get(late)
    assert record is not None
    assert record.candidacy is not None
    assert [notice.why for notice in record.candidacy.notices] == [f"the repo 'oms' was renamed to '{NEW}'"]


def test_what_was_decided_before_is_known_under_the_new_name(firm: Firm) -> None:
    """Rule: rejected stays rejected, and a known statement gains a source, though its id is of the old name."""
    known, refused = firm.approved(LOTS, OMS), firm.propose(FEES, OMS)
    firm.desk.reject(refused, approver="lead", reason="cents it is")
    rename(firm)
    scope = MemoryScope(repos=(NEW,))
    assert firm.propose(LOTS, scope, reference="mr-9") == known
    assert firm.memory(known).provenance.also_seen == ("mr-9",)
    again = firm.at(NEW).propose(FEES, type=MemoryType.TERMINOLOGY, scope=scope, reference="mr-9")
    assert (again.accepted, "cents it is" in again.decision.reason) == (False, True)
    anew = firm.desk.reconsider(refused, approver="lead")
    assert anew.status is MemoryStatus.PROPOSED
    assert firm.propose(FEES, scope, reference="mr-9") == anew.candidate_id


def test_what_stayed_under_the_old_name_is_not_taken_for_the_new_one(firm: Firm) -> None:
    """Rule: a candidate that came under the old name after the renaming is another one."""
    rename(firm)
    late = firm.propose(LOTS, OMS)
    assert firm.propose(LOTS, MemoryScope(repos=(NEW,))) != late


def test_a_card_is_renewed_under_whichever_name_it_comes(firm: Firm) -> None:
    """Rule: a nightly job that still says the old name neither doubles cards nor takes them back."""
    one = firm.at("oms", "mira").index_card("Lots were lost.", reference="mr-2").memories[0]
    rename(firm)
    for repo in ("oms", NEW):
        assert firm.at(repo, "mira").index_card("Lots were lost.", reference="mr-2").fate is Fate.KNOWN
    renewed = firm.at("oms", "mira").index([{"reference": "mr-2", "content": "Lots wait."}])
    two = renewed.cards[0].memories[0]
    assert (firm.memory(one).superseded_by, firm.memory(two).scope.repos) == (two, (NEW,))
    assert [notice.rule for notice in renewed.notices] == ["renamed_scope"]


def test_onto_a_known_name_both_become_one(firm: Firm) -> None:
    """Rule: merged by scope, and the plan says so first; a memory of both has one name left."""
    both = firm.approved(LOTS, MemoryScope(repos=("oms", NEW)))
    firm.approved(FEES, MemoryScope(repos=(NEW,)))
    plan = firm.container.rename_repo().plan("oms", NEW)
    assert (plan.moving, plan.there, plan.merges) == (1, 2, True)
    assert not firm.container.rename_repo().plan(NEW, "other").merges
    rename(firm)
    assert firm.memory(both).scope.repos == (NEW,)


def test_there_and_back_again(firm: Firm) -> None:
    """Rule: a renaming that was a mistake is renamed back; ids never changed."""
    memory = firm.approved(LOTS, OMS)
    rename(firm)
    assert firm.at(NEW, "admin").rename_repo(NEW, "oms") == 1
    assert [hit.id for hit in firm.at("oms").search(LOTS)] == [memory]
    assert firm.at("oms").propose(LOTS, type="terminology", scope=OMS, reference="mr-9").candidate_id == memory


def test_a_store_that_was_down_is_told_by_the_next_attempt(firm: Firm) -> None:
    """Rule: recorded as a whole, and finished without a second event."""
    memory = firm.approved(LOTS, OMS)
    firm.store.mode = "drops"
    with pytest.raises(WriteFailed):
        rename(firm)
    assert firm.memory(memory).scope.repos == (NEW,)
    firm.store.mode = "up"
    assert rename(firm) == 0
    assert firm.stored(memory) == firm.memory(memory)
    assert len(firm.container.records().ledger.renames()) == 1


@pytest.mark.parametrize(
    "caller",
    [
        Caller(name="agent:opencode", via="cli"),
        Caller(name="mira", via="mcp"),
        Caller(name="mira", via="http", roles=frozenset({Role.APPROVER})),
    ],
)
def test_only_an_admin_renames(firm: Firm, caller: Caller) -> None:
    """Rule: never an agent; nothing was changed."""
    memory: uuid.UUID = firm.propose(LOTS, OMS)
    with pytest.raises(NotAllowed, match="rename a repository"):
        attrs.evolve(firm.at("oms"), caller=caller).rename_repo("oms", NEW)
    assert firm.memory(memory).scope == OMS


@pytest.mark.parametrize(("old", "new"), [("oms", "OMS.git"), ("oms", " "), ("a,b", "oms")])
def test_names_that_are_none_are_refused(firm: Firm, old: str, new: str) -> None:
    """Rule: usage errors name the argument."""
    with pytest.raises(InvalidScope):
        rename(firm, old, new)
