"""Firms for the cases: the places they run in, and fixture F0 as what such a firm already knows."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import attrs

from firm_memory import FirmMemory, Hits, MemoryScope, MemoryStatus, MemoryTier, MemoryType
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.memory_store import Order
from firm_memory.domain.candidate import Record
from firm_memory.domain.identity import memory_id
from firm_memory.domain.ledger import Change, EventKind
from firm_memory.domain.memory import Memory
from firm_memory.domain.moment import read_moment
from firm_memory.domain.principal import Caller
from firm_memory.domain.provenance import Provenance, kind_of
from firm_memory.domain.visibility import Visibility
from firm_memory.features.firm import Firm
from firm_memory.features.places import PLACES
from tests.cases.notation import fixture_f0

# Where a case runs that speaks of every adapter: both stores, and records in the process and in Postgres.
EVERYWHERE: Final = ("memory-on-in-process", "mem0-on-postgres")
IN_PROCESS: Final = "memory-on-in-process"
ON_POSTGRES: Final = "mem0-on-postgres"

OMS: Final = MemoryScope(repos=("oms",))
FIRM: Final = MemoryScope(firm=True)
_IMPORTER: Final = Caller(name="import", via="import")


def environment_of(place: str, home: Path, dsn: Callable[[], str]) -> dict[str, str]:
    """The settings of a firm in that place; no model, since words suffice for what the cases ask."""
    return {**PLACES[place](home, dsn), "FIRM_MEMORY_EMBEDDER": "lexical"}


@attrs.frozen(kw_only=True)
class F0:
    """Fixture F0 in a firm: its names by id and its ids by name."""

    ids: Mapping[str, uuid.UUID]

    def named(self, found: Iterable[uuid.UUID]) -> set[str]:
        """The names (`m01` …) of memories found."""
        names = {each: name for name, each in self.ids.items()}
        return {names[each] for each in found}


def settle_f0(firm: Firm) -> F0:
    """Let `firm` know what F0 says, as an import into its records would."""
    wires = fixture_f0()["memories"]
    ids = {wire["id"]: memory_id(wire["content"], _type(wire), _scope(wire)) for wire in wires}
    loaded(firm)
    keep(firm, *(_memory(wire, ids) for wire in wires))
    return F0(ids=ids)


def loaded(firm: Firm) -> None:
    """Have the store's libraries loaded, so that their weight is no part of what a deadline bounds."""
    firm.store.fingerprint(Deadline.after(60, firm.container.clock()))


def keep(firm: Firm, *memories: Memory) -> None:
    """Put memories, good or bad, past the gate into records and store: what an old import may have left there."""
    container = firm.container
    records = tuple(Record(memory=each, stored=False) for each in memories)
    container.records().prepare()
    container.records().commit(
        Change(
            kind=EventKind.APPROVED,
            caller=_IMPORTER,
            occurred_at=container.clock().now(),
            records=records,
            salt=container.salt()(),
        )
    )
    container.sync()()


def listed(firm: Firm, visibility: Visibility, order: Order = Order.CREATED, limit: int = 50) -> list[Memory]:
    """What the store lists under a visibility."""
    deadline = Deadline.after(5, firm.container.clock())
    return list(firm.store.list(visibility, order, limit, None, deadline).memories)


def searched(firm: Firm, visibility: Visibility, words: str, limit: int = 50) -> list[Memory]:
    """What the store finds for `words` under a visibility, unordered."""
    terms, deadline = firm.container.analyzer().terms(words), Deadline.after(5, firm.container.clock())
    return [match.memory for match in firm.store.search((), terms, visibility, limit, deadline).matches]


def counted(firm: Firm, reason: str, operation: str = "search") -> int:
    """How often a read failed for `reason`, as operators see it."""
    return int(firm.container.metrics().value("read_failed", operation=operation, reason=reason))


def contents(hits: Hits) -> list[str]:
    """What was recalled, best first."""
    return [hit.content for hit in hits]


@contextmanager
def opened(environment: Mapping[str, str], directory: Path) -> Iterator[FirmMemory]:
    """The memory as a process with that environment opens it in `directory`."""
    with FirmMemory.from_env(environment, directory) as memory:
        yield memory


def _type(wire: Mapping[str, Any]) -> MemoryType:
    return MemoryType.resolve(wire["type"])


def _scope(wire: Mapping[str, Any]) -> MemoryScope:
    return MemoryScope.from_mapping(wire["scope"])


def _memory(wire: Mapping[str, Any], ids: Mapping[str, uuid.UUID]) -> Memory:
    created = read_moment("created_at", wire["created_at"])
    supersedes = next((old["id"] for old in fixture_f0()["memories"] if old.get("superseded_by") == wire["id"]), None)
    return Memory(
        id=ids[wire["id"]],
        content=wire["content"],
        type=_type(wire),
        scope=_scope(wire),
        tier=MemoryTier(wire["tier"]),
        status=MemoryStatus(wire["status"]),
        confidence=0.7,
        provenance=Provenance(kind=kind_of(wire["reference"]), reference=wire["reference"], proposed_by="import"),
        task=wire.get("task"),
        supersedes=ids[supersedes] if supersedes else None,
        superseded_by=ids[wire["superseded_by"]] if "superseded_by" in wire else None,
        created_at=created,
        updated_at=created,
        revision=wire["version"],
    )
