"""Moments: in UTC, of one form, and never trusted to be in order."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import attrs
import psycopg
import pytest
from dependency_injector import providers

from firm_memory.adapters.in_memory.clock import FixedClock
from firm_memory.adapters.lexical.embedder import LexicalEmbedder
from firm_memory.application.ports.memory_store import Order
from firm_memory.domain.memory import Memory
from firm_memory.domain.moment import age, read_moment, utc, write_moment
from firm_memory.domain.visibility import Visibility
from firm_memory.entrypoints.cli import views
from firm_memory.features.firm import Firm
from firm_memory.features.laws.sample_memories import revised, sample
from tests.cases.firms import FIRM, IN_PROCESS, environment_of, keep, listed, opened
from tests.cases.notation import expected, given


def _at(firm: Firm, moment: str) -> None:
    """Let it be that moment in the firm."""
    firm.container.clock.override(providers.Object(FixedClock(read_moment("now", moment))))


def _made(number: int, moment: str, **changes: object) -> Memory:
    when = read_moment("created_at", moment)
    fields = {"created_at": when, "updated_at": when, **changes}
    return attrs.evolve(sample(number), **fields)  # type: ignore[arg-type]  # fields of a memory, by name


def test_bug_time_01_naive_datetime_in_stored_data(tmp_path: Path) -> None:
    """A time without offset in an old candidates file is read as UTC; the memory is recalled with its right age."""
    case = given("bug-time-01")
    path = tmp_path / "candidates.json"
    path.write_text(json.dumps([{"content": "Odd lots are netted.", "created_at": case["created_at"]}]))
    environment = {**environment_of(IN_PROCESS, tmp_path, str), "FIRM_MEMORY_CANDIDATES_PATH": str(path)}
    with opened(environment, tmp_path) as memory:
        memory.container.clock.override(providers.Object(FixedClock(read_moment("now", case["now"]))))
        [record] = memory.approvals.pending()
        memory.approvals.approve(record.id, approver="lead")
        [hit] = memory.search("odd lots")
    assert hit.memory.created_at == read_moment("expected", expected("bug-time-01"))
    assert (hit.age_days, hit.stale) == (1, False)


def test_bug_time_03_hour_that_happens_twice() -> None:
    """Ages are differences in UTC, also across the hour that the clocks of Berlin show twice."""
    berlin, events = ZoneInfo("Europe/Berlin"), given("bug-time-03")["events_utc"]
    first, second = (datetime(2026, 10, 25, 2, 30, tzinfo=berlin, fold=fold) for fold in (0, 1))
    assert [utc(first), utc(second)] == [read_moment("event", each) for each in events]
    passed = age(first, second)
    assert passed is not None
    assert passed.total_seconds() == expected("bug-time-03")
    assert (second - first).total_seconds() == 0  # what Python says, and why nothing else here subtracts


def test_bug_time_05_record_from_the_future(tmp_path: Path) -> None:
    """A verification that is still to come counts as unknown: the memory is stale, and wins no tie by it.

    The specification computes staleness and stores nothing, so a hit's `stale` is the only warning.
    """
    case = given("bug-time-05")
    firm = Firm(environment_of(IN_PROCESS, tmp_path, str), LexicalEmbedder())
    _at(firm, case["now"])
    content, future = "Odd lots are netted.", read_moment("future", case["last_verified_at"])
    early = "2026-01-05T09:00:00Z"
    keep(
        firm,
        _made(1, early, content=content, verified_at=future),
        _made(2, early, content=content, verified_at=read_moment("known", "2026-11-30T00:00:00Z")),
        _made(3, case["last_verified_at"], content=content, verified_at=None),
    )
    hits = firm.at("oms").search("odd lots netted")
    assert [(hit.id, hit.stale) for hit in hits[:1]] == [(sample(2).id, False)]
    assert {hit.id: hit.stale for hit in hits[1:]} == {sample(1).id: True, sample(3).id: True}
    assert next(hit.age_days for hit in hits if hit.id == sample(3).id) is None
    assert hits[1].id == sample(1).id
    firm.close()


def test_bug_time_06_small_skew_between_two_replicas(firm: Firm) -> None:
    """Some seconds ahead is now; and what is newer is told by the revision, whatever the clocks say."""
    case = given("bug-time-06")
    _at(firm, case["now"])
    first = _made(1, case["created_at"], content="Odd lots are netted.")
    keep(firm, first)
    [hit] = firm.at("oms").search("odd lots")
    assert (hit.age_days, hit.stale) == (0, False)
    earlier = read_moment("earlier", case["now"])
    second = attrs.evolve(revised(first, 2), content="Odd lots are not netted.", updated_at=earlier)
    for each in (second, first):
        firm.store.put(each, (), firm.container.analyzer().terms(each.content))
    assert firm.stored(first.id) == second


@pytest.mark.parametrize("order", Order)
def test_bug_time_07_text_compare_of_mixed_timestamp_formats(firm: Firm, order: Order) -> None:
    """Whatever form a time came in, it is kept in one, whose text order is time's; a cut-off finds the later."""
    case = given("bug-time-07")
    since = read_moment("updated_since", case["updated_since"])
    keep(firm, *(_made(number, row) for number, row in enumerate(case["rows"])))
    found = listed(firm, Visibility(atoms=FIRM.atoms), order)
    moments = [write_moment(each.updated_at) for each in found]
    assert moments == sorted(moments, reverse=order is Order.UPDATED_DESCENDING)
    [after] = [moment for moment in moments if moment >= write_moment(since)]
    [wanted] = expected("bug-time-07")
    assert after == write_moment(read_moment("row", wanted))
    [listed_since] = firm.at("oms").list(updated_since=case["updated_since"])
    assert write_moment(listed_since.memory.updated_at) == after


def test_bug_time_07_the_table_compares_as_time_does(postgres_firm: Firm, postgres_dsn: str) -> None:
    """A cut-off in SQL, on the text that stands in the table, finds exactly the later row."""
    case = given("bug-time-07")
    keep(postgres_firm, *(_made(number, row) for number, row in enumerate(case["rows"])))
    since = write_moment(read_moment("updated_since", case["updated_since"]))
    with psycopg.connect(postgres_dsn) as connection:
        later = connection.execute("SELECT id FROM mem0_firm WHERE updated >= %s", (since,)).fetchall()
    assert later == [(sample(1).id,)]


def test_bug_time_09_as_of_recall_reports_its_own_anchor(firm: Firm) -> None:
    """A question to the past echoes the moment that was asked about, never the wall clock, and nothing later."""
    asked = given("bug-time-09")["as_of"]
    anchor = read_moment("as_of", asked)
    clock = FixedClock(anchor)
    firm.container.clock.override(providers.Object(clock))
    known = firm.approved("Odd lots go through the netting queue", FIRM)
    clock.advance(1)
    firm.approved("Odd lots are rounded down", FIRM)
    hits = firm.at("oms").search("odd lots", as_of=asked)
    assert ([hit.id for hit in hits], [hit.age_days for hit in hits], hits.as_of) == ([known], [0], anchor)
    wire = views.hits_wire(hits)
    assert wire["as_of"] == write_moment(anchor)
    assert set(re.findall(r"\d{4}-\d\d-\d\dT[\d:.]+Z", json.dumps(wire))) == {write_moment(anchor)}
    assert len(firm.at("oms").search("odd lots")) == 2
