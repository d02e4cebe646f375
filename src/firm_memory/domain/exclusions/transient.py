"""Transient state: what is only so just now is for the tracker and for working notes."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusion import Exclusion

TRANSIENT: Final[tuple[Exclusion, ...]] = ()
