"""A statement's words as they are compared: once made, comparing two of them is arithmetic on sets."""

from __future__ import annotations

import functools

import attrs

from firm_memory.domain.resemblance.amounts import Amount, amounts, differing
from firm_memory.domain.resemblance.names import names, strange, turned_down
from firm_memory.domain.resemblance.polarity import Polarity, opposed, polarity
from firm_memory.domain.text import comparison_key


@attrs.frozen(kw_only=True, slots=False)
class Wording:
    """A text, and its terms as the analyser gives them (numbers are terms too)."""

    content: str
    terms: frozenset[str]

    @functools.cached_property
    def key(self) -> str:
        """The comparison key: equal for texts that differ in case, composition or white space only."""
        return comparison_key(self.content)

    @functools.cached_property
    def polarity(self) -> Polarity:
        """Which way it points."""
        return polarity(self.key)

    @functools.cached_property
    def amounts(self) -> frozenset[Amount]:
        """The amounts that it names."""
        return amounts(self.key)

    @functools.cached_property
    def names(self) -> frozenset[str]:
        """The names that it holds."""
        return names(self.content)

    @functools.cached_property
    def turned_down(self) -> frozenset[str]:
        """What it says to leave in favour of something else."""
        return turned_down(self.key)

    def shared(self, other: Wording) -> float:
        """The share, 0 to 1, of the terms of both that both hold (Dice's measure)."""
        whole = len(self.terms) + len(other.terms)
        return 2 * len(self.terms & other.terms) / whole if whole else 0.0

    def contained(self, other: Wording) -> float:
        """The share, 0 to 1, of the shorter one's terms that the longer one holds."""
        least = min(len(self.terms), len(other.terms))
        return len(self.terms & other.terms) / least if least else 0.0


def contradiction(one: Wording, other: Wording) -> str | None:
    """Why two statements on the same thing cannot both be followed; None when nothing speaks for that."""
    if why := opposed(one.polarity, other.polarity):
        return why
    if differing(one.amounts, other.amounts):
        return "they name different amounts"
    if _turned_round(one, other) or _turned_round(other, one):
        return "one prefers what the other turns down"
    if strange(one.names, other.names) and strange(other.names, one.names):
        return "they name different things"
    return None


def _turned_round(one: Wording, other: Wording) -> bool:
    """Whether `other` takes what `one` turns down: it turns down something else, or knows no other name for it."""
    taken = {word for word in one.turned_down - other.turned_down if word in other.key}
    preferred = one.names - taken
    alone = bool(preferred) and len(strange(preferred, other.names)) == len(preferred)
    return bool(taken) and (bool(other.turned_down) or alone)
