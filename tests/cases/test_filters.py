"""Filters are exact on every adapter: inside the store, before any limit."""

from __future__ import annotations

import json
import uuid
from typing import Any

import psycopg

from firm_memory import MemoryScope, MemoryStatus, MemoryTier, Reason
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.understanding import fingerprint_of
from firm_memory.domain.visibility import Visibility
from firm_memory.features.firm import Firm
from firm_memory.features.laws.sample_memories import sample
from tests.cases.firms import F0, FIRM, keep, listed, searched, settle_f0
from tests.cases.notation import expected, fixture_f0, given

WORDS = " ".join(wire["content"] for wire in fixture_f0()["memories"])


def test_bug_filters_01_or_of_scopes_with_and_of_tier(firm: Firm, f0: F0) -> None:
    """Firm OR domain OR repository, AND tier, AND status: the same set from search and list, on every adapter."""
    keep(firm, sample(1, tier=MemoryTier.INDEX, scope=MemoryScope(repos=("gateway",))))  # of another tier than asked
    asked = given("bug-filters-01")["filter"]
    atoms = frozenset[str]().union(*(MemoryScope.from_mapping(each).atoms for each in asked["any"]))
    visibility = Visibility(
        atoms=atoms,
        tiers=frozenset({MemoryTier(asked["tier"])}),
        statuses=frozenset({MemoryStatus(asked["status"])}),
    )
    for found in (listed(firm, visibility), searched(firm, visibility, f"{WORDS} fact about netting")):
        assert f0.named(each.id for each in found) == set(expected("bug-filters-01"))


def test_bug_filters_03_limit_applied_after_the_filter(firm: Firm) -> None:
    """Three rows among three hundred of others are found, all of them, by a limit of five."""
    case = given("bug-filters-03")
    firm.store.prepare(fingerprint_of(firm.embedder, firm.container.analyzer()))
    terms = firm.container.analyzer().terms("fact about netting")
    for number in range(case["noise"] + case["match"]):
        repo = "ledger" if number < case["match"] else f"repo-{number % 7}"
        firm.store.put(sample(number, scope=MemoryScope(repos=(repo,))), (), terms)
    visibility = Visibility(atoms=frozenset({"repo:ledger"}))
    assert len(listed(firm, visibility, limit=case["limit"])) == expected("bug-filters-03")
    assert len(searched(firm, visibility, "fact about netting", limit=case["limit"])) == expected("bug-filters-03")
    assert len(firm.at("ledger").search("fact about netting", limit=case["limit"])) == expected("bug-filters-03")


def test_bug_filters_05_boolean_in_metadata(firm: Firm, f0: F0) -> None:
    """`firm: true` finds what holds for the firm, on every adapter."""
    visibility = Visibility(atoms=MemoryScope.from_mapping(given("bug-filters-05")["filter"]).atoms)
    for found in (listed(firm, visibility), searched(firm, visibility, WORDS)):
        assert f0.named(each.id for each in found) == set(expected("bug-filters-05"))


def test_bug_filters_07_owner_key_is_always_sent(postgres_firm: Firm, postgres_dsn: str) -> None:
    """Another owner's rows in the same table are out of reach of every read, and what we write is flat.

    The specification differs in the means: `mem0.Memory` is not called at run time. Its table is, under the
    constant owner, which every query carries. (`export` comes with a later part.)
    """
    f0 = settle_f0(postgres_firm)
    owner = given("bug-filters-07")["env"]["FIRM_MEM0_POOL_OWNER"]
    rival = uuid.uuid4()
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        payloads: list[dict[str, Any]] = [row[0] for row in connection.execute("SELECT payload FROM mem0_firm")]
        connection.execute(
            """INSERT INTO mem0_firm (id, vector, payload)
            SELECT %s, vector, payload || '{"user_id": "rival"}' FROM mem0_firm WHERE id = %s""",
            (rival, f0.ids["m02"]),
        )
    assert len(payloads) == 12
    assert {payload["user_id"] for payload in payloads} == {owner}
    assert not [key for payload in payloads for key, value in payload.items() if isinstance(value, dict | list)]
    visibility = Visibility(atoms=FIRM.atoms)
    assert [each.id for each in listed(postgres_firm, visibility)] == [f0.ids["m02"]]
    assert [each.id for each in searched(postgres_firm, visibility, WORDS)] == [f0.ids["m02"]]
    assert postgres_firm.store.get(rival, Deadline.after(5, postgres_firm.container.clock())) is None
    assert postgres_firm.at("oms").get(rival).label.reason is Reason.NO_MATCH
    assert json.dumps(payloads)
