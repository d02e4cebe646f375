"""Pages are whole: nothing is cut off in silence, skipped or shown twice."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta
from itertools import cycle

import attrs
import pytest

from firm_memory import FirmMemory, Reason
from firm_memory.domain.visibility import Visibility
from firm_memory.features.firm import Firm
from firm_memory.features.laws.sample_memories import sample
from tests.cases.firms import FIRM, keep, listed
from tests.cases.notation import expected, given


def _paged(memory: FirmMemory, size: int, between: Callable[[], object] = lambda: None) -> list[uuid.UUID]:
    """The ids on every page, in the order in which they came."""
    shown, cursor = list[uuid.UUID](), None
    while True:
        page = memory.list(limit=size, cursor=cursor)
        assert not page.degraded
        shown += [each.id for each in page]
        if (cursor := page.cursor) is None:
            return shown
        between()


def test_bug_pagination_01_ties_in_the_sort_key(firm: Firm) -> None:
    """Three hundred memories of one moment, some touched between the pages: each is shown once."""
    case = given("bug-pagination-01")
    keep(firm, *(sample(number, minutes=0, content=f"Fact {number}.") for number in range(case["rows"])))
    first = _paged(firm.at("oms"), case["page"])
    touched = cycle([first[0], first[-1], first[len(first) // 2]])

    def touch() -> None:
        for _ in range(2):
            memory = firm.memory(next(touched))
            moved = memory.updated_at + timedelta(days=1)
            keep(firm, attrs.evolve(memory, updated_at=moved, revision=memory.revision + 1))

    assert case["touch_between_pages"]
    shown = _paged(firm.at("oms"), case["page"], touch)
    assert (len(shown), len(set(shown))) == (expected("bug-pagination-01"),) * 2
    assert shown == first
    assert _paged(firm.at("oms"), case["page"]) != first


def test_bug_pagination_03_more_than_the_provider_s_default_page(firm: Firm) -> None:
    """A hundred and fifty memories are listed, all of them, by pages of fifty, and by the store in one page."""
    rows = given("bug-pagination-03")["rows"]
    keep(firm, *(sample(number, content=f"Fact {number}.") for number in range(rows)))
    shown = _paged(firm.at("oms"), 50)
    assert (len(shown), len(set(shown))) == (expected("bug-pagination-03"),) * 2
    stored = listed(firm, Visibility(atoms=FIRM.atoms), limit=rows)
    assert {each.id for each in stored} == set(shown)


@pytest.mark.parametrize("limit", given("bug-pagination-05")["limits"])
def test_bug_pagination_05_limit_edge_values(firm: Firm, limit: int) -> None:
    """A limit beyond 1 to 50 is brought into that range, and that is said; 0 and -1, too.

    The case would have 0 and -1 refused; by the specification a limit out of range is clamped and said.
    """
    keep(firm, *(sample(number, content=f"Fact {number}.") for number in range(60)))
    page = firm.at("oms").list(limit=limit)
    assert len(page) == min(max(limit, 1), 50)
    assert (page.reason is Reason.LIMIT_CLAMPED) == (limit != 1)
    assert page.cursor is not None
