"""Whether a memory speaks of the code a caller is looking at."""

from __future__ import annotations

import fnmatch
import posixpath
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from firm_memory.domain.memory import Memory

# So many paths of a question are looked at: nobody has more files open, and each costs a match with every glob.
PATHS_MOST: Final = 200
_PATH_LIMIT: Final = 1_000
_ABSOLUTE: Final = re.compile(r"[\\/]|~/|[A-Za-z]:[\\/]")


def within(paths: Iterable[str], root: str | None = None) -> tuple[str, ...]:
    """`paths` relative to the checkout, in order and without doubles; those that lead out of it are left out.

    `root` is the checkout's real directory. An absolute path inside it becomes relative, any other is left
    out; so is what climbs above it (`../`) or names the checkout itself.
    """
    kept = dict[str, None]()
    for path in paths:
        if len(kept) == PATHS_MOST:
            break
        relative = _relative(path.strip(), root)
        if relative is not None and len(relative) <= _PATH_LIMIT:
            kept[relative] = None
    return tuple(kept)


def _relative(path: str, root: str | None) -> str | None:
    if _ABSOLUTE.match(path):
        inside = f"{(root or '').rstrip('/')}/"
        path = posixpath.normpath(path)
        if root is None or not path.startswith(inside):
            return None
        path = path.removeprefix(inside)
    path = posixpath.normpath(path) if path else "."
    return None if path in {".", ".."} or path.startswith("../") else path


def components_of(path: str, components: Mapping[str, str]) -> frozenset[str]:
    """The names of the components (`glob → name`) that `path`, a file or a folder, belongs to.

    In a glob `*` stands for anything, folders included; `**/` also for no folder at all; and a glob that names
    a folder names what is in it.
    """
    return frozenset(name for glob, name in components.items() if _matches(path, glob))


def _matches(path: str, glob: str) -> bool:
    glob = glob.removeprefix(".").removeprefix("/").rstrip("/") if glob.startswith(("./", "/")) else glob.rstrip("/")
    forms = {glob, glob.removeprefix("**/"), glob.replace("/**/", "/")}
    return any(
        fnmatch.fnmatchcase(path, form)
        or fnmatch.fnmatchcase(path, f"{form}/*")
        or fnmatch.fnmatchcase(f"{path}/", form)
        for form in forms
    )


def is_anchored(
    memory: Memory, paths: Iterable[str], components: Mapping[str, str], repos: Collection[str] = ()
) -> bool:
    """Whether an anchor of `memory` is one of `paths`, lies under one, or shares a component with one.

    With `repos` only anchors in one of these repositories count: the same path elsewhere is other code.
    """
    wanted = [path.strip("/") for path in paths]
    named = frozenset[str]().union(*(components_of(path, components) for path in wanted))
    return any(
        any(anchor.path == path or anchor.path.startswith(f"{path}/") for path in wanted)
        or not named.isdisjoint(components_of(anchor.path, components))
        for anchor in memory.provenance.anchors
        if not repos or anchor.repo in repos
    )
