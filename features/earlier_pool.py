"""A pool as an earlier firm-memory left it, made through mem0's own code, for the rules on taking it over."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from firm_memory.adapters.mem0_pgvector import quiet

COLLECTION: Final = "mem0_firm"
WHEN: Final = "2026-02-03T09:15:00-08:00"  # mem0 wrote Californian time
DIMENSION: Final = 8
_USUAL: Final[Mapping[str, object]] = {
    "user_id": "firm",
    "created_at": WHEN,
    "memory_type": "business_rules",
    "tier": "durable",
    "status": "active",
    "confidence": 0.7,
    "reference": "mr-12",
    "proposed_by": "agent:opencode",
    "approved_by": "lead",
    "scope_firm": True,
}


@attrs.frozen(kw_only=True)
class EarlierPool:
    """Writes rows as the earlier adapter did: mem0's keys, one boolean a scope, everything flat."""

    dsn: str
    mem0_dir: Path
    dimension: int = DIMENSION
    collection: str = COLLECTION

    def add(self, text: str, **fields: object) -> uuid.UUID:
        """One memory; `fields` are those that are not as usual, None for one that is missing."""
        return self.add_all([(text, fields)])[0]

    def add_all(self, rows: Sequence[tuple[str, Mapping[str, object]]]) -> list[uuid.UUID]:
        """Several memories, each with its fields."""
        ids = [uuid.uuid4() for _ in rows]
        payloads = [_payload(text, fields) for text, fields in rows]
        vectors = [[1.0 + place, *[0.5] * (self.dimension - 1)] for place in range(len(rows))]
        store = self._vectors()
        try:
            store.insert(vectors=vectors, payloads=payloads, ids=[str(each) for each in ids])
        finally:
            store.connection_pool.close()
        return ids

    def _vectors(self) -> Any:  # noqa: ANN401 -- mem0 is untyped
        quiet.settle(self.mem0_dir)
        return quiet.part("mem0.vector_stores.pgvector").PGVector(
            dbname=None,
            collection_name=self.collection,
            embedding_model_dims=self.dimension,
            user=None,
            password=None,
            host=None,
            port=None,
            diskann=False,
            hnsw=True,
            maxconn=1,
            connection_string=self.dsn,
        )


def _payload(text: str, fields: Mapping[str, object]) -> dict[str, object]:
    digest = hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
    payload = {"data": text, "hash": digest, **_USUAL, **fields}
    return {key: value for key, value in payload.items() if value is not None}
