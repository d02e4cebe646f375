"""A memory as a row of a mem0 collection: mem0's keys, flat keys to filter by, and the whole record."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from firm_memory.application.wire import canonical, memory_from_wire, memory_to_wire
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.memory import Memory
from firm_memory.domain.moment import write_moment
from firm_memory.domain.scope import FIRM_ATOM
from firm_memory.domain.text import comparison_key

BREAK: Final = "\n"  # between atoms and between terms; neither can hold one
_REMEMBERED: Final = 10_000  # some 30 MB; reading one takes as long as finding it

Payload = dict[str, object]


def payload_of(memory: Memory, terms: frozenset[str], pool_owner: str) -> Payload:
    """What mem0 keeps beside the vector.

    `data`, `hash`, `user_id`, `created_at`, `updated_at`, `text_lemmatized` are mem0's own; `scope_firm`,
    `dom__x`, `repo__y` are there for its filters, which know no lists. Our columns are generated from
    `atoms`, `terms`, `tier`, `status`, `type`, `task`, `revision`. `record` is the memory itself, as text,
    so that it comes back byte for byte.
    """
    if any(BREAK in term for term in terms):
        raise InvalidField("terms", "a term holds a line break", "Check the analyser; nothing was stored")
    atoms = sorted(memory.scope.atoms)
    return {
        "data": memory.content,
        "hash": hashlib.md5(memory.content.encode(), usedforsecurity=False).hexdigest(),
        "user_id": pool_owner,
        "created_at": write_moment(memory.created_at),
        "updated_at": write_moment(memory.updated_at),
        "text_lemmatized": comparison_key(memory.embedded_text),
        **{_flat(atom): True for atom in atoms},
        "atoms": BREAK.join(atoms),
        "terms": BREAK.join(sorted(terms)),
        "tier": memory.tier.value,
        "status": memory.status.value,
        "type": memory.type.value,
        **({} if memory.task is None else {"task": memory.task}),
        "revision": memory.revision,
        "record": canonical(memory_to_wire(memory)),
    }


@lru_cache(maxsize=_REMEMBERED)
def memory_of(record: str) -> Memory:
    """The memory written in `record`. Memories never change, so those read lately are kept."""
    wire: Mapping[str, object] = json.loads(record)
    return memory_from_wire(wire)


def _flat(atom: str) -> str:
    if atom == FIRM_ATOM:
        return "scope_firm"
    axis, _, name = atom.partition(":")
    return f"{'dom' if axis == 'domain' else 'repo'}__{name}"
