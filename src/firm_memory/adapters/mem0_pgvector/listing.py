"""A page of a listing, as SQL: what is visible, in order, behind a place."""

from __future__ import annotations

from typing import Final, LiteralString

import attrs
from psycopg import sql

from firm_memory.adapters.mem0_pgvector.candidates import Statement
from firm_memory.adapters.mem0_pgvector.collection import Collection
from firm_memory.adapters.mem0_pgvector.condition import Condition, parameters
from firm_memory.adapters.mem0_pgvector.cursor import Place
from firm_memory.application.ports.memory_store import Order
from firm_memory.domain.visibility import Visibility

_PAGE: Final = "SELECT payload ->> 'record' FROM {table} WHERE {visible}{behind} ORDER BY {order} LIMIT %(limit)s"
_ORDERS: Final[dict[Order, LiteralString]] = {
    Order.CREATED: "created, id",
    Order.UPDATED_DESCENDING: "updated DESC, id",
}
_BEHIND: Final[dict[Order, LiteralString]] = {
    Order.CREATED: " AND (created, id) > (%(moment)s, %(id)s)",
    Order.UPDATED_DESCENDING: " AND (updated < %(moment)s OR updated = %(moment)s AND id > %(id)s)",
}


@attrs.frozen(kw_only=True)
class Listing:
    """What to list: the visible rows, in `order`, behind `place` (None: from the beginning)."""

    visibility: Visibility
    order: Order
    place: Place | None

    def statement(self, collection: Collection, limit: int) -> Statement:
        """The query for the first `limit` of them."""
        place = self.place
        text = sql.SQL(_PAGE).format(
            table=collection.table,
            visible=Condition.of(self.visibility).text,
            behind=sql.SQL(_BEHIND[self.order] if place else ""),
            order=sql.SQL(_ORDERS[self.order]),
        )
        return Statement(
            text=text.as_bytes(None),
            parameters={
                **parameters(self.visibility, collection.pool_owner),
                "limit": limit,
                **({"moment": place.moment, "id": place.id} if place else {}),
            },
        )
