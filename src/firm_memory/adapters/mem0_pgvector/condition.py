"""A visibility as SQL over the typed columns. The only place where rows are chosen."""

from __future__ import annotations

from typing import Final

import attrs
from psycopg import sql

from firm_memory.domain.visibility import Visibility

_ALWAYS: Final = sql.SQL(
    "pool_owner = %(owner)s AND atoms && %(atoms)s::text[]"
    " AND tier = ANY(%(tiers)s::text[]) AND status = ANY(%(statuses)s::text[])"
)
_OF_TYPES: Final = sql.SQL(" AND type = ANY(%(types)s::text[])")
_OF_TASK: Final = sql.SQL(" AND task = %(task)s")
_OF_NO_TASK: Final = sql.SQL(" AND task IS NULL")


@attrs.frozen(kw_only=True)
class Condition:
    """The shape of a WHERE clause: which parameters it has. Values never become part of the text."""

    typed: bool
    tasked: bool

    @classmethod
    def of(cls, visibility: Visibility) -> Condition:
        """The condition that admits exactly what `visibility` admits."""
        return cls(typed=visibility.types is not None, tasked=visibility.task is not None)

    @property
    def text(self) -> sql.Composable:
        """Its text, over the parameters that `parameters` gives."""
        types = _OF_TYPES if self.typed else sql.SQL("")
        return sql.Composed([_ALWAYS, types, _OF_TASK if self.tasked else _OF_NO_TASK])


def parameters(visibility: Visibility, owner: str) -> dict[str, object]:
    """What the condition of `visibility` compares with, in the pool of `owner`.

    Positive lists only; an empty one admits nothing.
    """
    return {
        "owner": owner,
        "atoms": sorted(visibility.atoms),
        "tiers": sorted(tier.value for tier in visibility.tiers),
        "statuses": sorted(status.value for status in visibility.statuses),
        "types": sorted(kind.value for kind in visibility.types or ()),
        "task": visibility.task,
    }
