"""Whether a memory speaks of the code a caller is looking at."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Mapping

from firm_memory.domain.memory import Memory


def components_of(path: str, components: Mapping[str, str]) -> frozenset[str]:
    """The names of the components (`glob → name`) that `path` belongs to."""
    return frozenset(name for glob, name in components.items() if fnmatch.fnmatchcase(path, glob))


def is_anchored(memory: Memory, paths: Iterable[str], components: Mapping[str, str]) -> bool:
    """Whether an anchor of `memory` is one of `paths`, lies under one, or shares a component with one."""
    wanted = [path.strip("/") for path in paths]
    named = frozenset[str]().union(*(components_of(path, components) for path in wanted))
    return any(
        any(anchor.path == path or anchor.path.startswith(f"{path}/") for path in wanted)
        or not named.isdisjoint(components_of(anchor.path, components))
        for anchor in memory.provenance.anchors
    )
