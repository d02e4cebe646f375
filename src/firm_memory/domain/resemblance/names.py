"""The names that a statement holds: products, systems, identifiers, teams. And what it prefers to what."""

from __future__ import annotations

import re
from typing import Final

_NAME: Final = re.compile(
    r"\b(?:[A-Z][a-z0-9]*[A-Z]\w*"  # CamelCase, acronyms
    r"|[a-z]+[A-Z]\w*|[A-Za-z]+\d\w*|\w+_\w+"  # camelCase, log4j2, snake_case
    r"|(?<=[a-zа-яё,;:)] )[A-ZА-ЯЁ][\w-]+)"  # capitalised inside a sentence
)
_LATIN: Final = re.compile(r"[A-Za-z][\w.+-]{2,}")
_FOREIGN: Final = re.compile(r"[\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff]")
_PREFERRED: Final = re.compile(
    r"(?:instead of|rather than|in place of|and not|, not|вместо|, а не|而不是|代替|而非)\s*(?P<left>[\w-]+)"
)
_ALIKE_LEAST: Final = 3


def names(content: str) -> frozenset[str]:
    """The names in a text, case-folded. Latin words in a Russian or Chinese text are names."""
    found = {each.casefold() for each in _NAME.findall(content)}
    if _FOREIGN.search(content):
        found |= {each.rstrip(".+-").casefold() for each in _LATIN.findall(content)}
    return frozenset(found)


def strange(one: frozenset[str], other: frozenset[str]) -> set[str]:
    """The names in `one` that `other` does not know in any form ("Postgres" is "PostgreSQL")."""
    return {each for each in one if not any(_alike(each, known) for known in other)}


def _alike(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _ALIKE_LEAST and long.startswith(short))


def turned_down(key: str) -> frozenset[str]:
    """The word behind every "instead of" of a text, given by its comparison key."""
    return frozenset(found["left"] for found in _PREFERRED.finditer(key))
