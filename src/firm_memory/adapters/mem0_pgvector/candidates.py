"""The two candidate sets of a search in one statement, with the counts that coverage needs."""

from __future__ import annotations

import enum
import functools
import json
import math
from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

import attrs
from psycopg import sql
from psycopg.rows import TupleRow

from firm_memory.adapters.mem0_pgvector.collection import Collection
from firm_memory.adapters.mem0_pgvector.condition import Condition, parameters
from firm_memory.adapters.mem0_pgvector.extension import PgVector, literal
from firm_memory.application.ports.embedder import Vector
from firm_memory.application.ports.memory_store import TERM_FREQUENCY_CAP
from firm_memory.domain.visibility import Visibility

# Up to this many visible rows every one is compared, which is exact and takes some milliseconds; an index
# scan would have to skip the invisible ones, and comes back short or wrong where few are visible.
COMPARED_MOST: Final = 20_000

# For statements that may walk the HNSW index: walk on until enough visible rows are found.
WALKING: Final = {"hnsw.iterative_scan": "relaxed_order", "hnsw.ef_search": "200"}
# No plan is kept for other parameters than its own, and none is compiled: queries take milliseconds.
PLANNING: Final = {"plan_cache_mode": "force_custom_plan", "jit": "off"}

_COMPARED: Final = """
seen AS MATERIALIZED (SELECT id, {distance} AS distance FROM {table} WHERE {visible} LIMIT %(bound)s),
size AS MATERIALIZED (SELECT count(*) AS total, count(distance) AS placed FROM seen),
near AS MATERIALIZED (SELECT id FROM seen WHERE distance IS NOT NULL ORDER BY distance, id LIMIT %(k)s),
"""
_WALKED: Final = """
size AS MATERIALIZED (SELECT count(*) AS total, count(vector) AS placed FROM {table} WHERE {visible}),
near AS MATERIALIZED (
    SELECT id FROM {table} WHERE {visible} AND {comparable} ORDER BY {distance} LIMIT %(k)s
),
"""
# The sum of idf is the domain's (`ranking.idf`), rounded so that equal sums tie whatever the order of adding.
_STATEMENT: Final = """
WITH {dense}
holder AS MATERIALIZED (
    SELECT query.number, memory.id
    FROM unnest(%(terms)s::text[]) WITH ORDINALITY AS query (term, number)
    CROSS JOIN LATERAL (SELECT id FROM {table} WHERE {visible} AND terms @> ARRAY[query.term]) AS memory
    WHERE {affordable}
),
frequency AS (SELECT number, count(*) AS held FROM holder GROUP BY number),
weight AS (
    SELECT number, ln(1 + CASE WHEN held < total THEN (total - held + 0.5) / (held + 0.5) ELSE 0.5 / (total + 0.5) END
        ::float8) AS idf
    FROM frequency, size
    WHERE held <= {cap} OR number = (SELECT number FROM frequency ORDER BY held, number LIMIT 1)
),
telling AS (
    SELECT id FROM holder JOIN weight USING (number)
    GROUP BY id ORDER BY round(sum(idf)::numeric, 9) DESC, id LIMIT %(k)s
),
chosen AS MATERIALIZED (SELECT id FROM near UNION SELECT id FROM telling),
held AS (SELECT id, array_agg(number::int) AS numbers FROM holder WHERE id IN (SELECT id FROM chosen) GROUP BY id)
SELECT NULL::uuid AS id, json_build_object(
        'total', total, 'placed', placed, 'near', (SELECT count(*) FROM near),
        'empty', total = 0 AND NOT EXISTS (SELECT FROM {table}),
        'comment', obj_description({name}::regclass, 'pg_class'),
        'held', (SELECT json_object_agg(number, held) FROM frequency)
    )::text, NULL::float8, NULL::int[]
FROM size
UNION ALL
SELECT id, payload ->> 'record', 1 - {distance}, numbers
FROM chosen JOIN {table} USING (id) LEFT JOIN held USING (id)
"""


