"""The store on mem0's collection in Postgres, with pgvector."""

from __future__ import annotations

import math
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import attrs
from psycopg import errors

from firm_memory.adapters.mem0_pgvector import collection as collections
from firm_memory.adapters.mem0_pgvector import quiet, replacing
from firm_memory.adapters.mem0_pgvector.collection import Collection
from firm_memory.adapters.mem0_pgvector.connections import Connections
from firm_memory.adapters.mem0_pgvector.cursor import Place
from firm_memory.adapters.mem0_pgvector.listing import Listing
from firm_memory.adapters.mem0_pgvector.payload import Payload, memory_of, payload_of
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.embedder import Vector
from firm_memory.application.ports.memory_store import Fingerprint, Found, Order, Page
from firm_memory.domain.errors import InvalidField, StoreUnavailable
from firm_memory.domain.memory import Memory
from firm_memory.domain.ranking import Match
from firm_memory.domain.visibility import Visibility

if TYPE_CHECKING:
    from firm_memory.adapters.mem0_pgvector.vectors import FirmVectors

_PROVIDER: Final = "firm_pgvector"
_ABSENT: Final = (errors.UndefinedTable, errors.InvalidSchemaName)


class Mem0Store:
    """Memories in a table that is mem0's own, reached through mem0's vector-store interface.

    A plain `mem0.Memory` reads and searches the same rows under the user id `pool_owner`. Making this object
    imports mem0, which takes seconds: build it in the background. It connects on first use. The connections
    stay their maker's; `close` gives nothing back that is not ours.
    """

    def __init__(
        self,
        connections: Connections,
        *,
        mem0_dir: Path,
        collection: str = "mem0_firm",
        pool_owner: str = "firm",
        owner: Connections | None = None,
    ) -> None:
        """`owner` connects as the role that may replace the collection, where that is another one.

        Raises `ConfigurationError` for a collection that names no table, or where mem0 cannot be imported.
        """
        self._connections, self._owner, self._mem0_dir = connections, owner, mem0_dir
        self._collection = Collection(name=collection, pool_owner=pool_owner)
        quiet.settle(mem0_dir)
        factory = quiet.part("mem0.utils.factory").VectorStoreFactory
        factory.provider_to_class[_PROVIDER] = "firm_memory.adapters.mem0_pgvector.vectors.FirmVectors"
        made = factory.create(_PROVIDER, {"connections": connections, "collection": self._collection})
        self._vectors = cast("FirmVectors", made)

    def prepare(self, fingerprint: Fingerprint) -> None:
        """Promise that `put` would be accepted, making an absent collection. Safe among any number of processes.

        Raises `StoreUnavailable`, `StoreReadOnly`, `FingerprintMismatch`, or `ConfigurationError` for a table
        that is not ours.
        """
        with self._connections.transaction(unavailable=StoreUnavailable) as connection:
            collections.require(connection, self._collection, fingerprint)
        self._vectors.expect(put=fingerprint)

    def grant(self, role: str) -> None:
        """Let `role` read and write the collection, as its owner. It gets no DELETE."""
        with self._connections.transaction(unavailable=StoreUnavailable) as connection:
            collections.grant(connection, self._collection, role)

    def put(self, memory: Memory, vector: Vector, terms: frozenset[str]) -> None:
        """Keep `memory` unless it is held at this revision or a later one: one statement, no lock.

        Raises `InvalidField` for a vector that is not finite, `FingerprintMismatch` for one of another
        dimension, `StoreUnavailable` where nothing was prepared.
        """
        payload = payload_of(memory, terms, self._collection.pool_owner)
        try:
            self._vectors.insert(vectors=[_usable(vector)], payloads=[payload], ids=[str(memory.id)])
        except _ABSENT:
            raise StoreUnavailable(
                f"The collection {self._collection.name} does not exist. Prepare the store before writing."
            ) from None
        if memory.redaction is not None:
            with self._connections.transaction(unavailable=StoreUnavailable) as connection:
                replacing.erase(connection, self._collection, str(memory.id), payload)

    def get(self, memory: uuid.UUID, deadline: Deadline) -> Memory | None:
        """The memory of that id in this pool, whatever its status."""
        try:
            row = self._within(deadline).get(str(memory))
        except _ABSENT:
            return None
        payload: Payload = row.payload if row else {}
        if payload.get("user_id") != self._collection.pool_owner or "record" not in payload:
            return None
        return memory_of(str(payload["record"]))

    def search(
        self, vector: Vector, terms: frozenset[str], visibility: Visibility, k: int, deadline: Deadline
    ) -> Found:
        """The `k` nearest and the `k` with the most telling terms, in one statement.

        Exact up to 20,000 visible rows; above, the nearest may come from the HNSW index, never fewer than there are.
        """
        try:
            answer = self._within(deadline).search(sorted(terms), _usable(vector), max(k, 0), visibility)
        except _ABSENT:
            answer = None
        if answer is None:
            return Found(frequencies=dict.fromkeys(terms, 0), empty=True)
        return Found(
            matches=tuple(
                Match(memory=memory_of(each.record), cosine=each.cosine, terms=each.terms) for each in answer.candidates
            ),
            frequencies=answer.frequencies,
            total=answer.total,
            empty=answer.empty,
        )

    def list(self, visibility: Visibility, order: Order, limit: int, cursor: str | None, deadline: Deadline) -> Page:
        """Up to `limit` visible memories in `order`, after `cursor`. Raises `InvalidField` on a bad cursor."""
        if limit < 1:
            raise InvalidField("limit", f"{limit} is below 1", "Ask for at least one memory")
        place = None if cursor is None else Place.read(cursor, order)
        listing = Listing(visibility=visibility, order=order, place=place)
        try:
            records = self._within(deadline).list(filters=listing, top_k=limit + 1)
        except _ABSENT:
            records = []
        memories = tuple(memory_of(record) for record in records[:limit])
        more = len(records) > limit
        return Page(memories=memories, cursor=Place.of(memories[-1], order).written() if more else None)

    def fingerprint(self, deadline: Deadline) -> Fingerprint | None:
        """What the collection was filled with; None while it does not exist."""
        _check(deadline)
        with self._connections.transaction(
            unavailable=StoreUnavailable, deadline=deadline, read_only=True
        ) as connection:
            held = collections.look(connection, self._collection).fingerprint
        self._vectors.expect(asked=held)
        return held

    def replacement(self, fingerprint: Fingerprint) -> Mem0Replacement:
        """A table beside this one's, for `fingerprint`; one that a former run left unfinished is continued.

        Raises `StoreUnavailable`, `StoreReadOnly` where the role may not, or `ConfigurationError` for a table
        that is not ours.
        """
        connections, role = self._owner or self._connections, self._role()
        beside = replacing.beside(self._collection)
        with connections.transaction(unavailable=StoreUnavailable) as connection:
            table = replacing.begin(connection, self._collection, beside, fingerprint)
            if role is not None:
                collections.grant(connection, beside, role)
        store = Mem0Store(
            connections, mem0_dir=self._mem0_dir, collection=beside.name, pool_owner=self._collection.pool_owner
        )
        return Mem0Replacement(
            store=store,
            connections=connections,
            present=self._collection,
            beside=beside,
            table=table,
            role=role,
        )

    def close(self) -> None:
        """Nothing to give back: the connections belong to whoever made them."""

    def _role(self) -> str | None:
        """The role that serves requests, where the tables are another one's."""
        if self._owner is None:
            return None
        with self._connections.transaction(unavailable=StoreUnavailable, read_only=True) as connection:
            return str(next(connection.execute("SELECT current_user"))[0])

    def _within(self, deadline: Deadline) -> FirmVectors:
        _check(deadline)
        return self._vectors.within(deadline)


@attrs.frozen(kw_only=True)
class Mem0Replacement:
    """The table `beside` the `present` one, made as `table`. `role`, if any, is to serve requests from it."""

    store: Mem0Store
    connections: Connections
    present: Collection
    beside: Collection
    table: int
    role: str | None

    def take_over(self, catch_up: Callable[[], object]) -> str | None:
        """Run `catch_up` while nobody writes the present table, then rename, in one transaction.

        The former one is dropped where it was a copy, else kept under the name that is given.
        """
        with self.connections.transaction(unavailable=StoreUnavailable, seconds=replacing.SWITCH_SECONDS) as connection:
            former = replacing.switch(connection, self.present, self.beside, self.table, catch_up)
            if self.role is not None:
                collections.grant(connection, self.present, self.role)
            return former


def _check(deadline: Deadline) -> None:
    if not deadline.remaining:
        raise StoreUnavailable("The deadline had passed before the store was asked. Ask again.")


def _usable(vector: Vector) -> Vector:
    """`vector`, or none for the null vector, which points nowhere. Raises `InvalidField` unless it is finite."""
    if not all(map(math.isfinite, vector)):
        raise InvalidField("vector", "holds a number that is not finite", "Check the embedder; nothing was stored")
    return vector if any(vector) else ()
