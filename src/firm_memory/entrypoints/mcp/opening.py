"""Opening the memory behind a server that already answers: everything heavy loads on background threads."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

import attrs

from firm_memory.domain.errors import ConfigurationError, FirmMemoryError
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.deferred import Deferred
from firm_memory.entrypoints.mcp.masking import whereabouts
from firm_memory.entrypoints.standpoint import Standpoint

_LOG: Final = logging.getLogger(__name__)
WRITE_SECONDS: Final = 30.0


class Opening:
    """A `FirmMemory` that opens in the background, once, and is seen through the eyes of each client."""

    def __init__(self, build: Callable[[], FirmMemory], read_seconds: float) -> None:
        """`build` makes the memory; it may import, read files and run git, but connects nothing.

        A read waits for it `read_seconds`, the bounded wait of reads; a write is more patient.
        """
        self._deferred = Deferred("memory", build, _closed)
        self._read_seconds = read_seconds
        self._started = threading.Lock()

    def start(self) -> None:
        """Begin to open and to warm up, unless that has begun. Returns at once."""
        if self._started.acquire(blocking=False):
            threading.Thread(target=self._warm, daemon=True, name="firm-memory-opening").start()

    def seen_by(self, agent: str, *, reading: bool) -> FirmMemory:
        """The memory as `agent` uses it, on behalf of the person whose process this is.

        Waits for the opening. Raises `WarmingUp` when that takes long, or whatever the opening raised.
        """
        self.start()
        memory = self._deferred.part(self._read_seconds if reading else WRITE_SECONDS)
        caller = attrs.evolve(memory.caller, name=agent, on_behalf_of=memory.caller.name, via="mcp")
        return attrs.evolve(memory, caller=caller)

    def close(self, seconds: float) -> None:
        """Give back what was opened; waits for that at most `seconds`."""
        closing = threading.Thread(target=self._deferred.close, daemon=True, name="firm-memory-closing")
        closing.start()
        closing.join(seconds)

    def _warm(self) -> None:
        """Build store, records and model side by side, then finish what an earlier process left unstored."""
        try:
            memory = self._deferred.part()
            container = memory.container
            for notice in _telling(memory.standpoint):
                _LOG.warning("%s", notice)
            for part in (container.records(), container.store(), container.embedder()):
                part.deferred.start()
            container.analyzer()
            container.scanner()
            container.understanding().warm_up()
            container.sync()()
        except ConfigurationError:
            return  # told at start-up, and by every answer
        except FirmMemoryError as error:
            _LOG.warning("the memory is not ready yet: %s", error)
        except Exception as error:  # noqa: BLE001 -- opening is best effort: every call finds out for itself
            _LOG.warning("opening the memory failed: %s", whereabouts(error))


def _telling(standpoint: Standpoint) -> list[str]:
    """The notices on the place that a person should see: a configured repository makes up for a missing one."""
    from firm_memory.adapters.git.checkout import NO_REPOSITORY

    return [each for each in standpoint.notices if standpoint.repo is None or not each.startswith(NO_REPOSITORY)]


def _closed(memory: FirmMemory) -> None:
    try:
        memory.close()
    except Exception as error:  # noqa: BLE001 -- on the way out there is nobody left to tell
        _LOG.warning("closing the memory failed: %s", whereabouts(error))
