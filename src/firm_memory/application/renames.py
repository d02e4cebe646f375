"""The renamings of repositories, read off the bodies of the ledger's entries without reading the rest."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final, cast

from firm_memory.domain.ledger import EventKind
from firm_memory.domain.renaming import Rename

# How a renaming's body can be told in canonical JSON, before it is read: free text never stands in a body.
RENAMED: Final = f'"kind":"{EventKind.REPO_RENAMED.value}"'


def renames_in(bodies: Iterable[str]) -> Sequence[Rename]:
    """The renamings among entries' bodies, in their order."""
    found = (cast("dict[str, dict[str, str]]", json.loads(body)) for body in bodies if RENAMED in body)
    told = (body.get("details", {}) for body in found)
    return [Rename(old=names["old"], new=names["new"]) for names in told if {"old", "new"} <= names.keys()]
