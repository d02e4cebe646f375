"""Renamed repositories: the current name, and the names that a scope had before."""

from __future__ import annotations

import pytest

from firm_memory.domain.candidate import Record
from firm_memory.domain.notices import scope_notices
from firm_memory.domain.provenance import Anchor
from firm_memory.domain.renaming import (
    Rename,
    current_anchors,
    current_name,
    current_scope,
    former_scopes,
    in_effect,
    names,
    renamed,
)
from firm_memory.domain.scope import MemoryScope
from tests.domain.test_anchoring import anchored

THERE = (Rename(old="oms", new="quant/oms"),)
ON = (*THERE, Rename(old="quant/oms", new="trading/oms"))
BACK = (*THERE, Rename(old="quant/oms", new="oms"))


@pytest.mark.parametrize(
    ("repo", "renames", "current"),
    [
        ("oms", (), "oms"),
        ("oms", THERE, "quant/oms"),
        ("oms", ON, "trading/oms"),
        ("oms", BACK, "oms"),
        ("quant/oms", BACK, "oms"),
        ("gateway", ON, "gateway"),
    ],
)
def test_the_current_name_follows_every_renaming_in_its_order(
    repo: str, renames: tuple[Rename, ...], current: str
) -> None:
    """A repository that was renamed back is itself again, and its other name leads to it."""
    assert current_name(repo, renames) == current


def test_scope_and_anchors_go_by_current_names() -> None:
    """Two names for one repository become one."""
    scope = MemoryScope(firm=True, domains=("execution",), repos=("oms", "quant/oms", "gateway"))
    assert current_scope(scope, THERE) == attrs_scope("gateway", "quant/oms")
    anchors = (Anchor(repo="oms", path="a.py", symbol="f"), Anchor(repo="gateway", path="a.py"))
    assert current_anchors(anchors, ON) == (Anchor(repo="trading/oms", path="a.py", symbol="f"), anchors[1])


def attrs_scope(*repos: str) -> MemoryScope:
    """The scope of the firm, a domain and these repositories."""
    return MemoryScope(firm=True, domains=("execution",), repos=repos)


def test_the_scopes_that_a_scope_was_before_come_latest_first() -> None:
    """Ids are made of the scope at birth: a record is found again under every former name, each asked once."""
    now = MemoryScope(repos=("gateway", "trading/oms"))
    formerly = [scope.repos for scope in former_scopes(now, ON)]
    assert formerly == [("gateway", "quant/oms"), ("gateway", "oms")]
    assert list(former_scopes(MemoryScope(repos=("gateway",)), ON)) == []
    assert [scope.repos for scope in former_scopes(MemoryScope(repos=("oms",)), BACK)] == [("quant/oms",)]


def test_a_renaming_holds_until_the_old_name_comes_back_or_gets_another() -> None:
    """What is in effect needs no second event."""
    assert in_effect(THERE[0], THERE)
    assert in_effect(THERE[0], ON)
    assert not in_effect(THERE[0], BACK)
    assert not in_effect(THERE[0], ())
    assert not in_effect(Rename(old="oms", new="other"), THERE)


def test_a_renamed_record_keeps_its_id_and_its_age() -> None:
    """Nobody looked at what it says: scope, anchors and revision change, and nothing else does."""
    record = Record(memory=anchored("src/a.py"))
    moved = renamed(record, THERE[0]).memory
    assert (moved.scope.repos, [each.repo for each in moved.provenance.anchors]) == (("quant/oms",), ["quant/oms"])
    assert (moved.id, moved.updated_at, moved.revision) == (record.id, record.memory.updated_at, 2)


def test_a_memory_names_the_repositories_of_its_scope_and_of_its_anchors() -> None:
    """Either is enough to be renamed."""
    memory = anchored("src/a.py")
    assert names(memory, "oms")
    assert not names(memory, "quant/oms")
    elsewhere = anchored("src/a.py", scope=MemoryScope(firm=True))
    assert names(elsewhere, "oms")


def test_whoever_proposes_for_a_former_name_is_told_the_present_one() -> None:
    """And is not told besides that nothing uses the former one."""
    (notice,) = scope_notices(MemoryScope(repos=("oms", "quant/oms")), {"repo:quant/oms"}, THERE)
    assert (notice.rule, notice.why) == ("renamed_scope", "the repo 'oms' was renamed to 'quant/oms'")
    assert scope_notices(MemoryScope(repos=("oms",)), {"repo:oms"}, BACK) == ()
