"""Pages of a listing: where one ends, the next begins."""

from __future__ import annotations

import base64
import json
import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, cast

from firm_memory.application.ports.memory_store import Order, Page
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.memory import Memory
from firm_memory.domain.moment import read_moment, write_moment

_EPOCH: Final = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
_Key = tuple[int, uuid.UUID]


def page(memories: Iterable[Memory], order: Order, limit: int, cursor: str | None) -> Page:
    """The first `limit` of `memories` in `order` behind `cursor`. Raises `InvalidField`."""
    if limit < 1:
        raise InvalidField("limit", f"{limit} is below 1", "Ask for at least one memory")
    after = None if cursor is None else _read(cursor, order)
    behind = sorted(
        (memory for memory in memories if after is None or _key(memory, order) > after),
        key=lambda memory: _key(memory, order),
    )
    more = len(behind) > limit
    return Page(memories=tuple(behind[:limit]), cursor=_write(behind[limit - 1], order) if more else None)


def _moment(memory: Memory, order: Order) -> datetime:
    return memory.created_at if order is Order.CREATED else memory.updated_at


def _key(memory: Memory, order: Order) -> _Key:
    return _placed(_moment(memory, order), memory.id, order)


def _placed(moment: datetime, memory: uuid.UUID, order: Order) -> _Key:
    microseconds = (moment - _EPOCH) // timedelta(microseconds=1)
    return (microseconds if order is Order.CREATED else -microseconds), memory


def _write(memory: Memory, order: Order) -> str:
    place = [order.value, write_moment(_moment(memory, order)), str(memory.id)]
    return base64.urlsafe_b64encode(json.dumps(place).encode()).decode()


def _read(cursor: str, order: Order) -> _Key:
    try:
        place = cast("list[str]", json.loads(base64.b64decode(cursor.encode(), altchars=b"-_", validate=True)))
        kind, moment, memory = place
        key = _placed(read_moment("cursor", moment), uuid.UUID(memory), order)
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
        kind, key = None, (0, uuid.UUID(int=0))
    if kind != order.value:
        raise InvalidField("cursor", "does not belong to this listing", "Leave it out to start from the beginning")
    return key
