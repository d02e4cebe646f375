"""The hash chain of the ledger, and its verification."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Final

import attrs

from firm_memory.domain.ledger import Sealed, text_digest

GENESIS: Final = "0" * 64
_DIGEST: Final = re.compile(r'\{"\$text":"(sha256:[0-9a-f]{64})"\}')


def chain_hash(previous: str, seq: int, body: str) -> str:
    """The hash that binds an event to all before it."""
    return hashlib.sha256(f"{previous}{seq}{body}".encode()).hexdigest()


@attrs.frozen(kw_only=True)
class ChainReport:
    """What a verification found. `bad_seq` is the first entry that does not hold; `head` the last good hash."""

    length: int
    head: str
    bad_seq: int | None = None
    problem: str | None = None
    redacted: tuple[tuple[int, int], ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every entry holds."""
        return self.problem is None


def verify_chain(events: Iterable[Sealed], head: str | None = None) -> ChainReport:
    """Check sequence, hashes and text digests from genesis on; with `head`, that the chain reaches it.

    Redacted texts are not faults: they are listed as (seq, redacted by event).
    """
    previous, length = GENESIS, 0
    seen, redacted = {GENESIS}, list[tuple[int, int]]()
    for event in events:
        problem = _problem(event, previous, length + 1)
        if problem:
            return ChainReport(length=length, head=previous, bad_seq=length + 1, problem=problem)
        redacted += [(event.seq, text.redacted_by) for text in event.texts.values() if text.redacted_by is not None]
        previous, length = event.hash, event.seq
        seen.add(previous)
    problem = None if head is None or head in seen else "the chain does not contain the given head"
    return ChainReport(length=length, head=previous, problem=problem, redacted=tuple(dict.fromkeys(redacted)))


def _problem(event: Sealed, previous: str, expected: int) -> str | None:
    if event.seq != expected:
        return f"entry {event.seq} stands where {expected} belongs"
    if chain_hash(previous, event.seq, event.body) != event.hash:
        return "its hash does not match its body and its predecessor"
    if any(digest not in event.texts for digest in _DIGEST.findall(event.body)):
        return "a text that its body names is missing"
    for digest, text in event.texts.items():
        if text.redacted_by is None and text_digest(text.salt or "", text.text or "") != digest:
            return "a text does not match its digest"
    return None
