"""Indexing: closed issues and merge requests, kept as unreviewed cards. For an ingester, never for an agent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import attrs

from firm_memory.application.index import CardFate, Indexed
from firm_memory.application.project import Progress, in_silence
from firm_memory.domain.indexing.card import Card
from firm_memory.domain.provenance import Anchor, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.entrypoints.api.seat import Seat
from firm_memory.entrypoints.card_rows import as_card


@attrs.frozen(kw_only=True)
class Indexing(Seat):
    """The verbs of an ingester. `by` names who indexes; the default is the caller."""

    def index(
        self,
        cards: Iterable[Card | Mapping[str, object]],
        *,
        by: str | None = None,
        progress: Progress = in_silence,
    ) -> Indexed:
        """Keep cards, given as `Card` or as mappings with the keys of a line of `firm-memory index`.

        All are checked before the first is written: `InvalidField` names a card by its place, and nothing was
        changed. Secrets refuse a card, and the others are kept; code, differences, traces, handles, addresses and
        trailers become typed markers. The same card again changes nothing, other words supersede. Raises
        `NotAllowed`, and on outages `WriteFailed`; then the same call again continues. `progress` is told how many
        are done, and of how many.
        """
        return self.container.index()([as_card(each, self.standpoint) for each in cards], self.person(by), progress)

    def index_card(
        self,
        content: str,
        *,
        reference: str,
        type: MemoryType | str = MemoryType.TASK_LEARNING,
        scope: MemoryScope | None = None,
        title: str | None = None,
        tags: Sequence[str] = (),
        anchors: Sequence[Anchor] = (),
        commit: str | None = None,
        created_at: datetime | str | None = None,
        kind: SourceKind | str | None = None,
        by: str | None = None,
    ) -> CardFate:
        """Keep one card; see `index`. `created_at` is when the issue was closed."""
        row = {
            "content": content,
            "reference": reference,
            "type": type,
            "scope": scope,
            "title": title,
            "tags": tags,
            "anchors": anchors,
            "commit": commit,
            "created_at": created_at,
            "kind": kind,
        }
        return self.index([row], by=by).cards[0]
