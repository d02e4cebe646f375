"""Port: the engine that looks for what the exclusions forbid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from firm_memory.domain.exclusion import Exclusion, Finding


class Scanner(Protocol):
    """Runs exclusions over texts, in time linear in their length.

    Laws: thread-safe; never echoes what it found; any exception it raises means "not scanned", and the
    caller refuses the text.
    """

    def scan(self, texts: Mapping[str, str], exclusions: Sequence[Exclusion]) -> Sequence[Finding]:
        """Every finding over `texts` (field name → text), in the order of fields, then positions."""
        ...
