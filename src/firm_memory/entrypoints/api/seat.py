"""Where a caller sits: the parts of the memory, its checkout, its name, and the task it works on."""

from __future__ import annotations

import attrs

from firm_memory.domain.errors import InvalidTask
from firm_memory.domain.principal import Caller
from firm_memory.entrypoints.container import Container
from firm_memory.entrypoints.environment.settings import Settings
from firm_memory.entrypoints.standpoint import Standpoint


@attrs.frozen(kw_only=True)
class Seat:
    """What every verb of the API starts from."""

    container: Container
    standpoint: Standpoint
    caller: Caller
    task: str | None = None

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.standpoint.settings

    def caller_named(self, name: str) -> Caller:
        """This caller under another person's name, for decisions taken on somebody's behalf at a terminal."""
        return attrs.evolve(self.caller, name=name, on_behalf_of=None)

    def person(self, name: str | None) -> Caller:
        """This caller, or the person named instead."""
        return self.caller if name is None else self.caller_named(name)

    def current_task(self) -> str:
        """The task that the seat is narrowed to. Raises `InvalidTask` without one."""
        if self.task is None:
            raise InvalidTask("task", "is not set", "Use memory.for_task('mr-4821')")
        return self.task
