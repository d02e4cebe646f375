"""What a store must answer, in plain Python that shares no code with any store."""

from __future__ import annotations

import math
import uuid
from collections.abc import Iterable, Sequence

from firm_memory.application.ports.embedder import Vector
from firm_memory.application.ports.memory_store import TERM_FREQUENCY_CAP
from firm_memory.domain.memory import Memory
from firm_memory.domain.ranking import idf
from firm_memory.domain.visibility import Visibility
from firm_memory.features.laws.sample_memories import Row


def sees(visibility: Visibility, memory: Memory) -> bool:
    """Whether `memory` may be shown, from the fields themselves."""
    atoms = [f"domain:{name}" for name in memory.scope.domains] + [f"repo:{name}" for name in memory.scope.repos]
    atoms += ["firm"] * memory.scope.firm
    return all(
        (
            any(atom in visibility.atoms for atom in atoms),
            any(memory.tier is tier for tier in visibility.tiers),
            any(memory.status is status for status in visibility.statuses),
            visibility.types is None or any(memory.type is kind for kind in visibility.types),
            memory.task == visibility.task,
        )
    )


def visible(rows: Iterable[Row], visibility: Visibility) -> list[Row]:
    """The rows that may be shown."""
    return [row for row in rows if sees(visibility, row.memory)]


def cosine(one: Vector, other: Vector) -> float | None:
    """The cosine of two vectors; None where one of them is empty."""
    if not one or not other:
        return None
    product = math.fsum(left * right for left, right in zip(one, other, strict=True))
    return product / math.hypot(*one) / math.hypot(*other)


def frequencies(rows: Iterable[Row], terms: Iterable[str]) -> dict[str, int]:
    """How many of the rows hold each term."""
    kept = list(rows)
    return {term: sum(term in row.terms for row in kept) for term in terms}


def nearest(rows: Iterable[Row], vector: Vector, k: int) -> list[uuid.UUID]:
    """The ids of the `k` rows nearest to `vector`, nearest first."""
    placed = [(value, row.id) for row in rows if (value := cosine(vector, row.vector)) is not None]
    return [each for _, each in sorted(placed, key=lambda pair: (-pair[0], pair[1]))[:k]]


def telling(rows: Sequence[Row], terms: Iterable[str], k: int) -> list[uuid.UUID]:
    """The ids of the `k` rows whose terms say most, among terms that are not too frequent.

    Where every term that is held at all is too frequent, the rarest of them counts.
    """
    held = {term: number for term, number in frequencies(rows, terms).items() if number}
    counted = {term for term, number in held.items() if number <= TERM_FREQUENCY_CAP}
    if held and not counted:
        counted = {min(held, key=lambda term: (held[term], term))}
    weights = {
        row.id: math.fsum(idf(held[term], len(rows)) for term in counted & row.terms)
        for row in rows
        if counted & row.terms
    }
    return sorted(weights, key=lambda each: (-round(weights[each], 9), each))[:k]


def candidates(
    rows: Iterable[Row], vector: Vector, terms: frozenset[str], visibility: Visibility, k: int
) -> set[uuid.UUID]:
    """The ids that a search for `vector` and `terms` returns."""
    shown = visible(rows, visibility)
    return {*nearest(shown, vector, k), *telling(shown, terms, k)}
