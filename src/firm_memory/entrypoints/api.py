"""The Python API: `FirmMemory`, immutable and thread-safe.

Reads answer, labelled, whatever breaks; writes raise and say what to do.
"""

from __future__ import annotations

import contextlib
import getpass
import os
import uuid
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import attrs

from firm_memory.application.correct import Correction
from firm_memory.application.get import Dossier
from firm_memory.application.propose import Proposal
from firm_memory.application.search import Question
from firm_memory.application.timeline import TaskTimeline
from firm_memory.domain.answer import Hits
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import FirmMemoryError, InvalidTask
from firm_memory.domain.identity import read_id
from firm_memory.domain.memory import Memory
from firm_memory.domain.principal import Caller
from firm_memory.domain.provenance import Anchor, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.statement import Statement
from firm_memory.domain.status import Disposition
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.entrypoints.approvals import Approvals
from firm_memory.entrypoints.container import Container
from firm_memory.entrypoints.environment.reading import Read, read_settings
from firm_memory.entrypoints.environment.settings import Settings
from firm_memory.entrypoints.standpoint import Standpoint

MemoryId = uuid.UUID | str


def as_id(value: MemoryId) -> uuid.UUID:
    """An id given as UUID or text. Raises `InvalidId`."""
    return value if isinstance(value, uuid.UUID) else read_id(value)


def as_type(value: MemoryType | str) -> MemoryType:
    """A type given as member or by either spelling. Raises `UnknownType`."""
    return value if isinstance(value, MemoryType) else MemoryType.resolve(value)


def operating_system_user() -> str:
    """The name of the user this process runs as; its number where it has no name."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container without a passwd entry
        return f"uid-{os.getuid()}"


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

        A broken configuration or store shows as labelled empty reads, and as errors of the writes.
        """
        variables = os.environ if environment is None else environment
        return cls.of(read_settings(variables), variables, directory)

    @classmethod
    def of(cls, read: Read, environment: Mapping[str, str], directory: Path | None = None, via: str = "api") -> Self:
        """The memory for settings that were read already; `via` names the surface in the ledger."""
        from firm_memory.adapters.git.checkout import GitCheckout

        settings = read.settings
        container = Container(settings=settings, problems=read.problems)
        surroundings = GitCheckout(directory or Path.cwd(), environment).surroundings()
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
        task's working notes instead. `max_tokens` withholds what does not fit.
        """
        question = Question(
            query=query,
            scope=self.standpoint.asked(repo, domains),
            limit=self.settings.limit if limit is None else limit,
            types=None if types is None else frozenset(map(as_type, types)),
            task=task,
            paths=tuple(paths),
            components=self.standpoint.components,
            max_tokens=max_tokens,
        )
        return self.container.search()(question)

    def get(self, memory: MemoryId, *, repo: str | None = None, domains: Iterable[str] | None = None) -> Dossier:
        """One record whole, with history and chain, for any status, if the asked scope sees it."""
        return self.container.get()(as_id(memory), self.standpoint.asked(repo, domains))

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
        kind: SourceKind | None = None,
        supersedes: MemoryId | None = None,
    ) -> Proposal:
        """Propose a memory; it waits for an approver. `scope` defaults to this checkout's repository."""
        statement = Statement(
            content=content,
            type=as_type(type),
            scope=self.standpoint.placed(scope),
            reference=reference,
            title=title,
            summary=summary,
            evidence=evidence,
            commit=commit,
            anchors=tuple(anchors),
            tags=tuple(tags),
            confidence=confidence,
            kind=kind,
            supersedes=None if supersedes is None else as_id(supersedes),
        )
        return self.container.propose()(statement, self.caller)

    def correct(
        self, memory: MemoryId, *, reason: str, replacement: str | None = None, reference: str | None = None
    ) -> Correction:
        """Report a memory as wrong. It is flagged and demoted; a replacement goes to the gate."""
        return self.container.correct()(as_id(memory), self.caller, reason, replacement, reference)

    def verify(self, memory: MemoryId, *, by: str | None = None) -> Record:
        """Vouch for a memory: closes its flags. For its steward or an approver."""
        return self.container.verify()(as_id(memory), self._person(by))

    def archive(self, memory: MemoryId, *, by: str | None = None) -> Record:
        """Take a memory out of recall. For its steward or an approver."""
        return self.container.archive()(as_id(memory), self._person(by))

    def restore(self, memory: MemoryId, *, by: str | None = None) -> Record:
        """Bring an archived memory back into recall. For its steward or an approver."""
        return self.container.restore()(as_id(memory), self._person(by))

    def for_task(self, task: str) -> Self:
        """The same memory, narrowed to a task's working notes."""
        return attrs.evolve(self, task=task)

    def note(self, content: str, *, disposition: Disposition | str | None = None) -> Memory:
        """Write a working note of this task (`for_task`)."""
        named = Disposition(disposition) if isinstance(disposition, str) else disposition
        return self.container.note()(self._task(), content, self.standpoint.noted(), self.caller, named)

    def timeline(self) -> TaskTimeline:
        """The notes of this task (`for_task`), in order."""
        return self.container.timeline()(self._task(), self.standpoint.asked())

    def warm(self) -> None:
        """Load store, records and model now rather than on the first question; what is broken, reads report."""
        parts = (self.container.store().deferred, self.container.records().deferred)
        for part in parts:
            part.start()
        with contextlib.suppress(FirmMemoryError):
            self.container.embedder().warm_up()
        for part in parts:
            with contextlib.suppress(FirmMemoryError):
                part.part()

    def caller_named(self, name: str) -> Caller:
        """This caller under another person's name, for decisions taken on somebody's behalf at a terminal."""
        return attrs.evolve(self.caller, name=name, on_behalf_of=None)

    def close(self) -> None:
        """Give back connections and leave the embedded server; idempotent."""
        self.container.store().close()
        self.container.records().close()
        self.container.postgres().close()

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
