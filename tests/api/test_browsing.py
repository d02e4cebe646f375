"""Browsing through the Python API: arguments checked at the door, pages that say how they were made."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

import pytest

from firm_memory import FirmMemory, MemoryStatus, MemoryType, Reason
from firm_memory.domain.errors import InvalidField


@pytest.fixture
def known(memory: FirmMemory) -> str:
    """The id of an approved memory."""
    proposal = memory.propose("Odd lots are netted.", type=MemoryType.BUSINESS_RULE, reference="mr-1", tags=["netting"])
    assert proposal.candidate_id
    memory.approvals.approve(proposal.candidate_id, approver="lead")
    return str(proposal.candidate_id)


def test_filters_are_taken_in_every_form(memory: FirmMemory, known: str) -> None:
    """Rule: members or words, moments, days or texts; they hold together."""
    today = datetime.now(UTC)
    for asked in (
        {"type": "BUSINESS_RULE", "tag": "NETTING", "status": "active", "steward": "mira"},
        {"type": MemoryType.BUSINESS_RULE, "status": MemoryStatus.ACTIVE, "stale_days": 0},
        {"updated_since": today - timedelta(hours=1)},
        {"updated_since": (today - timedelta(days=1)).date()},
        {"updated_since": (today - timedelta(days=1)).replace(tzinfo=None)},
        {"updated_since": f"{today - timedelta(days=1):%Y-%m-%d}", "repo": "quant/oms", "domains": []},
    ):
        assert [str(each.id) for each in memory.list(**cast("Any", asked))] == [known], asked
    assert list(memory.list(updated_since=date(2999, 1, 1))) == []
    assert list(memory.list(repo="gateway")) == []
    assert memory.list(repo="gateway").reason is Reason.NO_MATCH


def test_stale_and_tags(memory: FirmMemory, known: str) -> None:
    """Rule: the configured days unless told otherwise; hashes by reference; tags with their counts."""
    assert list(memory.stale()) == list(memory.stale(documents={"mr-1": "b2"})) == []
    assert [str(each.id) for each in memory.stale(days=0)] == [known]
    assert memory.tags().counts == {"netting": 1}
    assert memory.tags(domains=[]).reason is Reason.NO_MATCH


@pytest.mark.parametrize(
    ("ask", "field"),
    [
        (lambda memory: memory.list(type=7), "type"),
        (lambda memory: memory.list(tag=7), "tag"),
        (lambda memory: memory.list(status="lost"), "status"),
        (lambda memory: memory.list(steward=7), "steward"),
        (lambda memory: memory.list(updated_since=7), "updated_since"),
        (lambda memory: memory.list(updated_since="yesterday"), "updated_since"),
        (lambda memory: memory.list(stale_days=True), "stale_days"),
        (lambda memory: memory.list(limit="5"), "limit"),
        (lambda memory: memory.list(cursor=7), "cursor"),
        (lambda memory: memory.list(cursor="nonsense"), "cursor"),
        (lambda memory: memory.stale(days=-1), "stale_days"),
        (lambda memory: memory.stale(documents=["mr-1"]), "documents"),
        (lambda memory: memory.stale(documents={"mr-1": 7}), "documents"),
    ],
)
def test_what_means_nothing_is_refused_by_name(memory: FirmMemory, ask: Callable[[Any], object], field: str) -> None:
    """Rule: a wrong argument is a usage error, never an empty answer."""
    with pytest.raises(InvalidField, match=field):
        ask(memory)
