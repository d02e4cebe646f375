"""How one statement resembles another. Similarity never refuses: a correction reads much like what it corrects."""

from __future__ import annotations

import enum
import uuid
from typing import Final

import attrs

from firm_memory.domain.memory import Flag, Memory
from firm_memory.domain.provenance import Provenance
from firm_memory.domain.resemblance.wording import Wording, contradiction
from firm_memory.domain.scope import FIRM_ATOM, MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType

# Measured on benchmarks/data/resemblance (benchmarks/resemblance.py).
SHARED_LEAST: Final = 0.55
CONTAINED_LEAST: Final = 0.75
RELATED_LEAST: Final = 0.45
# Of the calibrated cosine. A model sees likeness everywhere in a language that it does not know: some words agree too.
DENSE_LEAST: Final = 0.68
DENSE_SHARED_LEAST: Final = 0.3
# Fewer terms are shared by accident.
TERMS_LEAST: Final = 3


class Likeness(enum.Enum):
    """The ways in which a known statement resembles a candidate, the plainest first."""

    EXACT = "exact"
    WIDENING = "widening"
    RIVAL = "rival"
    LEXICAL = "lexical"
    DENSE = "dense"


@attrs.frozen(kw_only=True)
class Resemblance:
    """A known statement beside a candidate. `score` is 0 to 1; `why` says in words what they have in common.

    EXACT: the same words. WIDENING: the same words, known in a scope that does not reach as far. RIVAL: the
    opposite, or the same with another amount or name; never a duplicate. LEXICAL, DENSE: nearly the same, by
    words or by meaning.
    """

    kind: Likeness
    memory: Memory
    score: float
    why: str

    @property
    def id(self) -> uuid.UUID:
        """The id of what resembles the candidate."""
        return self.memory.id

    @property
    def content(self) -> str:
        """Its statement, byte for byte."""
        return self.memory.content

    @property
    def type(self) -> MemoryType:
        """Its kind."""
        return self.memory.type

    @property
    def status(self) -> MemoryStatus:
        """Where it stands: PROPOSED for a candidate that waits like this one."""
        return self.memory.status

    @property
    def flags(self) -> tuple[Flag, ...]:
        """Its open corrections and refutations."""
        return self.memory.flags

    @property
    def provenance(self) -> Provenance:
        """Its source."""
        return self.memory.provenance


def widens(scope: MemoryScope, known: MemoryScope) -> bool:
    """Whether `scope` reaches where `known` does not. What holds for the firm reaches everywhere."""
    return FIRM_ATOM not in known.atoms and not scope.atoms <= known.atoms


def resemblance(
    candidate: Memory, words: Wording, known: Memory, others: Wording, meaning: float = 0.0
) -> Resemblance | None:
    """How `known` resembles `candidate`; None when it does not. `meaning` is the calibrated cosine, or 0."""
    if words.key == others.key:
        if widens(candidate.scope, known.scope):
            return Resemblance(kind=Likeness.WIDENING, memory=known, score=1.0, why="the same words in another scope")
        return Resemblance(kind=Likeness.EXACT, memory=known, score=1.0, why="the same words")
    shared, contained = words.shared(others), words.contained(others)
    dense = meaning >= DENSE_LEAST and shared >= DENSE_SHARED_LEAST
    enough = min(len(words.terms), len(others.terms)) >= TERMS_LEAST
    lexical = enough and (shared >= SHARED_LEAST or (contained >= CONTAINED_LEAST and shared >= RELATED_LEAST))
    if (dense or shared >= RELATED_LEAST) and (why := contradiction(words, others)):
        return Resemblance(kind=Likeness.RIVAL, memory=known, score=max(meaning, shared), why=why)
    if lexical:
        return Resemblance(kind=Likeness.LEXICAL, memory=known, score=shared, why="nearly the same words")
    if dense:
        return Resemblance(kind=Likeness.DENSE, memory=known, score=meaning, why="nearly the same meaning")
    return None


def order(found: Resemblance) -> tuple[int, float, str]:
    """The order in which resemblances are shown: the plainest kind first, then the nearest."""
    return (list(Likeness).index(found.kind), -round(found.score, 6), str(found.id))
