"""The hash chain of the ledger, and its verification."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Final

import attrs

from firm_memory.domain.ledger import EventKind, Sealed, SealedText, is_salt, text_digest

GENESIS: Final = "0" * 64
# No text of a person stands in a body, so that nobody but the program can have written it there.
_REDACTION: Final = f'"kind":"{EventKind.REDACTED.value}"'
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

    Redacted texts are not faults: they are listed as (seq, redacted by event), and that event must be a redaction.
    """
    previous, length, reached = GENESIS, 0, head in (None, GENESIS)
    redacted, redactions = dict[tuple[int, int], str](), set[int]()
    for event in events:
        problem = link_problem(event, previous, length + 1)
        if problem:
            return ChainReport(length=length, head=previous, bad_seq=length + 1, problem=problem)
        redacted |= {(event.seq, by): previous for text in event.texts.values() if (by := text.redacted_by) is not None}
        if _REDACTION in event.body:
            redactions.add(event.seq)
        previous, length = event.hash, event.seq
        reached = reached or previous == head
    for (seq, by), before in redacted.items():
        if by not in redactions:
            return ChainReport(length=seq - 1, head=before, bad_seq=seq, problem=f"no event {by} redacts its text")
    problem = None if reached else "the chain does not contain the given head"
    return ChainReport(length=length, head=previous, problem=problem, redacted=tuple(sorted(redacted)))


def link_problem(event: Sealed, previous: str, expected: int) -> str | None:
    """Why `event` cannot stand as entry `expected` behind the entry whose hash is `previous`; None if it can."""
    if event.seq != expected:
        return f"entry {event.seq} stands where {expected} belongs"
    if chain_hash(previous, event.seq, event.body) != event.hash:
        return "its hash does not match its body and its predecessor"
    named = set(_DIGEST.findall(event.body))
    if named - event.texts.keys():
        return "a text that its body names is missing"
    if event.texts.keys() - named:
        return "it holds a text that its body does not name"
    return next(filter(None, (_text_problem(event.seq, digest, text) for digest, text in event.texts.items())), None)


def _text_problem(seq: int, digest: str, text: SealedText) -> str | None:
    if text.redacted_by is not None:
        if text.redacted_by <= seq:
            return f"event {text.redacted_by} cannot redact a later text"
        return None if text.text is None and text.salt is None else "a redacted text still holds text or salt"
    if text.text is None or not is_salt(text.salt or "") or text_digest(text.salt or "", text.text) != digest:
        return "a text does not match its digest"
    return None
