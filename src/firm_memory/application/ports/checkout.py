"""Port: which repository the caller stands in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import attrs


@attrs.frozen(kw_only=True)
class Surroundings:
    """What a checkout says of itself.

    `repo` is its slug and `root` its directory, a real path; both None outside a work tree. `domains` and
    `components` (glob → name) come from its `.firm-memory.toml`. `notices` are remarks for a person, such as
    "no repository here".
    """

    repo: str | None = None
    root: str | None = attrs.field(default=None, eq=False)  # two checkouts of one repository say the same
    domains: tuple[str, ...] = ()
    components: Mapping[str, str] = attrs.field(factory=dict[str, str])
    notices: tuple[str, ...] = ()


class Checkout(Protocol):
    """Finds the repository of the working directory. Never raises, never yields credentials."""

    def surroundings(self) -> Surroundings:
        """What is known of the place the process was started in."""
        ...
