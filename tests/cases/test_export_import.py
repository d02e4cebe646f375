"""Everything out, and everything in again: nothing lost, nothing half."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firm_memory.adapters.lexical.embedder import LexicalEmbedder
from firm_memory.application.import_chain import ChainImported
from firm_memory.domain.errors import MalformedFile
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.features.firm import Firm
from tests.cases.firms import EVERYWHERE, OMS, environment_of
from tests.cases.notation import expected, given


@pytest.fixture(params=EVERYWHERE)
def other(request: pytest.FixtureRequest, tmp_path: Path, second_dsn: Callable[[], str]) -> Iterator[Firm]:
    """A wiped firm, in every place."""
    firm = Firm(environment_of(request.param, tmp_path / "other", second_dsn), LexicalEmbedder())
    yield firm
    firm.close()


@pytest.fixture
def second_dsn(request: pytest.FixtureRequest) -> Callable[[], str]:
    """An empty database, made when it is asked for."""
    return lambda: str(request.getfixturevalue("postgres_dsn"))


def _taken_over(firm: Firm, path: Path) -> ChainImported:
    outcome = firm.at("oms", "admin").import_from(path)
    assert isinstance(outcome, ChainImported)
    return outcome


@pytest.mark.usefixtures("f0_small")
def test_bug_export_import_01_round_trip_keeps_everything(small_firm: Firm, other: Firm, tmp_path: Path) -> None:
    """Every record, the working note, the card and the superseded rule too; a second export has the same bytes."""
    first = small_firm.at("oms").export(tmp_path / "first.jsonl")
    assert _taken_over(other, first).records == expected("bug-export-import-01")
    assert other.at("oms").export(tmp_path / "second.jsonl").read_bytes() == first.read_bytes()
    records = [record.memory for record in other.container.records().queue.every()]
    assert records == [record.memory for record in small_firm.container.records().queue.every()]
    assert {MemoryTier.EPISODIC, MemoryTier.INDEX} < {memory.tier for memory in records}
    assert MemoryStatus.SUPERSEDED in {memory.status for memory in records}


def test_bug_export_import_03_history_and_approvals_travel(small_firm: Firm, other: Firm, tmp_path: Path) -> None:
    """Who proposed, corrected and approved what, and when, is the same afterwards; vectors are made anew."""
    memory = small_firm.approved("Odd lots go through the netting queue.", OMS)
    for number in range(given("bug-export-import-03")["corrections"]):
        small_firm.at("oms", f"engineer-{number}").correct(memory, reason=f"The queue has a limit {number}.")
    small_firm.desk.approve(small_firm.propose("Lots are whole numbers.", OMS), approver="second-lead")
    _taken_over(other, small_firm.at("oms").export(tmp_path / "export.jsonl"))
    before, after = (each.at("oms").get(memory) for each in (small_firm, other))
    assert [(each.kind, each.principal, each.occurred_at, each.reason) for each in after.history] == [
        (each.kind, each.principal, each.occurred_at, each.reason) for each in before.history
    ]
    approvers = [record.memory.provenance.approved_by for record in other.container.records().queue.every()]
    assert approvers == ["lead", "second-lead"]
    assert other.stored(memory) == small_firm.stored(memory)


@pytest.mark.usefixtures("f0_small")
def test_bug_export_import_05_import_stops_half_way(small_firm: Firm, other: Firm, tmp_path: Path) -> None:
    """A broken line is named, with its column, and nothing of the file is there."""
    for number in range(8):
        small_firm.propose(f"The router keeps {number + 2} routes open.", OMS)
    bad = given("bug-export-import-05")["bad_line"]
    lines = small_firm.at("oms").export(tmp_path / "export.jsonl").read_bytes().splitlines(keepends=True)
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"".join([*lines[: bad - 1], b'{"seq": \n', *lines[bad:]]))
    with pytest.raises(MalformedFile, match=rf"broken\.jsonl, line {bad}, column \d+: not JSON"):
        _taken_over(other, broken)
    assert len(list(other.container.records().queue.every())) == expected("bug-export-import-05")
    assert list(other.container.records().ledger.sealed()) == []
