"""The head of a ledger, written down elsewhere: with it, the removal of its last entries is noticed too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Self

import attrs

from firm_memory.domain.chain import ChainReport, verify_chain
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.ledger import Sealed
from firm_memory.domain.text import quoted

_WRITTEN: Final = re.compile(r"(?:(?P<seq>[0-9]{1,18}):)?(?P<hash>[0-9a-f]{64})")


@attrs.frozen(kw_only=True)
class Head:
    """The last entry of a chain as it was once: its hash, and its number where that was kept too."""

    hash: str
    seq: int | None = None

    @classmethod
    def read(cls, text: str) -> Self:
        """The head written as `SEQ:HASH` or `HASH`. Raises `InvalidField`."""
        found = _WRITTEN.fullmatch(text.strip().casefold())
        if found is None:
            raise InvalidField(
                "head", f"{quoted(text)} is no head of a ledger", "Give what firm-memory ledger head printed"
            )
        return cls(hash=found["hash"], seq=None if found["seq"] is None else int(found["seq"]))

    def __str__(self) -> str:
        return self.hash if self.seq is None else f"{self.seq}:{self.hash}"


def verify_against(events: Iterable[Sealed], head: Head) -> ChainReport:
    """`verify_chain`, and whether the chain still holds `head`; a report that it does not names it."""
    places = dict[str, int]()

    def noting() -> Iterator[Sealed]:
        for event in events:
            places[event.hash] = event.seq
            yield event

    report = verify_chain(noting(), head.hash)
    if report.bad_seq is not None:
        return report
    if not report.ok:
        gone = f"{head} is not in the chain, which ends at entry {report.length}: entries were removed or rewritten"
        return attrs.evolve(report, problem=gone)
    place = places.get(head.hash, 0)
    if head.seq not in (None, place):
        return attrs.evolve(report, problem=f"{head} is not in the chain, which has that hash at entry {place}")
    return report
