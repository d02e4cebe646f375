"""The laws of a listing: orders, and pages that neither skip nor repeat."""

from __future__ import annotations

import base64
from typing import Final

import attrs
import pytest

from firm_memory.application.ports.memory_store import MemoryStore, Order
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.memory import Memory
from firm_memory.features.laws.sample_memories import FIRM_WIDE, OMS, Row, pointing, revised, sample, soon
from firm_memory.features.laws.store_filter_laws import BulkPut

_PAGES_MOST: Final = 100
_NOWHERE: Final = "00000000-0000-4000-8000-000000000000"


def _timeline() -> list[Row]:
    """Eleven memories, three of each moment, updated in another order than created; one is not visible."""
    memories = [sample(number, minutes=number // 3) for number in range(10)]
    memories = [
        revised(memory, 2, updated_at=sample(0, minutes=50 - 7 * (number // 2)).updated_at)
        for number, memory in enumerate(memories)
    ]
    return [Row(memory=each, vector=pointing(0)) for each in (*memories, sample(99, scope=OMS))]


def _expected(rows: list[Row], order: Order) -> list[Memory]:
    memories = sorted((row.memory for row in rows if row.memory.scope.firm), key=lambda memory: memory.id)
    if order is Order.CREATED:
        return sorted(memories, key=lambda memory: memory.created_at)
    return sorted(memories, key=lambda memory: memory.updated_at, reverse=True)


@attrs.frozen(kw_only=True)
class _Reader:
    """Reads a listing page by page."""

    store: MemoryStore
    order: Order

    def pages(self, limit: int) -> list[tuple[Memory, ...]]:
        """Every page of at most `limit` memories."""
        pages = list[tuple[Memory, ...]]()
        cursor: str | None = None
        while not pages or cursor is not None:
            page = self.store.list(FIRM_WIDE, self.order, limit, cursor, soon())
            pages.append(page.memories)
            assert len(pages) <= _PAGES_MOST, "the cursor leads in circles"
            cursor = page.cursor
        return pages


class StoreListingLaws:
    """What `list` promises; part of `StoreLaws`."""

    @pytest.mark.parametrize("order", Order)
    def test_pages_make_up_the_whole_listing_in_order(
        self, store: MemoryStore, bulk_put: BulkPut, order: Order
    ) -> None:
        """Rule: by creation, or latest update first; ties by id; pages are full, and the last has no cursor."""
        rows = _timeline()
        bulk_put(rows)
        for limit in (1, 3, 10, 50):
            pages = _Reader(store=store, order=order).pages(limit)
            assert [memory for page in pages for memory in page] == _expected(rows, order)
            assert {len(page) for page in pages[:-1]} <= {limit}
            assert pages[-1]

    def test_what_is_added_meanwhile_shifts_no_page(self, store: MemoryStore, bulk_put: BulkPut) -> None:
        """Rule: a page continues behind the last memory shown, whatever was put before it meanwhile."""
        rows = _timeline()
        bulk_put(rows)
        first = store.list(FIRM_WIDE, Order.CREATED, 4, None, soon())
        store.put(sample(200, minutes=-5), pointing(0), frozenset())
        rest = store.list(FIRM_WIDE, Order.CREATED, 50, first.cursor, soon())
        assert [*first.memories, *rest.memories] == _expected(rows, Order.CREATED)

    def test_a_foreign_cursor_is_refused(self, store: MemoryStore, bulk_put: BulkPut) -> None:
        """Rule: a cursor that this listing did not make raises `InvalidField` for `cursor`, never another error."""
        bulk_put(_timeline())
        other = store.list(FIRM_WIDE, Order.UPDATED_DESCENDING, 2, None, soon()).cursor
        assert other is not None
        forged = (
            "null", "[]", "{}", "1", '"created"', '["created"]', '["created", "now", "x"]', "[" * 5_000,
            f'["created", "0001-01-01T00:00:00+14:00", "{_NOWHERE}"]', f'["created", 5, "{_NOWHERE}"]',
            f'[["created"], "2026-01-05T09:00:00Z", "{_NOWHERE}"]', '["created", "2026-01-05T09:00:00Z", 7]',
            f'["created", "2026-01-05T09:00:00Z", "{_NOWHERE}", 0]', f'["x", "2026-01-05T09:00:00Z", "{_NOWHERE}"]',
        )  # fmt: skip
        written = [base64.urlsafe_b64encode(text.encode()).decode() for text in forged]
        for cursor in ("", "no cursor", "é", "AAAA", "%s", other, other[:-4], *written):
            with pytest.raises(InvalidField) as refusal:
                store.list(FIRM_WIDE, Order.CREATED, 2, cursor, soon())
            assert refusal.value.field == "cursor", cursor

    def test_a_page_holds_at_least_one_memory(self, store: MemoryStore) -> None:
        """Rule: a limit below 1 is refused, naming it."""
        for limit in (0, -1):
            with pytest.raises(InvalidField) as refusal:
                store.list(FIRM_WIDE, Order.CREATED, limit, None, soon())
            assert refusal.value.field == "limit"
