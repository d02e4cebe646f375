"""The Python API: `FirmMemory`, immutable and thread-safe.

Reads answer, labelled, whatever breaks; writes raise and say what to do.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import attrs

from firm_memory.application.correct import Correction
from firm_memory.application.get import Dossier
from firm_memory.application.propose import Proposal
from firm_memory.application.search import Question
from firm_memory.application.timeline import TaskTimeline
from firm_memory.domain.answer import Hits
from firm_memory.domain.candidate import Notice, Record
from firm_memory.domain.errors import InvalidTask
from firm_memory.domain.memory import Memory
from firm_memory.domain.principal import Caller
from firm_memory.domain.provenance import Anchor, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.statement import Statement
from firm_memory.domain.status import Disposition
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.text import is_blank
from firm_memory.entrypoints import arguments as given
from firm_memory.entrypoints.approvals import Approvals
from firm_memory.entrypoints.arguments import MemoryId
from firm_memory.entrypoints.container import Container
from firm_memory.entrypoints.environment.parsing import IN_PROCESS
from firm_memory.entrypoints.environment.reading import Read, read_settings
from firm_memory.entrypoints.environment.settings import Settings
from firm_memory.entrypoints.standpoint import Standpoint, here, operating_system_user

_LOG: Final = logging.getLogger(__name__)
_ENDS_WITH_PROCESS: Final = Notice(
    rule="in_process",
    why="records are kept in this process only (FIRM_MEMORY_CANDIDATES_PATH=:memory:) and end with it",
)


@functools.cache
def _warn_once(warning: str) -> None:
    _LOG.warning("%s", warning)


@attrs.frozen(kw_only=True)
class FirmMemory:
    """The firm's memory, seen from one checkout by one caller."""

    container: Container
    standpoint: Standpoint
    caller: Caller
    task: str | None = None

    @classmethod
    def from_env(cls, environment: Mapping[str, str] | None = None, directory: Path | None = None) -> Self:
        """This checkout's repo, its domains and the firm, as configured. Never raises.

        A broken configuration or store shows as labelled empty reads, and as errors of the writes. Unknown
        variables are logged, once a process. `directory` stands for the working directory.
        """
        variables = os.environ if environment is None else environment
        read = read_settings(variables)
        for warning in read.warnings:
            _warn_once(warning)
        return cls.of(read, variables, directory)

    @classmethod
    def of(cls, read: Read, environment: Mapping[str, str], directory: Path | None = None, via: str = "api") -> Self:
        """The memory for settings that were read already; `via` names the surface in the ledger."""
        from firm_memory.adapters.git.checkout import GitCheckout

        settings = read.settings
        container = Container(settings=settings, problems=read.problems)
        surroundings = GitCheckout(directory or here(), environment).surroundings()
        caller = Caller(name=settings.principal or operating_system_user(), via=via)
        return cls(container=container, standpoint=Standpoint.of(settings, surroundings), caller=caller)

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.standpoint.settings

    @property
    def approvals(self) -> Approvals:
        """The desk: what waits, and the decisions on it."""
        return Approvals(container=self.container, via=self.caller.via)

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
    ) -> Hits:
        """What the firm knows about `query`, best first. Never raises on outages; see `Hits.reason`.

        `repo` or `domains` replace the checkout's scope (an empty list: firm only). `task` searches that
        task's working notes instead. `max_tokens` withholds what does not fit. An argument of a wrong type
        raises `InvalidField`.
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
        return self.container.search()(question)

    def get(self, memory: MemoryId, *, repo: str | None = None, domains: Iterable[str] | None = None) -> Dossier:
        """One record whole, with history and chain, for any status, if the asked scope sees it."""
        return self.container.get()(given.as_id(memory), self.standpoint.asked(repo, domains))

    def propose(
        self,
        content: str,
        *,
        type: MemoryType | str,
        reference: str,
        scope: MemoryScope | None = None,
        title: str | None = None,
        summary: str | None = None,
        evidence: str | None = None,
        commit: str | None = None,
        anchors: Sequence[Anchor] = (),
        tags: Sequence[str] = (),
        confidence: float | None = None,
        kind: SourceKind | str | None = None,
        supersedes: MemoryId | None = None,
    ) -> Proposal:
        """Propose a memory; it waits for an approver. `scope` defaults to this checkout's repository.

        Raises `InvalidField` naming an unusable argument, and on outages `WriteFailed`; what the gate
        refuses is an answer (`accepted` false, with rule and remedy).
        """
        statement = Statement(
            content=given.as_text("content", content),
            type=given.as_type(type),
            scope=self.standpoint.placed(scope),
            reference=given.as_text("reference", reference),
            title=given.as_optional_text("title", title),
            summary=given.as_optional_text("summary", summary),
            evidence=given.as_optional_text("evidence", evidence),
            commit=given.as_optional_text("commit", commit),
            anchors=self.standpoint.anchored(given.as_anchors(anchors)),
            tags=given.as_texts("tags", tags),
            confidence=confidence,
            kind=None if kind is None else given.as_choice("kind", SourceKind, kind),
            supersedes=None if supersedes is None else given.as_id(supersedes, "supersedes"),
        )
        proposal = self.container.propose()(statement, self.caller)
        if self.settings.candidates_path != IN_PROCESS:
            return proposal
        return attrs.evolve(proposal, notices=(*proposal.notices, _ENDS_WITH_PROCESS))

    def correct(
        self, memory: MemoryId, *, reason: str, replacement: str | None = None, reference: str | None = None
    ) -> Correction:
        """Report a memory as wrong. It is flagged and demoted; a replacement goes to the gate."""
        return self.container.correct()(
            given.as_id(memory),
            self.caller,
            given.as_text("reason", reason),
            given.as_optional_text("replacement", replacement),
            given.as_optional_text("reference", reference),
        )

    def verify(self, memory: MemoryId, *, by: str | None = None) -> Record:
        """Vouch for a memory: closes its flags. For its steward or an approver."""
        return self.container.verify()(given.as_id(memory), self._person(by))

    def archive(self, memory: MemoryId, *, by: str | None = None) -> Record:
        """Take a memory out of recall. For its steward or an approver."""
        return self.container.archive()(given.as_id(memory), self._person(by))

    def restore(self, memory: MemoryId, *, by: str | None = None) -> Record:
        """Bring an archived memory back into recall. For its steward or an approver."""
        return self.container.restore()(given.as_id(memory), self._person(by))

    def for_task(self, task: str) -> Self:
        """The same memory, narrowed to the working notes of `task`. Raises `InvalidTask` for a blank one."""
        if is_blank(given.as_text("task", task)):
            raise InvalidTask("task", "is blank", "Name the task, such as mr-4821")
        return attrs.evolve(self, task=task)

    def note(self, content: str, *, disposition: Disposition | str | None = None) -> Memory:
        """Write a working note of this task (`for_task`)."""
        named = None if disposition is None else given.as_choice("disposition", Disposition, disposition)
        text = given.as_text("content", content)
        return self.container.note()(self._task(), text, self.standpoint.noted(), self.caller, named)

    def timeline(self) -> TaskTimeline:
        """The notes of this task (`for_task`), in order."""
        return self.container.timeline()(self._task(), self.standpoint.asked())

    def warm(self) -> None:
        """Load store, records and model now rather than on the first question; what is broken, reads report."""
        parts = (self.container.store().deferred, self.container.records().deferred)
        with contextlib.suppress(Exception):
            for part in parts:
                part.start()
        for load in (self.container.embedder().warm_up, *(part.part for part in parts)):
            with contextlib.suppress(Exception):
                load()

    def caller_named(self, name: str) -> Caller:
        """This caller under another person's name, for decisions taken on somebody's behalf at a terminal."""
        return attrs.evolve(self.caller, name=name, on_behalf_of=None)

    def close(self) -> None:
        """Give back connections and leave the embedded server; idempotent. A closed memory is not used again."""
        with contextlib.ExitStack() as last_to_first:  # each, whatever the others say
            last_to_first.callback(self.container.postgres().close)
            last_to_first.callback(self.container.records().close)
            last_to_first.callback(self.container.store().close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _person(self, name: str | None) -> Caller:
        return self.caller if name is None else self.caller_named(name)

    def _task(self) -> str:
        if self.task is None:
            raise InvalidTask("task", "is not set", "Use memory.for_task('mr-4821')")
        return self.task
