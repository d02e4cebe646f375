"""Reading: search, get, list, stale, tags, timeline. Reads answer, labelled, whatever breaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

import attrs

from firm_memory.application.browse import PAGE, Browsing
from firm_memory.application.get import Dossier
from firm_memory.application.search import Question
from firm_memory.application.timeline import TaskTimeline
from firm_memory.domain.answer import Hits
from firm_memory.domain.listing import Listing, TagCounts
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.entrypoints import arguments as given
from firm_memory.entrypoints.api.seat import Seat
from firm_memory.entrypoints.arguments import MemoryId


@attrs.frozen(kw_only=True)
class Recalling(Seat):
    """The verbs that change nothing."""

    def search(
        self,
        query: str,
        *,
        limit: int | None = None,
        types: Iterable[MemoryType | str] | None = None,
        repo: str | None = None,
        domains: Iterable[str] | None = None,
        paths: Sequence[str] = (),
        task: str | None = None,
        max_tokens: int | None = None,
        as_of: date | str | None = None,
    ) -> Hits:
        """What the firm knows about `query`, best first. Never raises on outages; see `Hits.reason`.

        `repo` or `domains` replace the checkout's scope (an empty list: firm only). `task` searches that
        task's working notes instead. `paths`, relative to the checkout or absolute, lift what is anchored there or
        in the components that they belong to; others are ignored. `max_tokens` withholds what does not fit.
        `as_of` (a datetime, a date up to its end in UTC, or either as ISO 8601 text) asks what was known then: by
        words alone, with every memory as it stood. An argument of a wrong type raises `InvalidField`.
        """
        question = Question(
            query=given.as_text("query", query),
            scope=self.standpoint.asked(repo, domains),
            limit=self.settings.limit if limit is None else given.as_whole("limit", limit),
            types=None if types is None else given.as_types(types),
            task=given.as_optional_text("task", task),
            paths=self.standpoint.touched(given.as_texts("paths", paths)),
            components=self.standpoint.components,
            max_tokens=None if max_tokens is None else given.as_whole("max_tokens", max_tokens),
        )
        if as_of is not None:
            return self.container.as_of()(question, given.as_until("as_of", as_of))
        return self.container.search()(question)

    def get(self, memory: MemoryId, *, repo: str | None = None, domains: Iterable[str] | None = None) -> Dossier:
        """One record whole, with history and chain, for any status, if the asked scope sees it."""
        return self.container.get()(given.as_id(memory), self.standpoint.asked(repo, domains), self.caller)

    def stale(
        self,
        *,
        days: int | None = None,
        documents: Mapping[str, str] | None = None,
        repo: str | None = None,
        domains: Iterable[str] | None = None,
        limit: int = PAGE,
        cursor: str | None = None,
    ) -> Listing:
        """What nobody changed or verified for `days` days (default FIRM_MEMORY_STALENESS_DAYS), a page of it.

        `documents` maps references to the present hash of what they name: what was taken from a text that reads
        otherwise by now is stale, too. Scope and pages are those of `list`.
        """
        asked = Browsing(
            stale_days=self.settings.staleness_days if days is None else given.as_whole("days", days),
            documents={} if documents is None else given.as_hashes("documents", documents),
            scope=self.standpoint.asked(repo, domains),
            limit=given.as_whole("limit", limit),
            cursor=given.as_optional_text("cursor", cursor),
        )
        return self.container.browse()(asked)

    def tags(self, *, repo: str | None = None, domains: Iterable[str] | None = None) -> TagCounts:
        """The tags of what is in force in the asked scope, each with its count, most used first."""
        return self.container.tags()(self.standpoint.asked(repo, domains))

    def timeline(self) -> TaskTimeline:
        """The notes of this task (`for_task`), in order."""
        return self.container.timeline()(self.current_task(), self.standpoint.asked())

    def list(
        self,
        *,
        type: MemoryType | str | None = None,
        tag: str | None = None,
        status: MemoryStatus | str | None = None,
        steward: str | None = None,
        updated_since: date | str | None = None,
        stale_days: int | None = None,
        repo: str | None = None,
        domains: Iterable[str] | None = None,
        limit: int = PAGE,
        cursor: str | None = None,
    ) -> Listing:
        """The shared pool, latest change first, a page of `limit` (1 to 50; beyond that it is clamped, and said).

        All filters hold together; without `status` that is what is in force, disputed or not. `cursor` is that of
        the page before, given with the same filters: turning pages skips and repeats nothing, though others
        change what is listed meanwhile. `updated_since` is a moment, or a day from its beginning. Never raises
        on outages; see `Listing.reason`. An argument that means nothing raises `InvalidField`.
        """
        asked = Browsing(
            kind=None if type is None else given.as_type(type),
            tag=given.as_optional_text("tag", tag),
            status=None if status is None else given.as_choice("status", MemoryStatus, status),
            steward=given.as_optional_text("steward", steward),
            updated_since=None if updated_since is None else given.as_since("updated_since", updated_since),
            stale_days=None if stale_days is None else given.as_whole("stale_days", stale_days),
            scope=self.standpoint.asked(repo, domains),
            limit=given.as_whole("limit", limit),
            cursor=given.as_optional_text("cursor", cursor),
        )
        return self.container.browse()(asked)
