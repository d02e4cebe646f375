"""Facts about mem0's filters (mem0ai 2.2), on a real Postgres: why we build none from what a caller says.

A fact that changes here is a reason to look at `condition.py` and at the flat keys in `payload.py` again.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Final

import pytest

from tests.contract.mem0.conftest import Plain
from tests.contract.mem0.parts import PlainMemory

ROWS: Final[dict[str, dict[str, object]]] = {
    "firm wide": {"user_id": "firm", "scope_firm": True, "tier": "durable", "status": "active", "atoms": ["firm"]},
    "of oms": {"user_id": "firm", "repo__oms": True, "tier": "index", "status": "active", "atoms": ["repo:oms"]},
    "of mcx": {"user_id": "firm", "dom__mcx": True, "tier": "durable", "status": "archived", "note": "x"},
    "rival": {"user_id": "rival", "scope_firm": True, "tier": "durable", "status": "active"},
}
OURS: Final = {"firm wide", "of oms", "of mcx"}
Search = Callable[[dict[str, object]], set[str]]


@pytest.fixture(scope="module")
def memory(plain: Plain, module_dsn: str) -> PlainMemory:
    """A plain mem0 with four rows of two tenants."""
    memory = plain(module_dsn, "facts")
    memory.vector_store.insert(
        vectors=[[1.0, 0.0, 0.0, 0.0]] * len(ROWS),
        payloads=[{"data": name, **payload} for name, payload in ROWS.items()],
        ids=[str(uuid.uuid4()) for _ in ROWS],
    )
    return memory


@pytest.fixture(scope="module")
def search(memory: PlainMemory) -> Search:
    """What a search with a filter finds, as the names of the rows."""

    def found(filters: dict[str, object]) -> set[str]:
        return {str(each["memory"]) for each in memory.search("any", filters=filters, threshold=0.0)["results"]}

    return found


@pytest.mark.parametrize(
    "filters", [{}, {"tier": "durable"}, {"OR": [{"user_id": "firm"}]}, {"AND": [{"user_id": "firm"}]}]
)
def test_a_search_needs_an_owner_at_the_top_level(memory: PlainMemory, filters: dict[str, object]) -> None:
    """Rule: without user_id, agent_id or run_id at the top mem0 raises; inside OR or AND it does not count."""
    with pytest.raises(ValueError, match="must contain at least one of"):
        memory.search("any", filters=filters)
    with pytest.raises(ValueError, match="must contain at least one of"):
        memory.get_all(filters=filters)


def test_an_owner_is_a_filter_and_no_argument(memory: PlainMemory) -> None:
    """Rule: user_id as an argument of its own, which earlier mem0 wanted, is refused by this one."""
    with pytest.raises(ValueError, match="not supported"):
        memory.search("any", user_id="firm")


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, OURS),
        ({"tier": "durable"}, {"firm wide", "of mcx"}),
        ({"tier": ["durable", "index"], "status": ["active"]}, {"firm wide", "of oms"}),
        ({"tier": {"in": ["index"]}}, {"of oms"}),
        ({"scope_firm": True}, {"firm wide"}),
        ({"OR": [{"scope_firm": True}, {"repo__oms": True}], "status": ["active"]}, {"firm wide", "of oms"}),
        ({"OR": [{"scope_firm": True, "status": "archived"}, {"dom__mcx": True, "status": "archived"}]}, {"of mcx"}),
    ],
)
def test_flat_filters_work(search: Search, filters: dict[str, object], expected: set[str]) -> None:
    """Rule: flat branches of OR, flat booleans, and a list for "one of" do what they say: our payload relies on it."""
    assert search({"user_id": "firm", **filters}) == expected


@pytest.mark.parametrize(
    "branch",
    [
        {"AND": [{"scope_firm": True}, {"tier": "durable"}]},
        {"OR": [{"scope_firm": True}]},
        {"NOT": [{"tier": "index"}]},
    ],
)
def test_operators_nested_in_or_match_nothing(search: Search, branch: dict[str, object]) -> None:
    """Rule: AND, OR and NOT inside OR match no row, and nobody is told."""
    assert search({"user_id": "firm", "OR": [branch]}) == set()


@pytest.mark.parametrize("condition", ["firm", ["firm"], {"eq": "firm"}, {"in": ["firm"]}])
def test_metadata_that_is_a_list_is_never_matched(search: Search, condition: object) -> None:
    """Rule: a list kept as metadata equals nothing and contains nothing: scope must stand in flat keys."""
    assert search({"user_id": "firm", "atoms": condition}) == set()


def test_contains_reads_a_list_as_text(search: Search) -> None:
    """Rule: `contains` looks into the JSON text of a list, and so finds parts of names as well as names."""
    assert search({"user_id": "firm", "atoms": {"contains": "firm"}}) == {"firm wide"}
    assert search({"user_id": "firm", "atoms": {"contains": "o:o"}}) == {"of oms"}


@pytest.mark.parametrize("condition", [{"eq": True}, [True], {"in": [True]}, "True"])
def test_true_is_matched_as_a_bare_value_only(search: Search, condition: object) -> None:
    """Rule: `True` finds a boolean; `{"eq": True}` and `[True]` look for the word True and find nothing."""
    assert search({"user_id": "firm", "scope_firm": condition}) == set()
    assert search({"user_id": "firm", "scope_firm": True}) == {"firm wide"}


@pytest.mark.parametrize("filters", [{"note": {"ne": "y"}}, {"note": {"nin": ["y"]}}, {"NOT": [{"note": "y"}]}])
def test_negation_drops_rows_that_lack_the_key(search: Search, filters: dict[str, object]) -> None:
    """Rule: ne, nin and NOT find only rows that have the key: every filtered key must stand on every row."""
    assert search({"user_id": "firm", **filters}) == {"of mcx"}


def test_an_empty_or_branch_means_unfiltered(search: Search, memory: PlainMemory) -> None:
    """Rule: `OR: [{}]` admits everything, an empty branch beside others vanishes, an empty OR is refused."""
    assert search({"user_id": "firm", "OR": [{}]}) == OURS
    assert search({"user_id": "firm", "OR": [{}, {"scope_firm": True}]}) == {"firm wide"}
    with pytest.raises(ValueError, match="non-empty list"):
        memory.search("any", filters={"user_id": "firm", "OR": []})


@pytest.mark.parametrize("filters", [None, {}, {"$or": [{}]}])
def test_an_empty_filter_of_the_vector_store_crosses_tenants(
    memory: PlainMemory, filters: dict[str, object] | None
) -> None:
    """Rule: below `Memory`, no filter, an empty one and an empty OR return the rows of every owner."""
    rows = memory.vector_store.search("any", [1.0, 0.0, 0.0, 0.0], top_k=9, filters=filters)
    assert {row.payload["data"] for row in rows} == set(ROWS)


def test_the_last_of_two_conditions_on_a_key_wins(search: Search) -> None:
    """Rule: two conditions on one key under AND are not both applied: the last one stands."""
    assert search({"user_id": "firm", "AND": [{"tier": "index"}, {"tier": "durable"}]}) == {"firm wide", "of mcx"}
    assert search({"user_id": "firm", "tier": "durable", "AND": [{"tier": "index"}]}) == {"of oms"}


def test_a_filter_can_escape_its_tenant(search: Search) -> None:
    """Rule: an owner inside AND replaces the owner at the top: a filter from a caller reads another tenant's rows."""
    assert search({"user_id": "firm", "AND": [{"user_id": "rival"}]}) == {"rival"}


def test_a_star_as_owner_returns_every_tenant(search: Search, memory: PlainMemory) -> None:
    """Rule: `"*"` for user_id means any owner, in search and in get_all."""
    assert search({"user_id": "*"}) == set(ROWS)
    assert {each["memory"] for each in memory.get_all(filters={"user_id": "*"})["results"]} == set(ROWS)


@pytest.mark.parametrize("filters", [{"AND": [{"tier": "durable"}]}, {"OR": [{"tier": "durable"}]}])
def test_get_all_knows_no_operators(memory: PlainMemory, filters: dict[str, object]) -> None:
    """Rule: unlike search, get_all takes AND and OR for names of metadata, and finds nothing."""
    assert memory.get_all(filters={"user_id": "firm", **filters})["results"] == []
