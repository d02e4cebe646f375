"""Browsing as SQL: each filter a condition that an index serves, all of them in one statement."""

from __future__ import annotations

from typing import Final, LiteralString

from firm_memory.application.ports.shelf import Bookmark
from firm_memory.domain.browsing import Filters
from firm_memory.domain.status import MemoryStatus

Statement = tuple[LiteralString, dict[str, object]]

_IN_FORCE: Final = (MemoryStatus.ACTIVE.value, MemoryStatus.DISPUTED.value)

# Of an approval that has not reached the store. The column says active (or disputed) then, as the ledger does.
_APPROVING: Final = """r.status IN ('active', 'disputed')
    AND r.projected_seq IN (SELECT seq FROM firm_memory.store_mark WHERE marked_at IS NULL)
    AND (r.body #>> '{candidacy,decision,revision}')::integer = r.revision"""
_ALWAYS: Final = f"""r.tier <> 'episodic' AND r.atoms && %(atoms)s::text[] AND r.status = ANY(%(columns)s::text[])
    AND CASE WHEN {_APPROVING} THEN 'approving' ELSE r.status END = ANY(%(statuses)s::text[])"""
_KIND: Final = " AND r.type = %(kind)s"
_TAG: Final = " AND r.tags @> ARRAY[%(tag)s]::text[]"
_STEWARD: Final = " AND r.steward = %(steward)s"
_SINCE: Final = " AND r.updated_at >= %(since)s"
_STALE: Final = " AND r.status = 'active' AND greatest(r.verified_at, r.updated_at) < %(before)s"
_STALE_OR_REWRITTEN: Final = """ AND r.status = 'active' AND (
    greatest(r.verified_at, r.updated_at) < %(before)s
    OR r.body #>> '{memory,provenance,reference}' = ANY(%(references)s::text[]) AND EXISTS (
        SELECT FROM unnest(%(references)s::text[], %(hashes)s::text[]) AS present (reference, hash)
        WHERE present.reference = r.body #>> '{memory,provenance,reference}'
            AND present.hash <> r.body #>> '{memory,provenance,doc_sha}'
    )
)"""

_FIRST: Final = """
SELECT p.id, p.body, p.stored, s.place, s.head FROM (
    SELECT r.id, r.updated_at AS place, (SELECT max(seq) FROM firm_memory.ledger) AS head
    FROM firm_memory.record r WHERE {conditions}
    ORDER BY r.updated_at DESC, r.id LIMIT %(limit)s
) s JOIN firm_memory.present p USING (id) ORDER BY s.place DESC, s.id
"""
# What was touched since the first page stands where it stood then, which the ledger knows; there are few of those.
_NEXT: Final = """
WITH kept AS (
    SELECT r.id, r.updated_at AS place FROM firm_memory.record r
    WHERE {conditions} AND r.last_seq <= %(seq)s
        AND r.updated_at <= %(moment)s AND (r.updated_at < %(moment)s OR r.id > %(id)s)
    ORDER BY r.updated_at DESC, r.id LIMIT %(limit)s
), moved AS (
    SELECT r.id, was.place FROM firm_memory.record r CROSS JOIN LATERAL (
        SELECT (each.wire #>> '{memory,updated_at}')::timestamptz AS place
        FROM firm_memory.ledger l, jsonb_array_elements(l.body::jsonb -> 'records') WITH ORDINALITY AS each (wire, n)
        WHERE l.touched @> ARRAY[r.id] AND l.seq <= %(seq)s AND each.wire #>> '{memory,id}' = r.id::text
        ORDER BY l.seq DESC, each.n DESC LIMIT 1
    ) was
    WHERE {conditions} AND r.last_seq > %(seq)s
        AND was.place <= %(moment)s AND (was.place < %(moment)s OR r.id > %(id)s)
    ORDER BY was.place DESC, r.id LIMIT %(limit)s
), page AS (
    SELECT * FROM kept UNION ALL SELECT * FROM moved ORDER BY place DESC, id LIMIT %(limit)s
)
SELECT p.id, p.body, p.stored, page.place, %(seq)s::bigint
FROM page JOIN firm_memory.present p USING (id) ORDER BY page.place DESC, id
"""
_TAGS: Final = "SELECT tag, count(*) FROM firm_memory.record r, unnest(r.tags) AS tag WHERE {conditions} GROUP BY tag"


def page(filters: Filters, limit: int, after: Bookmark | None) -> Statement:
    """The statement for a page: id, body, stored, the place in the order, and the entry as of which that is."""
    conditions, parameters = _conditions(filters)
    if after is None:
        return _FIRST.replace("{conditions}", conditions), {**parameters, "limit": limit}
    place = {"seq": after.seq, "moment": after.moment, "id": after.id}
    return _NEXT.replace("{conditions}", conditions), {**parameters, **place, "limit": limit}


def tagged(filters: Filters) -> Statement:
    """The statement for the tags of what `filters` admits, each with its count."""
    conditions, parameters = _conditions(filters)
    return _TAGS.replace("{conditions}", conditions), parameters


def _conditions(filters: Filters) -> Statement:
    statuses = [each.value for each in filters.statuses]
    approving = _IN_FORCE if MemoryStatus.APPROVING in filters.statuses else ()
    columns = [*statuses, *approving]
    conditions, parameters = _ALWAYS, {"atoms": sorted(filters.atoms), "columns": columns, "statuses": statuses}
    chosen: tuple[tuple[LiteralString, str, object], ...] = (
        (_KIND, "kind", filters.kind and filters.kind.value),
        (_TAG, "tag", filters.tag),
        (_STEWARD, "steward", filters.steward),
        (_SINCE, "since", filters.updated_since),
    )
    given: dict[str, object] = {**parameters}
    for condition, name, value in chosen:
        if value is not None:
            conditions += condition
            given[name] = value
    if filters.stale is None:
        return conditions, given
    given["before"] = filters.stale.before
    if not filters.stale.documents:
        return conditions + _STALE, given
    given |= {"references": list(filters.stale.documents), "hashes": list(filters.stale.documents.values())}
    return conditions + _STALE_OR_REWRITTEN, given
