"""Facts about individual engineers: the memory knows teams and systems, never persons."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusion import Exclusion

INDIVIDUALS: Final[tuple[Exclusion, ...]] = ()
