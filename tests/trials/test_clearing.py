"""Many approvers clear one full queue at the same time: each candidate is decided once, by one of them."""

from __future__ import annotations

import json
from collections import Counter

import psycopg
import pytest

from firm_memory.domain.chain import verify_chain
from tests.trials.conftest import ROWS, Nursery, Place
from tests.trials.nursery import FIRM_WIDE, Deed

ORDINARY = (4, 40)
SOAK = (8, 500)


def cleared(place: Place, nursery: Nursery, approvers: int, candidates: int) -> Counter[str]:
    """Let `approvers` processes decide everything; every fourth of them turns down. Hold what must hold."""
    with place.observed() as seen:
        for number in range(candidates):
            seen.memory.propose(f"Lot {number} is odd.", type="terminology", scope=FIRM_WIDE, reference="mr-1")
        assert len(seen.memory.approvals.pending()) == candidates
    deeds = [
        Deed(verb="clear", by=f"approver {n}", content="" if n % 4 else "Too vague.", environment=place.environment)
        for n in range(approvers)
    ]
    ends = nursery.let(*deeds)
    assert not [end for end in ends if "error" in end]
    tally = sum((Counter[str](json.loads(end["id"])) for end in ends), Counter[str]())
    with place.observed() as seen:
        assert not seen.memory.approvals.pending()
        ledger = seen.memory.container.records().ledger
        assert verify_chain(ledger.sealed()).ok
        assert not ledger.unstored()
        decided = [(each.records[0].id, each.kind.value) for each in ledger.events() if each.kind.value != "proposed"]
        assert len(decided) == len({record for record, _ in decided}) == candidates
        approved = {record for record, kind in decided if kind == "approved"}
    with psycopg.connect(place.dsn, autocommit=True) as connection:
        rows = connection.execute(ROWS).fetchall()
    assert sorted(rows) == sorted((str(each), "2") for each in approved)
    assert tally["won"] == candidates
    tally["approved"] = len(approved)
    return tally


def test_approvers_clear_a_queue_together(place: Place, nursery: Nursery) -> None:
    """Rule: exactly once, whoever races: each candidate has one decision, one event, and one row where it was yes."""
    tally = cleared(place, nursery, *ORDINARY)
    assert tally["won"] + tally["lost"] > ORDINARY[1]  # they did race


@pytest.mark.soak
def test_soak_approvers_clear_a_long_queue(place: Place, nursery: Nursery) -> None:
    """Rule: the same with many of both; prints who won how often."""
    tally = cleared(place, nursery, *SOAK)
    where = "files" if "FIRM_MEMORY_CANDIDATES_PATH" in place.environment else "Postgres"
    figures = f"{SOAK[0]} processes, {SOAK[1]} candidates, each decided once; {dict(sorted(tally.items()))}"
    print(f"\nclearing, records in {where}: {figures}")  # noqa: T201 -- a soak prints its figures
