"""The shared, governed memory that a firm gives its AI coding agents.

>>> from firm_memory import FirmMemory
>>> memory = FirmMemory.from_env()
>>> hits = memory.search("why does OMS reject orders after 15:20")
"""

from typing import TYPE_CHECKING

from firm_memory.domain.amendment import Amendment
from firm_memory.domain.answer import Hit, Hits
from firm_memory.domain.errors import FirmMemoryError
from firm_memory.domain.exclusion import Refused
from firm_memory.domain.label import Mode, Reason
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import Anchor, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import Disposition, MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType

if TYPE_CHECKING:
    from firm_memory.entrypoints.api.firm_memory import FirmMemory

__all__ = [
    "Amendment",
    "Anchor",
    "Disposition",
    "FirmMemory",
    "FirmMemoryError",
    "Hit",
    "Hits",
    "Memory",
    "MemoryScope",
    "MemoryStatus",
    "MemoryTier",
    "MemoryType",
    "Mode",
    "Reason",
    "Refused",
    "SourceKind",
]


def __getattr__(name: str) -> object:
    """`FirmMemory` is loaded when first named: whoever imports one room of the house does not load the container."""
    if name == "FirmMemory":
        from firm_memory.entrypoints.api.firm_memory import FirmMemory  # noqa: PLC0415 -- the point of this function

        return FirmMemory
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
