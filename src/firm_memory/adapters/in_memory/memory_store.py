"""A store in the process: the reference that every other store is compared with."""

from __future__ import annotations

import math
import operator
import threading
import uuid
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import attrs

from firm_memory.adapters.in_memory.listing import page
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.embedder import Vector
from firm_memory.application.ports.memory_store import REEMBED, TERM_FREQUENCY_CAP, Fingerprint, Found, Order, Page
from firm_memory.domain.errors import FingerprintMismatch, InvalidField, StoreUnavailable
from firm_memory.domain.memory import Memory
from firm_memory.domain.ranking import Match, idf
from firm_memory.domain.visibility import Visibility

_ROWS_BETWEEN_LOOKS: Final = 2_000
_DIGITS: Final = 9  # sums of the same numbers in another order must tie


@attrs.frozen(kw_only=True, eq=False)
class _Row:
    memory: Memory
    atoms: frozenset[str]
    direction: Vector  # of length 1, or empty
    terms: frozenset[str]


class InMemoryStore:
    """Keeps memories in dictionaries under one lock. Thread-safe; obeys every law of `MemoryStore`.

    Nothing is approximate: every visible row is compared. Fit for some ten thousand memories, for features,
    as-of recall and demonstrations; what it holds ends with the process.
    """

    def __init__(self) -> None:
        self._writing = threading.Lock()  # taken before the other one; also held while this becomes another store
        self._lock = threading.Lock()
        self._fingerprint: Fingerprint | None = None
        self._rows: dict[uuid.UUID, _Row] = {}
        self._by_atom: defaultdict[str, set[uuid.UUID]] = defaultdict(set)
        self._by_term: defaultdict[str, set[uuid.UUID]] = defaultdict(set)

    def prepare(self, fingerprint: Fingerprint) -> None:
        """Promise that `put` would be accepted. Raises `FingerprintMismatch` for another model or analyser."""
        with self._lock:
            held = self._fingerprint or fingerprint
            if held != fingerprint:
                raise FingerprintMismatch(
                    f"The store was filled by {_shown(held)}; configured is {_shown(fingerprint)}. "
                    f"Nothing was written. {REEMBED}"
                )
            self._fingerprint = held

    def put(self, memory: Memory, vector: Vector, terms: frozenset[str]) -> None:
        """Keep `memory` unless it is held at this revision or a later one.

        Raises `InvalidField` for a vector that is not finite, `FingerprintMismatch` for one of another
        dimension, `StoreUnavailable` where nothing was prepared.
        """
        direction = _direction(vector)
        with self._writing, self._lock:
            if self._fingerprint is None:
                raise StoreUnavailable("The store was not prepared: no model is known. Prepare it before writing.")
            self._check_dimension(vector)
            former = self._rows.get(memory.id)
            if former is not None and former.memory.revision >= memory.revision:
                return
            if former is not None:
                self._index(former, remember=False)
            row = _Row(memory=memory, atoms=memory.scope.atoms, direction=direction, terms=terms)
            self._rows[memory.id] = row
            self._index(row, remember=True)

    def get(self, memory: uuid.UUID, deadline: Deadline) -> Memory | None:
        """The memory of that id, whatever its status."""
        with self._reading(deadline):
            row = self._rows.get(memory)
            return None if row is None else row.memory

    def search(
        self, vector: Vector, terms: frozenset[str], visibility: Visibility, k: int, deadline: Deadline
    ) -> Found:
        """The `k` nearest and the `k` with the most telling terms, both among the visible."""
        direction = _direction(vector)
        with self._reading(deadline):
            self._check_dimension(vector)
            visible = {row.memory.id: row for row in self._visible(visibility)}
            holders = {term: self._by_term.get(term, set[uuid.UUID]()) & visible.keys() for term in terms}
            frequencies = {term: len(ids) for term, ids in holders.items()}
            cosines = {row.memory.id: _cosine(direction, row.direction) for row in _watched(visible.values(), deadline)}
        near = sorted(
            (each for each, cosine in cosines.items() if cosine is not None),
            key=lambda each: (-(cosines[each] or 0), each),
        )
        telling = _telling(holders, frequencies, len(visible))
        chosen = dict.fromkeys([*near[: max(k, 0)], *telling[: max(k, 0)]])
        return Found(
            matches=tuple(
                Match(memory=visible[each].memory, cosine=cosines[each], terms=visible[each].terms & terms)
                for each in chosen
            ),
            frequencies=frequencies,
            total=len(visible),
            empty=not self._rows,
        )

    def list(self, visibility: Visibility, order: Order, limit: int, cursor: str | None, deadline: Deadline) -> Page:
        """Up to `limit` visible memories in `order`, after `cursor`. Raises `InvalidField` on a bad cursor."""
        with self._reading(deadline):
            memories = [row.memory for row in self._visible(visibility)]
        return page(memories, order, limit, cursor)

    def fingerprint(self, deadline: Deadline) -> Fingerprint | None:
        """What the store was filled with; None before the first `prepare`."""
        with self._reading(deadline):
            return self._fingerprint

    def replacement(self, fingerprint: Fingerprint) -> InMemoryReplacement:
        """An empty store for `fingerprint`, to be filled and then to take this one's place."""
        beside = InMemoryStore()
        beside.prepare(fingerprint)
        return InMemoryReplacement(present=self, store=beside)

    def become(self, other: InMemoryStore, catch_up: Callable[[], object]) -> None:
        """Hold what `other` holds, and nothing else. `catch_up` runs while nobody can write this one."""
        with self._writing:
            catch_up()
            with self._lock:
                self._fingerprint, self._rows = other._fingerprint, other._rows
                self._by_atom, self._by_term = other._by_atom, other._by_term

    def close(self) -> None:
        """Nothing to give back; what is held stays readable."""

    @contextmanager
    def _reading(self, deadline: Deadline) -> Generator[None]:
        if not deadline.remaining or not self._lock.acquire(timeout=deadline.remaining):
            raise StoreUnavailable("The deadline had passed before the store could answer. Ask again.")
        try:
            yield
        finally:
            self._lock.release()

    def _check_dimension(self, vector: Vector) -> None:
        held = self._fingerprint
        if held is not None and vector and len(vector) != held.dimension:
            raise FingerprintMismatch(
                f"The vector has dimension {len(vector)}; the store was filled by {_shown(held)}. {REEMBED}"
            )

    def _index(self, row: _Row, *, remember: bool) -> None:
        for index, keys in ((self._by_atom, row.atoms), (self._by_term, row.terms)):
            for key in keys:
                if remember:
                    index[key].add(row.memory.id)
                else:
                    index[key].discard(row.memory.id)

    def _visible(self, visibility: Visibility) -> Iterator[_Row]:
        none = set[uuid.UUID]()
        candidates = none.union(*(self._by_atom.get(atom, none) for atom in visibility.atoms))
        return (self._rows[each] for each in candidates if visibility.admits(self._rows[each].memory))


