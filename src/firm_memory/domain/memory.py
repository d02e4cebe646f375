"""A memory: one statement of the firm, with its scope, its life and its source."""

from __future__ import annotations

import enum
import uuid
from collections.abc import Iterable
from datetime import datetime
from typing import Final

import attrs

from firm_memory.domain.confidence import require_confidence
from firm_memory.domain.errors import InvalidContent, InvalidField, InvalidSupersession, InvalidTask
from firm_memory.domain.moment import optional_utc, utc
from firm_memory.domain.provenance import Provenance
from firm_memory.domain.redaction import Redaction
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import Disposition, MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.text import (
    CONTENT_LIMIT,
    CONTENT_LIMIT_MOST,
    REASON_LIMIT,
    comparison_key,
    is_blank,
    is_one_line,
    require_clean,
    require_name,
    require_text,
)

TITLE_LIMIT: Final = 200
TASK_LIMIT: Final = 200
TAGS_MOST: Final = 32
TAG_LIMIT: Final = 64
DISPUTE_PENALTY: Final = 0.3
_FREE_TEXT: Final = {"free_text": True}


class FlagKind(enum.Enum):
    """What an open flag is: somebody's correction, or somebody's refutation."""

    CORRECTION = "correction"
    REFUTATION = "refutation"


@attrs.frozen(kw_only=True)
class Flag:
    """An open objection to a memory; `replacement` is the candidate that would supersede it."""

    kind: FlagKind
    by: str
    reason: str = attrs.field(metadata=_FREE_TEXT)
    at: datetime = attrs.field(converter=utc)
    replacement: uuid.UUID | None = None

    def __attrs_post_init__(self) -> None:
        require_text("reason", self.reason, REASON_LIMIT)
        require_clean("flags.by", self.by)


def _tags(values: Iterable[str]) -> tuple[str, ...]:
    tags = tuple(values)
    if isinstance(values, str):  # Python would read it letter by letter
        raise InvalidField("tags", "is one text", 'Give a list, such as ("netting",)')
    if len(tags) > TAGS_MOST:
        raise InvalidField("tags", f"{len(tags)} tags", f"Give at most {TAGS_MOST}")
    keys = {comparison_key(require_text("tags", tag, TAG_LIMIT)) for tag in tags}
    return tuple(sorted(require_text("tags", key, TAG_LIMIT) for key in keys))


@attrs.frozen(kw_only=True)
class Memory:
    """One statement and its life. Every invariant is checked at construction and names its field.

    `revision` starts at 1 and rises by one with every change: the optimistic lock of the records.
    `confirmations` counts who confirmed it and did not refute it since. `redaction` marks a tombstone.
    """

    id: uuid.UUID
    content: str = attrs.field(metadata=_FREE_TEXT)
    title: str | None = attrs.field(default=None, metadata=_FREE_TEXT)
    summary: str | None = attrs.field(default=None, metadata=_FREE_TEXT)
    type: MemoryType
    scope: MemoryScope
    tier: MemoryTier = MemoryTier.DURABLE
    status: MemoryStatus = MemoryStatus.PROPOSED
    confidence: float = attrs.field(converter=require_confidence)
    provenance: Provenance
    task: str | None = None
    disposition: Disposition | None = None
    tags: tuple[str, ...] = attrs.field(default=(), converter=_tags, metadata=_FREE_TEXT)
    steward: str | None = None
    supersedes: uuid.UUID | None = None
    superseded_by: uuid.UUID | None = None
    created_at: datetime = attrs.field(converter=utc)
    updated_at: datetime = attrs.field(converter=utc)
    verified_at: datetime | None = attrs.field(default=None, converter=optional_utc)
    revision: int = 1
    flags: tuple[Flag, ...] = ()
    confirmations: int = attrs.field(default=0, metadata={"left_out": 0})
    redaction: Redaction | None = None

    def __attrs_post_init__(self) -> None:
        require_text("content", self.content, CONTENT_LIMIT_MOST)
        for field, value in (("title", self.title), ("summary", self.summary)):
            if value is not None:
                require_text(field, value, TITLE_LIMIT)
                if not is_one_line(value):
                    raise InvalidContent(field, "has a line break", "Write it on one line")
        self._check_task()
        for field, count, least in (("revision", self.revision, 1), ("confirmations", self.confirmations, 0)):
            if count < least:
                raise InvalidField(field, f"is below {least}", "The records count it; leave it out")
        if self.steward is not None:
            require_name("steward", self.steward)
        self._check_supersession()

    def _check_supersession(self) -> None:
        for field, value in (("supersedes", self.supersedes), ("superseded_by", self.superseded_by)):
            if value == self.id:
                raise InvalidSupersession(field, "names the memory itself", "Name another memory")
        if self.supersedes is not None and self.supersedes == self.superseded_by:
            raise InvalidSupersession("superseded_by", "names the memory it supersedes", "Name a newer memory")

    def _check_task(self) -> None:
        episodic = self.tier is MemoryTier.EPISODIC
        if episodic != (self.task is not None):
            problem = "is missing on a working note" if episodic else f"is given on tier {self.tier.value}"
            raise InvalidTask("task", problem, "Working notes have a task, nothing else does")
        if self.task is not None and (len(self.task) > TASK_LIMIT or is_blank(require_clean("task", self.task))):
            raise InvalidTask("task", "is blank or too long", "Name the task, such as mr-4821")
        if self.disposition is not None and not episodic:
            raise InvalidTask("disposition", f"is given on tier {self.tier.value}", "Only working notes have one")

    @property
    def effective_confidence(self) -> float:
        """Confidence as ranked: lower by 0.3 (floor 0) while disputed; the stored one never changes."""
        return max(0.0, self.confidence - DISPUTE_PENALTY) if self.status is MemoryStatus.DISPUTED else self.confidence

    @property
    def embedded_text(self) -> str:
        """The text a model embeds and an analyser reads: title, then content."""
        return f"{self.title}\n{self.content}" if self.title else self.content


def require_length(content: str, limit: int = CONTENT_LIMIT) -> None:
    """Hold new content to the configured limit (`CONTENT_LIMIT` unless raised, at most 16,000)."""
    require_text("content", content, limit)
