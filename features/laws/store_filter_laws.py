"""The laws of a store's filters: exactly what is visible, all of it, however it is asked."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from firm_memory.application.ports.memory_store import MemoryStore, Order
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import STORED, MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.visibility import ORDINARY_TIERS, RECALLED, Visibility
from firm_memory.features.laws import store_oracle as oracle
from firm_memory.features.laws.sample_memories import FIRM, MODEL, NOTHING, OMS, Row, pointing, sample, soon

_T = TypeVar("_T")
BulkPut = Callable[[Iterable[Row]], None]

CROWD: Final = 20_400
_REPEATS: Final = 30
_SCOPES: Final = (
    FIRM,
    OMS,
    MemoryScope(domains=("mcx",)),
    MemoryScope(firm=True, repos=("oms",)),
    MemoryScope(domains=("mcx",), repos=("gateway", "oms")),
)
_ATOMS: Final = ("firm", "domain:mcx", "repo:oms", "repo:gateway", "repo:nobody")
_LIVES: Final = (
    (MemoryTier.DURABLE, None),
    (MemoryTier.INDEX, None),
    (MemoryTier.EPISODIC, "mr-1"),
    (MemoryTier.EPISODIC, "mr-2"),
)
_KINDS: Final = (MemoryType.BUG_FIX, MemoryType.TERMINOLOGY)


def _every_kind_of_row() -> list[Row]:
    """A row for every combination of scope, tier, task, status and type."""
    kinds = itertools.product(_SCOPES, _LIVES, sorted(STORED, key=lambda status: status.value), _KINDS)
    return [
        Row(
            memory=sample(number, scope=scope, tier=tier, task=task, status=status, kind=kind),
            vector=pointing(number),
            terms=frozenset({"shared", f"term{number % 7}"}),
        )
        for number, (scope, (tier, task), status, kind) in enumerate(kinds)
    ]


def _subsets(values: Sequence[_T]) -> list[frozenset[_T]]:
    sizes = range(len(values) + 1)
    return [frozenset(each) for size in sizes for each in itertools.combinations(values, size)]


class StoreFilterLaws:
    """What `search` and `list` promise about who sees what; part of `StoreLaws`."""

    def test_scope_and_tier_filters_are_exact_in_every_combination(self, store: MemoryStore, bulk_put: BulkPut) -> None:
        """Rule: search and list return the rows that share an atom and have an asked tier, and no other row."""
        rows = _every_kind_of_row()
        bulk_put(rows)
        for atoms, tiers in itertools.product(_subsets(_ATOMS), _subsets(tuple(MemoryTier))):
            visibility = Visibility(atoms=atoms, tiers=tiers)
            expected = {row.id for row in oracle.visible(rows, visibility)}
            found = store.search(pointing(0), frozenset({"shared"}), visibility, len(rows), soon())
            page = store.list(visibility, Order.CREATED, len(rows), None, soon())
            assert {match.memory.id for match in found.matches} == expected, visibility
            assert {memory.id for memory in page.memories} == expected, visibility
            assert found.total == len(expected), visibility

    def test_all_five_filters_hold_together(self, store: MemoryStore, bulk_put: BulkPut) -> None:
        """Rule: atoms, tiers, statuses, types and task narrow each other; none of them, and no empty one, widens."""
        rows = _every_kind_of_row()
        bulk_put(rows)
        asked = itertools.product(
            ({"firm"}, {"repo:oms", "domain:mcx"}, {"repo:nobody"}),
            (ORDINARY_TIERS, {MemoryTier.EPISODIC}, frozenset(MemoryTier), set[MemoryTier]()),
            (RECALLED, {MemoryStatus.SUPERSEDED}, set[MemoryStatus]()),
            (None, {MemoryType.TERMINOLOGY}, set[MemoryType]()),
            (None, "mr-1", "mr-3"),
        )
        for atoms, tiers, statuses, types, task in asked:
            visibility = Visibility(
                atoms=frozenset(atoms),
                tiers=frozenset(tiers),
                statuses=frozenset(statuses),
                types=None if types is None else frozenset(types),
                task=task,
            )
            expected = oracle.visible(rows, visibility)
            found = store.search(pointing(0), frozenset({"shared", "term3"}), visibility, len(rows), soon())
            assert {match.memory.id for match in found.matches} == {row.id for row in expected}, visibility
            assert found.frequencies == oracle.frequencies(expected, ("shared", "term3")), visibility

    def test_names_are_compared_and_never_interpreted(self, store: MemoryStore, bulk_put: BulkPut) -> None:
        """Rule: quotes, wildcards, braces and operators in a domain, repo or task mean themselves."""
        names = (
            "o'neil",
            "100%",
            "a_c",
            "abc",
            'say "x"',
            "{x}",
            "null",
            "*",
            "x' or '1'='1",
            "back\\slash",
            "$1",
            "%s",
        )
        rows = [Row(memory=sample(number, scope=MemoryScope(domains=(name,)))) for number, name in enumerate(names)]
        rows += [
            Row(memory=sample(100 + number, tier=MemoryTier.EPISODIC, task=name)) for number, name in enumerate(names)
        ]
        bulk_put(rows)
        for number, name in enumerate(names):
            in_domain = Visibility(atoms=frozenset({f"domain:{name}"}))
            of_task = Visibility(atoms=FIRM.atoms, tiers=frozenset({MemoryTier.EPISODIC}), task=name)
            for visibility, expected in ((in_domain, rows[number]), (of_task, rows[len(names) + number])):
                assert store.list(visibility, Order.CREATED, 9, None, soon()).memories == (expected.memory,), name
                assert store.search((), NOTHING, visibility, 9, soon()).total == 1, name

    def test_a_selective_filter_never_comes_back_short(
        self, open_store: Callable[[], MemoryStore], bulk_put: BulkPut
    ) -> None:
        """Rule: behind 20,400 rows, the few or the hundreds that are visible are found, however often one is asked.

        They stand opposite to the query: an index that is filtered afterwards, or a plan that is kept for
        everybody, meets the crowd and finds none of them.
        """
        few = _sector("few", first=0, size=12, angles=(165, 179))
        some = _sector("some", first=100, size=600, angles=(100, 160))
        crowd = _sector("crowd", first=1_000, size=CROWD, angles=(0, 90))
        bulk_put([*crowd, *some, *few])
        store = open_store()
        store.prepare(MODEL)
        crowded = {row.id for row in crowd}
        for turn in range(_REPEATS):
            for rows in (few, some):
                found = store.search(pointing(0), NOTHING, _of(rows), 10, soon())
                assert {match.memory.id for match in found.matches} == set(oracle.nearest(rows, pointing(0), 10)), turn
                assert found.total == len(rows), turn
            if turn % 10 == 0:
                found = store.search(pointing(0), frozenset({"few", "crowd"}), _of(crowd), 10, soon())
                ids = {match.memory.id for match in found.matches}
                assert 10 <= len(ids) <= 20, turn
                assert ids <= crowded, turn
                assert (found.total, found.frequencies) == (CROWD, {"few": 0, "crowd": CROWD}), turn
        store.close()


def _sector(repo: str, *, first: int, size: int, angles: tuple[int, int]) -> list[Row]:
    """Rows of one repo, spread evenly over a sector; each holds the repo's name as its term."""
    start, end = angles
    return [
        Row(
            memory=sample(first + number, scope=MemoryScope(repos=(repo,))),
            vector=pointing(start + number * (end - start) / size),
            terms=frozenset({repo}),
        )
        for number in range(size)
    ]


def _of(rows: Sequence[Row]) -> Visibility:
    return Visibility(atoms=rows[0].memory.scope.atoms)
