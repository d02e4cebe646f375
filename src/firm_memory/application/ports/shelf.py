"""A page of the records, and the bookmark in it."""

from __future__ import annotations

import base64
import json
import uuid
from datetime import datetime
from typing import Any, Final, cast

import attrs

from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.moment import read_moment, write_moment

_BROKEN: Final = (ValueError, TypeError, AttributeError, OverflowError, RecursionError)
_SEQ_MOST: Final = 2**63 - 1


@attrs.frozen(kw_only=True)
class Shelf:
    """Some records in order; `cursor` continues behind the last one and is None at the end. Opaque, keyset-based."""

    records: tuple[Record, ...] = ()
    cursor: str | None = None


@attrs.frozen(kw_only=True)
class Bookmark:
    """Where a page ended: the last record's place (its change's moment, its id), in the order as of entry `seq`.

    The order is that of the moment when browsing began. A record that is touched while somebody pages keeps the
    place that it had then, so that it is neither skipped nor shown twice.
    """

    seq: int
    moment: datetime
    id: uuid.UUID

    def written(self) -> str:
        """The cursor that continues behind this place."""
        place = json.dumps([self.seq, write_moment(self.moment), str(self.id)], separators=(",", ":"))
        return base64.urlsafe_b64encode(place.encode()).decode()

    @classmethod
    def read(cls, cursor: str) -> Bookmark:
        """The bookmark written in `cursor`. Raises `InvalidField` unless browsing wrote it."""
        try:
            seq, moment, record = cast("list[Any]", json.loads(base64.b64decode(cursor.encode(), b"-_", validate=True)))
            bookmark = cls(seq=seq, moment=read_moment("cursor", moment), id=uuid.UUID(record))
        except _BROKEN:
            bookmark = None
        if bookmark is None or type(bookmark.seq) is not int or not 0 < bookmark.seq <= _SEQ_MOST:
            raise InvalidField("cursor", "does not belong to a listing", "Leave it out to start from the beginning")
        return bookmark

    def is_before(self, moment: datetime, record: uuid.UUID) -> bool:
        """Whether a record of that place comes behind this one: of an earlier moment, or of the same and a later id."""
        return moment < self.moment or (moment == self.moment and record > self.id)
