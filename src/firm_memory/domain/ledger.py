"""The ledger: the truth, of which the store is a projection.

An event's body is canonical JSON text. Free text stands in it only as a salted digest; text and salt live
in side records (`Sealed.texts`) that can be redacted without breaking the chain:
`hash = sha256(previous hash ‖ seq ‖ body)`, with the hashes as 64 hex characters and seq in decimal.
"""

from __future__ import annotations

import enum
import hashlib
import re
import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Final

import attrs

from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.moment import utc
from firm_memory.domain.principal import Caller, is_agent
from firm_memory.domain.status import STORED

SCHEMA_VERSION: Final = 1
_SALT: Final = re.compile("[0-9a-f]{32}")


class EventKind(enum.Enum):
    """What happened to the records that an event carries."""

    PROPOSED = "proposed"
    SEEN_AGAIN = "seen_again"
    APPROVED = "approved"
    REJECTED = "rejected"
    RECONSIDERED = "reconsidered"
    CORRECTED = "corrected"
    VERIFIED = "verified"
    ARCHIVED = "archived"
    RESTORED = "restored"
    NOTED = "noted"
    INDEXED = "indexed"
    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    TRANSFERRED = "transferred"
    REDACTED = "redacted"
    IMPORTED = "imported"
    REPO_RENAMED = "repo_renamed"


@attrs.frozen(kw_only=True)
class Change:
    """A change as the application asks the records to commit it, before it has a place in the chain.

    Every record carries the revision it will have; the records refuse the change as a lost update
    unless each present revision is exactly one less (absent counts as 0). `salt` seeds the digests of
    this event's texts and is random, 32 hex characters. `reason` is what the principal said of the deed, kept
    like every free text; `details` are words of the program's own, such as both names of a renamed repository,
    and stand in the chain in clear.
    """

    kind: EventKind
    caller: Caller
    occurred_at: datetime = attrs.field(converter=utc)
    records: tuple[Record, ...]
    salt: str
    reason: str | None = None
    details: Mapping[str, str] = attrs.field(factory=dict[str, str])

    def __attrs_post_init__(self) -> None:
        if not is_salt(self.salt):
            raise InvalidField("salt", "is not 32 hex characters in lower case", "Take it from the port Salt")

    @property
    def projects(self) -> bool:
        """Whether the store has to learn of it: some resulting record lives there."""
        return any(record.memory.status in STORED for record in self.records)

    @property
    def redacts(self) -> frozenset[uuid.UUID]:
        """The records whose texts are erased from all earlier entries by this change: the tombstones it brings."""
        return frozenset(record.id for record in self.records if self.kind is EventKind.REDACTED)


@attrs.frozen(kw_only=True)
class SealedText:
    """A side record: the text behind a digest, or neither text nor salt once event `redacted_by` erased it."""

    salt: str | None
    text: str | None
    redacted_by: int | None = None


@attrs.frozen(kw_only=True)
class Sealed:
    """An event in its place in the chain, exactly as every adapter stores it."""

    seq: int
    body: str
    hash: str
    texts: Mapping[str, SealedText] = attrs.field(factory=dict[str, SealedText])


@attrs.frozen(kw_only=True)
class Event:
    """An event read back: who did what, when, and every record that resulted."""

    seq: int
    hash: str
    kind: EventKind
    occurred_at: datetime
    principal: str
    on_behalf_of: str | None
    via: str
    trust: str
    records: tuple[Record, ...]
    stored: bool = True
    reason: str | None = None
    details: Mapping[str, str] = attrs.field(factory=dict[str, str])

    @property
    def speaker(self) -> str:
        """Whose word it was: the person behind an agent, else the principal itself."""
        return self.on_behalf_of or self.principal

    @property
    def via_agent(self) -> bool:
        """Whether an agent did it, for somebody or by itself."""
        return self.via == "mcp" or is_agent(self.principal)

    @property
    def projects(self) -> bool:
        """Whether the store has to learn of it: some resulting record lives there."""
        return any(record.memory.status in STORED for record in self.records)

    def touches(self, record: uuid.UUID) -> bool:
        """Whether the event changed that record."""
        return any(each.id == record for each in self.records)


def is_salt(text: str) -> bool:
    """Whether `text` is a salt. Its width is fixed, or else characters could wander between salt and text unseen."""
    return _SALT.fullmatch(text) is not None


def text_digest(salt: str, text: str) -> str:
    """The digest that stands for a text: `sha256:` and the hex of sha256(salt ‖ text)."""
    return "sha256:" + hashlib.sha256(f"{salt}{text}".encode()).hexdigest()
