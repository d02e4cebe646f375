"""A row of an earlier pool as the memory that it holds.

The earlier release kept mem0's keys (`data`, `user_id`, `created_at`, …), one boolean a scope (`scope_firm`,
`dom__x`, `repo__y`), and the fields of the memory by their names, all flat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final

import attrs

from firm_memory.application.ports.pool import PoolRow
from firm_memory.application.told import Told, is_on
from firm_memory.domain.approval import confidence_at_birth
from firm_memory.domain.candidate import Candidacy, Decision, Record, Ruling, Verdict
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.inheritance import authorless
from firm_memory.domain.memory import Memory
from firm_memory.domain.principal import is_agent
from firm_memory.domain.provenance import Provenance, SourceKind, kind_of
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import Disposition, MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType

_DOMAIN, _REPO = "dom__", "repo__"
_STATUSES: Final = MappingProxyType(
    {
        "approved": MemoryStatus.ACTIVE,
        "active": MemoryStatus.ACTIVE,
        "disputed": MemoryStatus.DISPUTED,
        "superseded": MemoryStatus.SUPERSEDED,
        "archived": MemoryStatus.ARCHIVED,
    }
)
_RULING: Final = Ruling(automatic=False, reason="approved in the pool that was adopted")
# fmt: off
_READ: Final = frozenset(
    (
        "data", "user_id", "created_at", "updated_at", "scope_firm", "memory_type", "type", "tier", "status",
        "confidence", "reference", "kind", "evidence", "commit", "title", "summary", "task", "disposition",
        "tags", "steward", "proposed_by", "on_behalf_of", "approved_by", "proposed_at", "approved_at",
        "verified_at", "supersedes", "superseded_by",
    )
)
# fmt: on
_MEM0S_OWN: Final = frozenset({"hash", "text_lemmatized", "agent_id", "run_id", "actor_id", "role"})


def record_of(row: PoolRow, *, owner: str, by: str, now: datetime, repos: Mapping[str, str]) -> Record:
    """The memory in `row`, approved as it was, at revision 1; `by` answers for it where nobody else is named.

    `repos` gives earlier names of repositories their present ones. Raises the invariants' errors, by field.
    """
    told = Told(row.payload)
    if row.payload.get("user_id") != owner:
        raise InvalidField("user_id", "is not the pool's owner", "Set FIRM_MEM0_POOL_OWNER to adopt its rows")
    created_at = told.moment("created_at") or now
    source = _provenance(told, by, created_at)
    status = _STATUSES[told.one_of("status", _STATUSES) or "active"]
    memory = Memory(
        id=row.id,
        content=told.text("data") or "",
        title=told.text("title"),
        summary=told.text("summary"),
        type=MemoryType.resolve(told.text("memory_type") or told.text("type") or ""),
        scope=_scope(row.payload, repos),
        tier=MemoryTier(told.one_of("tier", [each.value for each in MemoryTier]) or MemoryTier.DURABLE),
        status=status,
        confidence=told.number("confidence", confidence_at_birth(source.kind, None, by_agent=False)),
        provenance=source,
        task=told.text("task"),
        disposition=_disposition(told),
        tags=told.several("tags"),
        steward=told.text("steward") or _person(source) or source.approved_by,
        supersedes=told.id("supersedes"),
        superseded_by=told.id("superseded_by"),
        created_at=created_at,
        updated_at=told.moment("updated_at") or created_at,
        verified_at=told.moment("verified_at"),
        flags=(authorless(now),) if status is MemoryStatus.DISPUTED else (),
    )
    if memory.tier is not MemoryTier.DURABLE:  # notes and cards never waited at the gate
        return Record(memory=attrs.evolve(memory, provenance=attrs.evolve(source, approved_by=None, approved_at=None)))
    decision = Decision(verdict=Verdict.APPROVED, by=source.approved_by or by, at=created_at, revision=1)
    return Record(memory=memory, candidacy=Candidacy(ruling=_RULING, decision=decision))


def unread_keys(payload: Mapping[str, object]) -> frozenset[str]:
    """The keys of a row that no field of a memory is made of, mem0's own aside."""
    known = _READ | _MEM0S_OWN
    return frozenset(key for key in payload if key not in known and not key.startswith((_DOMAIN, _REPO)))


def likely_name(slug: str, known: Iterable[str]) -> str | None:
    """What a repository of an earlier `owner-repo` name is called by its whole path today, as far as one can guess."""
    if "/" in slug or "-" not in slug:
        return None
    return next((each for each in sorted(known) if each.replace("/", "-") == slug), slug.replace("-", "/", 1))


def _scope(payload: Mapping[str, object], repos: Mapping[str, str]) -> MemoryScope:
    slugs = _named(payload, _REPO)
    return MemoryScope(
        firm=is_on(payload.get("scope_firm")),
        domains=_named(payload, _DOMAIN),
        repos=tuple(repos.get(slug, slug) for slug in slugs),
    )


def _named(payload: Mapping[str, object], prefix: str) -> tuple[str, ...]:
    return tuple(key.removeprefix(prefix) for key, value in payload.items() if key.startswith(prefix) and is_on(value))


def _provenance(told: Told, by: str, created_at: datetime) -> Provenance:
    reference = told.text("reference") or ""
    kind = told.one_of("kind", [each.value for each in SourceKind])
    return Provenance(
        kind=SourceKind(kind) if kind else kind_of(reference),
        reference=reference,
        evidence=told.text("evidence"),
        commit=told.text("commit"),
        proposed_by=told.text("proposed_by") or by,
        on_behalf_of=told.text("on_behalf_of"),
        approved_by=told.text("approved_by") or by,
        proposed_at=told.moment("proposed_at"),
        approved_at=told.moment("approved_at") or created_at,
    )


def _person(source: Provenance) -> str | None:
    return source.on_behalf_of or (None if is_agent(source.proposed_by) else source.proposed_by)


def _disposition(told: Told) -> Disposition | None:
    value = told.one_of("disposition", [each.value for each in Disposition])
    return Disposition(value) if value else None
