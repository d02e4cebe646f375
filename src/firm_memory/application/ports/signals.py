"""Port: signals beside the records that are no events: who read what. They never rank anything."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import attrs

from firm_memory.domain.moment import utc
from firm_memory.domain.text import require_name


@attrs.frozen(kw_only=True)
class Access:
    """Somebody read a full record: which one, who (the person behind an agent, else the agent), when."""

    memory: uuid.UUID
    by: str
    at: datetime = attrs.field(converter=utc)

    def __attrs_post_init__(self) -> None:
        require_name("access.by", self.by)


class Signals(Protocol):
    """The access log. Confirmations, refutations and tags are no part of it: they are folds of ledger and records.

    Laws, proved for every adapter:

    - `accessed` appends, for any number of processes at once; none is lost when another one is killed.
    - `accesses` tells them in the order of their moments, and in that of their writing where those are equal.
    - `expire` takes away what is older than `before`, and nothing else. It is the only thing that does.
    - The log stands outside the ledger: neither chain nor records change by it. A place that cannot be reached
      raises `RecordsUnavailable`.
    """

    def accessed(self, access: Access) -> None:
        """Keep one access."""
        ...

    def accesses(self, memory: uuid.UUID) -> Sequence[Access]:
        """Who read that record, oldest first."""
        ...

    def expire(self, before: datetime) -> int:
        """Forget every access earlier than `before`; how many those were."""
        ...
