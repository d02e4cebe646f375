"""A card: one closed issue or merge request, as it is handed over to be indexed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

import attrs

from firm_memory.domain.errors import InvalidContent
from firm_memory.domain.exclusion import Certainty, ExclusionReason, Finding, gravest
from firm_memory.domain.identity import card_id
from firm_memory.domain.indexing.dividing import divided
from firm_memory.domain.memory import TITLE_LIMIT, Memory
from firm_memory.domain.moment import optional_utc
from firm_memory.domain.principal import Caller
from firm_memory.domain.statement import Statement
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.domain.text import CONTENT_LIMIT_MOST, is_blank, is_one_line, require_clean, require_text, shorten

TEXT_MOST: Final = 200_000
_SAMPLE: Final = Caller(name="ingester", via="index")
_MARKED: Final = frozenset({"title", "content"})


@attrs.frozen(kw_only=True)
class Card:
    """What an issue says, where it holds and where it comes from; `statement.reference` names the issue.

    Checked at construction, each error naming its field: all but the length of title and content is held to the
    invariants of a memory. The text may have `TEXT_MOST` characters; what is too long for one memory is divided.
    `created_at` is when the issue was closed.
    """

    statement: Statement
    created_at: datetime | None = attrs.field(default=None, converter=optional_utc)

    def __attrs_post_init__(self) -> None:
        require_text("content", self.statement.content, TEXT_MOST)
        title = self.statement.title
        if title is not None and (
            len(title) > CONTENT_LIMIT_MOST or is_blank(require_clean("title", title)) or not is_one_line(title)
        ):
            raise InvalidContent("title", "is blank, too long or has a line break", "Write it on one line")
        self.sample  # noqa: B018 -- made once, it has kept every other invariant

    @property
    def reference(self) -> str:
        """The issue that it stands for, within its scope."""
        return self.statement.reference

    @property
    def sample(self) -> Memory:
        """A memory with everything of the card but its words."""
        bare = attrs.evolve(self.statement, content="card", title=None)
        return bare.born(_SAMPLE, datetime(1, 1, 1, tzinfo=UTC))

    @property
    def texts(self) -> dict[str, str]:
        """Content and title, by name. A title that is too long for one opens the content as well."""
        title, content = self.statement.title, self.statement.content
        if title is None:
            return {"content": content}
        if len(title) > TITLE_LIMIT:
            return {"content": f"{title}\n\n{content}", "title": shorten(title, TITLE_LIMIT)}
        return {"content": content, "title": title}


def refusal(findings: Iterable[Finding]) -> Finding | None:
    """The finding for which a card is refused as a whole: none where markers make up for all of them.

    A secret, also one that is only likely: no approver will look at it. And what is certain outside title and
    content, where no marker is put.
    """
    found = list(findings)
    secrets = [each for each in found if each.exclusion.reason is ExclusionReason.SECRET]
    elsewhere = [each for each in found if each.field not in _MARKED]
    return (
        gravest(secrets, Certainty.CERTAIN)
        or gravest(elsewhere, Certainty.CERTAIN)
        or gravest(secrets, Certainty.SUSPICIOUS)
    )


def parts_of(card: Card, content: str, title: str | None) -> tuple[Statement, ...]:
    """The statements that the card is kept as, in order: one, or as many as its marked content has to be divided into.

    Raises `InvalidContent` where it cannot be divided.
    """
    parts = divided(content)
    if len(parts) == 1:
        return (attrs.evolve(card.statement, content=content, title=title),)
    numbered = list[Statement]()
    for number, part in enumerate(parts, 1):
        suffix = f" ({number}/{len(parts)})"
        heading = shorten(title or card.statement.reference, TITLE_LIMIT - len(suffix)) + suffix
        numbered.append(attrs.evolve(card.statement, content=part, title=heading))
    return tuple(numbered)


def shelved(card: Card, statement: Statement, caller: Caller, now: datetime, *, part: int, earlier: int) -> Memory:
    """The memory that a part of a card becomes: ACTIVE at once, unreviewed for ever.

    It is as old as the issue, so that what nobody has looked at since reads as stale.
    """
    closed = card.created_at or now
    return attrs.evolve(
        statement.born(caller, now),
        id=card_id(statement.reference, statement.scope, part, earlier),
        tier=MemoryTier.INDEX,
        status=MemoryStatus.ACTIVE,
        created_at=closed,
        updated_at=min(closed, now),
    )


def same_words(memory: Memory, statement: Statement) -> bool:
    """Whether `memory` says what `statement` does, of the same kind and with the same tags, anchors and commit."""
    source = memory.provenance
    said = (memory.content, memory.title, memory.type, memory.tags, source.anchors, source.commit)
    draft = statement.born(_SAMPLE, memory.created_at)
    return said == (
        draft.content,
        draft.title,
        draft.type,
        draft.tags,
        draft.provenance.anchors,
        draft.provenance.commit,
    )
