"""Reading: search, get, timeline. Reads answer, labelled, whatever breaks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

import attrs

from firm_memory.application.get import Dossier
from firm_memory.application.search import Question
from firm_memory.application.timeline import TaskTimeline
from firm_memory.domain.answer import Hits
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
        task's working notes instead. `max_tokens` withholds what does not fit. `as_of` (a datetime, a
        date up to its end in UTC, or either as ISO 8601 text) asks what was known then: by words alone, with
        every memory as it stood. An argument of a wrong type raises `InvalidField`.
        """
        question = Question(
            query=given.as_text("query", query),
            scope=self.standpoint.asked(repo, domains),
            limit=self.settings.limit if limit is None else given.as_whole("limit", limit),
            types=None if types is None else given.as_types(types),
            task=given.as_optional_text("task", task),
            paths=given.as_texts("paths", paths),
            components=self.standpoint.components,
            max_tokens=None if max_tokens is None else given.as_whole("max_tokens", max_tokens),
        )
        if as_of is not None:
            return self.container.as_of()(question, given.as_until("as_of", as_of))
        return self.container.search()(question)

    def get(self, memory: MemoryId, *, repo: str | None = None, domains: Iterable[str] | None = None) -> Dossier:
        """One record whole, with history and chain, for any status, if the asked scope sees it."""
        return self.container.get()(given.as_id(memory), self.standpoint.asked(repo, domains))

    def timeline(self) -> TaskTimeline:
        """The notes of this task (`for_task`), in order."""
        return self.container.timeline()(self.current_task(), self.standpoint.asked())
