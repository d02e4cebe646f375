"""The Python API: `FirmMemory`, immutable and thread-safe.

Reads answer, labelled, whatever breaks; writes raise and say what to do.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import attrs
from dependency_injector import providers

from firm_memory.application.background import FAREWELL_SECONDS
from firm_memory.domain.errors import InvalidTask
from firm_memory.domain.exclusion import Exclusion
from firm_memory.domain.principal import Caller
from firm_memory.domain.text import is_blank
from firm_memory.entrypoints import arguments as given
from firm_memory.entrypoints.api.approvals import Approvals
from firm_memory.entrypoints.api.contributing import Contributing
from firm_memory.entrypoints.api.indexing import Indexing
from firm_memory.entrypoints.api.recalling import Recalling
from firm_memory.entrypoints.api.stewarding import Stewarding
from firm_memory.entrypoints.api.transferring import Transferring
from firm_memory.entrypoints.container import Container
from firm_memory.entrypoints.environment.reading import Read, read_settings
from firm_memory.entrypoints.standpoint import Standpoint, here, operating_system_user

_LOG: Final = logging.getLogger(__name__)


@functools.cache
def _warn_once(warning: str) -> None:
    _LOG.warning("%s", warning)


def _authors_of(directory: Path, environment: Mapping[str, str]) -> Sequence[Exclusion]:
    """The rule on the people who wrote this checkout's history; read from git when a text is first proposed."""
    from firm_memory.adapters.git.authors import authors
    from firm_memory.domain.exclusions.known_names import names_exclusion

    rule = names_exclusion(authors(directory, environment))
    return () if rule is None else (rule,)


@attrs.frozen(kw_only=True)
class FirmMemory(Recalling, Contributing, Stewarding, Indexing, Transferring):
    """The firm's memory, seen from one checkout by one caller."""

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

        settings, place = read.settings, directory or here()
        people = functools.cache(lambda: _authors_of(place, environment))
        container = Container(settings=settings, problems=read.problems, known_people=providers.Object(people))
        surroundings = GitCheckout(place, environment).surroundings()
        caller = Caller(name=settings.principal or operating_system_user(), via=via)
        return cls(container=container, standpoint=Standpoint.of(settings, surroundings), caller=caller)

    @property
    def approvals(self) -> Approvals:
        """The desk: what waits, and the decisions on it."""
        return Approvals(container=self.container, via=self.caller.via)

    def for_task(self, task: str) -> Self:
        """The same memory, narrowed to the working notes of `task`. Raises `InvalidTask` for a blank one."""
        if is_blank(given.as_text("task", task)):
            raise InvalidTask("task", "is blank", "Name the task, such as mr-4821")
        return attrs.evolve(self, task=task)

    def warm(self) -> None:
        """Load store, records and model now rather than on the first question; what is broken, reads report."""
        parts = (self.container.store().deferred, self.container.records().deferred)
        with contextlib.suppress(Exception):
            for part in parts:
                part.start()
        for load in (self.container.understanding().load, *(part.part for part in parts)):
            with contextlib.suppress(Exception):
                load()

    def close(self) -> None:
        """Give back connections and leave the embedded server; idempotent. A closed memory is not used again."""
        with contextlib.ExitStack() as last_to_first:  # each, whatever the others say
            last_to_first.callback(self.container.postgres().close)
            last_to_first.callback(self.container.records().close)
            last_to_first.callback(self.container.store().close)
            last_to_first.callback(self.container.access_log().settled, FAREWELL_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