@attrs.frozen(kw_only=True)
class InMemoryReplacement:
    """A store beside another, until it takes that one's place. What is cut off before is gone with its process."""

    present: InMemoryStore
    store: InMemoryStore

    def take_over(self, catch_up: Callable[[], object]) -> None:
        """Switch at one stroke, after `catch_up`. No name is kept: the former ends here, as everything in a process."""
        self.present.become(self.store, catch_up)


def _direction(vector: Vector) -> Vector:
    """`vector` at length 1; empty for the null vector, which points nowhere. Raises `InvalidField`."""
    if not all(map(math.isfinite, vector)):
        raise InvalidField("vector", "holds a number that is not finite", "Check the embedder; nothing was stored")
    longest = max(map(abs, vector), default=0.0)
    if longest == 0:
        return ()
    scaled = [each / longest for each in vector]
    length = math.sqrt(sum(map(operator.mul, scaled, scaled)))
    return tuple(each / length for each in scaled)


def _cosine(one: Vector, other: Vector) -> float | None:
    return sum(map(operator.mul, one, other)) if one and other else None


def _watched(rows: Iterable[_Row], deadline: Deadline) -> Iterator[_Row]:
    """`rows`, giving up between them once the deadline has passed."""
    for number, row in enumerate(rows):
        if number % _ROWS_BETWEEN_LOOKS == 0 and not deadline.remaining:
            raise StoreUnavailable("The deadline passed while the store was comparing. Ask again, or narrow the scope.")
        yield row


def _telling(holders: Mapping[str, set[uuid.UUID]], frequencies: Mapping[str, int], total: int) -> list[uuid.UUID]:
    """Ids by the summed idf of the terms they hold, too frequent terms left out; ties by id."""
    held = sorted((frequency, term) for term, frequency in frequencies.items() if frequency)
    counted = [(frequency, term) for frequency, term in held if frequency <= TERM_FREQUENCY_CAP] or held[:1]
    weights = defaultdict[uuid.UUID, float](float)
    for frequency, term in counted:
        for each in holders[term]:
            weights[each] += idf(frequency, total)
    return sorted(weights, key=lambda each: (-round(weights[each], _DIGITS), each))


def _shown(fingerprint: Fingerprint) -> str:
    return (
        f"model {fingerprint.model} (dimension {fingerprint.dimension}, weights {fingerprint.weights[:12] or 'none'}, "
        f"analyser {fingerprint.analyzer})"
    )
