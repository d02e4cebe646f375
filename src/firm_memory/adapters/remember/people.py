"""The users of a REMEMBER database as names of principals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from firm_memory.domain.errors import InvalidField
from firm_memory.domain.text import comparison_key, require_name

UNKNOWN: Final = "remember:unknown"


@attrs.frozen(kw_only=True)
class User:
    """A user as its row tells."""

    id: str
    provider: str
    provider_id: str
    display_name: str | None

    @property
    def provider_and_id(self) -> str:
        """What tells it apart from every other user."""
        return f"{self.provider}:{self.provider_id}"


def names(users: Iterable[User]) -> Mapping[str, str]:
    """A name for every user's id: the display name, or `provider:id` where two share it or it is no name."""
    users = tuple(users)
    shared = Counter(comparison_key(each.display_name or "") for each in users)
    return {each.id: _name(each, shared[comparison_key(each.display_name or "")] > 1) for each in users}


def _name(user: User, shared: bool) -> str:  # noqa: FBT001 -- both are facts about one user
    try:
        return user.provider_and_id if shared else require_name("display_name", user.display_name or "")
    except InvalidField:
        return user.provider_and_id
