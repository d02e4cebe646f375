"""Where a page of a listing ended, as an opaque text."""

from __future__ import annotations

import base64
import json
import uuid
from typing import Final, cast

import attrs

from firm_memory.application.ports.memory_store import Order
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.memory import Memory
from firm_memory.domain.moment import read_moment, write_moment

_BROKEN: Final = (ValueError, TypeError, AttributeError, OverflowError, RecursionError)


@attrs.frozen(kw_only=True)
class Place:
    """The last row of a page: its moment in the listing's order, as fixed-width text, and its id."""

    order: Order
    moment: str
    id: uuid.UUID

    @classmethod
    def of(cls, memory: Memory, order: Order) -> Place:
        """The place of `memory`."""
        moment = memory.created_at if order is Order.CREATED else memory.updated_at
        return cls(order=order, moment=write_moment(moment), id=memory.id)

    def written(self) -> str:
        """The cursor that continues behind this place."""
        return base64.urlsafe_b64encode(json.dumps([self.order.value, self.moment, str(self.id)]).encode()).decode()

    @classmethod
    def read(cls, cursor: str, order: Order) -> Place:
        """The place written in `cursor`. Raises `InvalidField` unless it was made by a listing in `order`."""
        try:
            kind, moment, memory = cast(
                "list[str]", json.loads(base64.b64decode(cursor.encode(), b"-_", validate=True))
            )
            place = cls(order=Order(kind), moment=write_moment(read_moment("cursor", moment)), id=uuid.UUID(memory))
        except _BROKEN:
            place = None
        if place is None or place.order is not order:
            raise InvalidField("cursor", "does not belong to this listing", "Leave it out to start from the beginning")
        return place
