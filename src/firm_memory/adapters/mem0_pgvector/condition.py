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
    """The text of a WHERE clause and its named parameters. Positive lists only; an empty one admits nothing."""

    text: sql.Composed
    parameters: dict[str, object]


def condition(visibility: Visibility, owner: str) -> Condition:
    """The condition that admits exactly what `visibility` admits, in the pool of `owner`."""
    parameters: dict[str, object] = {
        "owner": owner,
        "atoms": sorted(visibility.atoms),
        "tiers": sorted(tier.value for tier in visibility.tiers),
        "statuses": sorted(status.value for status in visibility.statuses),
    }
    text = sql.Composed([_ALWAYS])
    if visibility.types is not None:
        text += _OF_TYPES
        parameters["types"] = sorted(kind.value for kind in visibility.types)
    if visibility.task is None:
        text += _OF_NO_TASK
    else:
        text += _OF_TASK
        parameters["task"] = visibility.task
    return Condition(text=text, parameters=parameters)
