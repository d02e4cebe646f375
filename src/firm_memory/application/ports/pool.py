"""Port: a collection that an earlier firm-memory filled through mem0, to be taken over where it stands."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Protocol

import attrs

from firm_memory.application.ports.embedder import Vector
from firm_memory.application.ports.memory_store import Fingerprint
from firm_memory.domain.memory import Memory


@attrs.frozen(kw_only=True)
class PoolRow:
    """A row as it was found. `stamp` changes with the payload; `vector` is empty where nobody asked for it."""

    id: uuid.UUID
    payload: Mapping[str, object]
    stamp: str
    vector: Vector = ()


@attrs.frozen(kw_only=True)
class Placed:
    """A memory as it is to stand in the collection: with its vector and its terms."""

    memory: Memory
    vector: Vector
    terms: frozenset[str]


class Pool(Protocol):
    """The collection, before and while it is taken over.

    Laws: reading changes nothing; `take_over` happens at one stroke, or not at all; no row is ever removed, and a
    plain mem0 reads every one of them before and afterwards.
    """

    @property
    def name(self) -> str:
        """Its name, which the ledger keeps as the source."""
        ...

    @property
    def owner(self) -> str:
        """The user id under which its rows are the firm's."""
        ...

    def rows(self, *, vectors: bool = False) -> Sequence[PoolRow] | None:
        """Every row, by id; None where it was taken over already.

        Raises `StoreUnavailable`, and `ConfigurationError` where there is none or it is laid out otherwise.
        """
        ...

    def take_over(
        self,
        fingerprint: Fingerprint,
        memories: Sequence[Placed],
        others: Mapping[uuid.UUID, Vector],
        seen: Sequence[PoolRow],
    ) -> None:
        """Lay the collection out as ours, filled by `fingerprint`, with `memories` in the place of their rows.

        Every other row keeps its payload and stays out of recall; it gets its vector of `others` where the former
        one does not fit any more. Raises `WriteFailed` when it holds other rows than `seen`, `StoreReadOnly` where
        this role may not.
        """
        ...
