"""What the type checkers must accept and refuse about the domain's values; checked by `make check`, never run.

`assert_type` states what is inferred. An ignored error states what must be refused: should it no longer be an
error, the unused ignore is one.
"""

import uuid
from datetime import datetime
from typing import assert_type

import attrs

from firm_memory.domain.memory import Memory
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType


def a_scope_takes_any_iterable_of_names_and_keeps_a_tuple() -> None:
    """The promise of the quick start: `MemoryScope(domains=("execution",), repos=("oms",))`."""
    scope = MemoryScope(domains=("execution",), repos=["oms", "gateway"])
    assert_type(scope.domains, tuple[str, ...])
    assert_type(scope.firm, bool)
    assert_type(scope.atoms, frozenset[str])
    assert_type(scope.sees(MemoryScope(firm=True)), bool)


def a_scope_has_no_person_axis() -> None:
    """Only firm, domains and repos exist; arguments are named."""
    MemoryScope(firm=True, engineer="ada")  # type: ignore[call-arg]  # no such axis
    MemoryScope(("execution",))  # type: ignore[arg-type, call-arg]  # axes are named


def values_do_not_change(memory: Memory) -> None:
    """A change is a new value."""
    memory.status = MemoryStatus.ACTIVE  # type: ignore[misc]  # frozen
    assert_type(attrs.evolve(memory, status=MemoryStatus.ACTIVE), Memory)


def a_memory_is_typed_throughout(memory: Memory) -> None:
    """No `Any` reaches a reader of a memory."""
    assert_type(memory.id, uuid.UUID)
    assert_type(memory.type, MemoryType)
    assert_type(memory.scope, MemoryScope)
    assert_type(memory.tags, tuple[str, ...])
    assert_type(memory.created_at, datetime)
    assert_type(memory.verified_at, datetime | None)
    assert_type(memory.effective_confidence, float)
