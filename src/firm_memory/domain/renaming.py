"""Repositories that were renamed: which name is current, and which ones it had before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from firm_memory.domain.candidate import Record
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import Anchor
from firm_memory.domain.scope import MemoryScope


@attrs.frozen(kw_only=True)
class Rename:
    """One renaming, as an event of the ledger tells it; both names are slugs."""

    old: str
    new: str


def current_name(repo: str, renames: Iterable[Rename]) -> str:
    """What `repo` is called after `renames`, in their order; a repository that was renamed back is itself again."""
    for rename in renames:
        repo = rename.new if repo == rename.old else repo
    return repo


def in_effect(rename: Rename, renames: Sequence[Rename]) -> bool:
    """Whether that was the last renaming of the old name, which has not come back since."""
    latest = [each for each in renames if each.old == rename.old][-1:]
    return latest == [rename] and current_name(rename.old, renames) != rename.old


def current_scope(scope: MemoryScope, renames: Sequence[Rename]) -> MemoryScope:
    """`scope` with its repositories by their current names."""
    return attrs.evolve(scope, repos=tuple(current_name(each, renames) for each in scope.repos))


def current_anchors(anchors: Iterable[Anchor], renames: Sequence[Rename]) -> tuple[Anchor, ...]:
    """`anchors` with their repositories by their current names."""
    return tuple(attrs.evolve(each, repo=current_name(each.repo, renames)) for each in anchors)


def former_scopes(scope: MemoryScope, renames: Sequence[Rename]) -> Iterator[MemoryScope]:
    """What `scope` was written as before each renaming that reached it, the latest first.

    Ids are made of the scope that a record was born with, and stay: this is how they are found again.
    """
    seen = {scope}
    for rename in reversed(renames):
        if rename.new in scope.repos:
            scope = attrs.evolve(scope, repos=_put(scope.repos, rename.new, rename.old))
            if scope not in seen:
                seen.add(scope)
                yield scope


def names(memory: Memory, repo: str) -> bool:
    """Whether the scope or an anchor of `memory` names `repo`."""
    return repo in memory.scope.repos or any(anchor.repo == repo for anchor in memory.provenance.anchors)


def renamed(record: Record, rename: Rename) -> Record:
    """The record at its next revision, under the new name. Its id and `updated_at` stay: nobody looked at its words."""
    memory = record.memory
    source = attrs.evolve(memory.provenance, anchors=current_anchors(memory.provenance.anchors, (rename,)))
    scope = current_scope(memory.scope, (rename,))
    return attrs.evolve(
        record, memory=attrs.evolve(memory, scope=scope, provenance=source, revision=memory.revision + 1)
    )


def _put(repos: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    return tuple(new if each == old else each for each in repos)
