"""Calling a tool: arguments in, an answer out, whatever happens in between."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import attrs

from firm_memory.domain.errors import ConfigurationError, FirmMemoryError, InvalidField, WarmingUp
from firm_memory.domain.label import Reason
from firm_memory.entrypoints.api.firm_memory import FirmMemory
from firm_memory.entrypoints.mcp.answers import Answer, empty_read, refusal
from firm_memory.entrypoints.mcp.arguments import read_request
from firm_memory.entrypoints.mcp.masking import presentable, whereabouts
from firm_memory.entrypoints.mcp.tools import Tool

_LOG: Final = logging.getLogger(__name__)


@attrs.frozen(kw_only=True)
class Call:
    """One call of a tool on a memory that may still have to open; `checkout` is the folder agents may be told of."""

    tool: Tool
    arguments: Mapping[str, object]
    memory: Callable[[], FirmMemory]
    checkout: Path

    def __call__(self) -> Answer:
        """The tool's answer, fit for the wire. Never raises.

        Unfit arguments and refused or failed writes are error answers; a read that fails is an empty,
        labelled one.
        """
        try:
            request = read_request(self.tool.request, self.arguments)
        except FirmMemoryError as error:
            return self._refused(error)
        return (self._read(request) if self.tool.reads else self._write(request)).encodable()

    def _read(self, request: object) -> Answer:
        try:
            return self.tool.handler(self.memory(), request)
        except InvalidField as error:
            return self._refused(error)
        except WarmingUp:
            return empty_read(Reason.WARMING_UP)
        except ConfigurationError:
            return empty_read(Reason.CONFIG)
        except Exception as error:  # noqa: BLE001 -- reads never fail: it is logged, and the answer labelled
            _LOG.error("%s failed: %s", self.tool.name, whereabouts(error))
            return empty_read(Reason.UNAVAILABLE)

    def _write(self, request: object) -> Answer:
        try:
            return self.tool.handler(self.memory(), request)
        except FirmMemoryError as error:
            return self._refused(error)
        except Exception as error:  # noqa: BLE001 -- a foreign message may hold anything: only its class is told
            _LOG.error("%s failed: %s", self.tool.name, whereabouts(error))
            unexpected = FirmMemoryError(
                f"{self.tool.name} failed unexpectedly ({type(error).__name__}). "
                "Whether it was kept is not known; calling it again does not double it. The server's log has the place."
            )
            return attrs.evolve(self._refused(unexpected), text=f"Failed: {unexpected}")

    def _refused(self, error: FirmMemoryError) -> Answer:
        answer = refusal(error, presentable(str(error), self.checkout))
        if not self.tool.reads:
            answer = attrs.evolve(answer, structure={"accepted": False, **answer.structure})
        return answer.encodable()
