"""Port: the store (provider). It is a projection of the ledger; losing it loses nothing."""

from __future__ import annotations

import enum
import uuid
from collections.abc import Mapping
from typing import Final, Protocol

import attrs

from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.embedder import Vector
from firm_memory.domain.memory import Memory
from firm_memory.domain.ranking import Match
from firm_memory.domain.visibility import Visibility


@attrs.frozen(kw_only=True)
class Fingerprint:
    """What a collection was filled with: model, dimension (0 without a model), weights hash, analyser version."""

    model: str
    dimension: int
    weights: str
    analyzer: str


# What mends a collection that can be trusted no more.
REFILL: Final = "Build it anew from the ledger: firm-memory reindex."
# What mends one that another model filled; part of every `FingerprintMismatch`.
REEMBED: Final = "Configure the former again, or run firm-memory reindex, which fills a new collection."


@attrs.frozen(kw_only=True)
class Found:
    """Candidates for an answer, unordered and without doubles, plus what coverage needs.

    `frequencies` counts, for each query term, the memories *visible to this query* that hold it (0 where
    none does); `total` counts all memories visible to it. `empty` tells that the store holds no memory at all,
    visible or not.
    """

    matches: tuple[Match, ...] = ()
    frequencies: Mapping[str, int] = attrs.field(factory=dict[str, int])
    total: int = 0
    empty: bool = False


class Order(enum.Enum):
    """The orders a listing knows; ties go by id, ascending."""

    CREATED = "created"
    UPDATED_DESCENDING = "updated_descending"


@attrs.frozen(kw_only=True)
class Page:
    """A page of a listing; `cursor` continues after it and is None at the end. Opaque, keyset-based."""

    memories: tuple[Memory, ...]
    cursor: str | None = None


class MemoryStore(Protocol):
    """Keeps memories with vectors and terms, and finds them again.

    Laws, proved by the conformance kit for every adapter:

    - `put` is monotone: it writes when the id is absent or held at a lower revision; otherwise it is a
      successful no-op. It is idempotent, atomic, and safe among any number of processes.
    - Filters are exact: `search` and `list` return visible memories only, and all of them up to `k`; a
      selective visibility never makes an answer short, however often it is asked.
    - Text comes back byte for byte. Nothing deletes.
    - Reads issue no DDL; a collection that does not exist yet reads as empty.
    - Outages and exceeded deadlines raise `StoreUnavailable`; messages carry no credentials. After the
      store is back, the next call works.
    """

    def prepare(self, fingerprint: Fingerprint) -> None:
        """Promise that `put` would be accepted, creating an absent collection for `fingerprint`.

        Raises `StoreUnavailable`, `StoreReadOnly`, or `FingerprintMismatch` (naming both and the remedy).
        Concurrent first use is safe.
        """
        ...

    def put(self, memory: Memory, vector: Vector, terms: frozenset[str]) -> None:
        """Keep `memory`. `vector` is empty when no model is in use."""
        ...

    def get(self, memory: uuid.UUID, deadline: Deadline) -> Memory | None:
        """The memory of that id, whatever its status; None when there is none."""
        ...

    def search(
        self, vector: Vector, terms: frozenset[str], visibility: Visibility, k: int, deadline: Deadline
    ) -> Found:
        """The union of two candidate sets, both taken inside `visibility`.

        Each match carries its raw cosine (None without a vector) and its matched query terms.
        Dense: the `k` nearest by cosine (none when `vector` is empty). Lexical: the `k` with the highest
        sum of idf over the query terms they hold, ties by id, counting only terms that at most
        `TERM_FREQUENCY_CAP` visible memories hold, or the rarest one where all are more frequent.
        """
        ...

    def list(self, visibility: Visibility, order: Order, limit: int, cursor: str | None, deadline: Deadline) -> Page:
        """Up to `limit` visible memories in `order`, after `cursor`. Raises `InvalidField` on a bad cursor."""
        ...

    def fingerprint(self, deadline: Deadline) -> Fingerprint | None:
        """What the collection was filled with; None while it does not exist."""
        ...

    def close(self) -> None:
        """Give back connections and threads; idempotent."""
        ...


TERM_FREQUENCY_CAP = 2_000