class Way(enum.Enum):
    """How the nearest are found.

    `COMPARED`: every visible row is compared, unless there are more than `COMPARED_MOST`. `WALKED`: the
    planner may walk the index. `COMPARED_ALL`: every visible row is compared, however many there are.
    """

    COMPARED = "compared"
    WALKED = "walked"
    COMPARED_ALL = "compared_all"


@attrs.frozen(kw_only=True)
class Asked:
    """A search: whatever `visibility` admits in the pool of `owner`, near `vector` or holding `terms`."""

    vector: Vector
    terms: Sequence[str]
    visibility: Visibility
    owner: str
    k: int

    def statement(self, collection: Collection, pgvector: PgVector, way: Way) -> Statement:
        """The query that answers it."""
        return Statement(
            text=_text(collection, pgvector, way, Condition.of(self.visibility), bool(self.vector)),
            parameters={
                **parameters(self.visibility, self.owner),
                "vector": literal(self.vector),
                "terms": list(self.terms),
                "k": max(self.k, 0),
                "bound": None if way is Way.COMPARED_ALL else COMPARED_MOST + 1,
            },
        )


@functools.lru_cache(maxsize=64)
def _text(collection: Collection, pgvector: PgVector, way: Way, condition: Condition, placed: bool) -> bytes:  # noqa: FBT001 -- a key
    """The text of a search; there are few, and composing one takes as long as some searches."""
    affordable = "true" if way is not Way.COMPARED else "(SELECT total FROM size) < %(bound)s"
    distance = sql.SQL("(vector {} %(vector)s::{})").format(pgvector.distance, pgvector.type)
    parts: dict[str, sql.Composable] = {
        "table": collection.table,
        "name": sql.Literal(collection.qualified),
        "visible": condition.text,
        "distance": distance if placed else sql.SQL("NULL::float8"),
        "comparable": sql.SQL("vector IS NOT NULL" if placed else "false"),
        "affordable": sql.SQL(affordable),
        "cap": sql.Literal(TERM_FREQUENCY_CAP),
    }
    dense = sql.SQL(_WALKED if way is Way.WALKED else _COMPARED).format(**parts)
    return sql.SQL(_STATEMENT).format(dense=dense, **parts).as_bytes(None)


@attrs.frozen(kw_only=True)
class Statement:
    """A query and its named parameters."""

    text: bytes
    parameters: dict[str, object]


@attrs.frozen(kw_only=True)
class Candidate:
    """A row found: its record as text, its cosine, and the terms of the query that it holds."""

    id: str
    record: str
    cosine: float | None
    terms: frozenset[str]


@attrs.frozen(kw_only=True)
class Answer:
    """What a statement gave. `placed` counts the visible rows with a vector, `near` the nearest returned.

    `comment` is the table's: it says which model filled it.
    """

    candidates: tuple[Candidate, ...]
    frequencies: dict[str, int]
    total: int
    placed: int
    near: int
    empty: bool
    comment: str | None

    @classmethod
    def read(cls, rows: Iterable[TupleRow], asked: Asked) -> Answer:
        """The answer in `rows`: the counts in the one without id, a candidate in each other."""
        counts: dict[str, Any] = {}
        held: dict[str, int] = {}
        candidates: list[Candidate] = []
        for id_, text, cosine, numbers in rows:
            if id_ is None:
                counts = json.loads(text)
                held = cast("dict[str, int] | None", counts.pop("held")) or {}
                continue
            terms = frozenset(asked.terms[number - 1] for number in cast("list[int] | None", numbers) or ())
            placed = cosine is not None and math.isfinite(cosine)
            candidates.append(Candidate(id=str(id_), record=text, cosine=cosine if placed else None, terms=terms))
        frequencies = {term: held.get(str(number), 0) for number, term in enumerate(asked.terms, start=1)}
        return cls(candidates=tuple(candidates), frequencies=frequencies, **counts)
