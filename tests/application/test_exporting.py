"""Export and import of a whole ledger: the same bytes again, or nothing at all."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest
from hypothesis import given

from firm_memory.adapters.in_memory.records import InMemoryRecords
from firm_memory.application.chain_lines import entry_line, header_line, read_entries, read_header
from firm_memory.application.export import Export
from firm_memory.application.import_chain import ChainImported
from firm_memory.application.sealing import seal
from firm_memory.domain.chain import GENESIS
from firm_memory.domain.errors import (
    ChainRefused,
    LostUpdate,
    NotAllowed,
    RecordsDamaged,
    StoreUnavailable,
)
from firm_memory.domain.ledger import Change, EventKind, Sealed
from firm_memory.domain.principal import Caller
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import Firm
from firm_memory.features.laws.adoption_laws import a_chain
from firm_memory.features.laws.sample_changes import Scribe
from tests.application.chains import ADMIN, RULE, exported, lines_of, taken_over, untouched
from tests.application.conftest import OMS
from tests.strategies import FEW, changes


def test_a_chain_of_awkward_texts_comes_back_byte_for_byte(other: Firm) -> None:
    """Rule: texts, erasures, order and revisions are the same; the second export has the same bytes."""
    other.container.records().adopt_chain(a_chain().sealed())
    lines = exported(other)
    fresh = InMemoryRecords()
    entries = list(read_entries("export.jsonl", lines[1:]))
    fresh.adopt_chain(entries)
    assert list(Export(records=fresh)(ADMIN)) == lines
    header = read_header("export.jsonl", b"\xef\xbb\xbf" + lines[0])
    assert (header.seq, header.records, header.redacted > 0) == (len(lines) - 1, 5, True)
    assert header_line(header) == lines[0]


@FEW
@given(changes())
def test_whatever_may_be_stored_survives_the_file(change: Change) -> None:
    """Rule: any text that the records hold is read back from its line as it was."""
    entry = seal(change, 1, GENESIS)
    assert list(read_entries("export.jsonl", [entry_line(entry)])) == [entry]


def test_an_export_is_taken_over_and_recalled(firm: Firm, other: Firm) -> None:
    """Rule: memories are in force and stored, candidates wait; the same again changes nothing, nor an older one."""
    memory = firm.approved(RULE, OMS)
    older = exported(firm)
    firm.propose("Lots are whole numbers.", OMS)
    lines = exported(firm)
    done = taken_over(other, lines)
    assert done == ChainImported(entries=3, records=2, new=True, projected=1)
    assert other.stored(memory) == firm.stored(memory)
    assert len(other.desk.pending()) == 1
    assert other.container.records().ledger.unstored() == ()
    for again in (lines, older):
        assert not taken_over(other, again).new
    assert exported(other) == lines


def test_a_dry_run_checks_and_writes_nothing(firm: Firm, other: Firm) -> None:
    """Rule: it says what would come of it."""
    firm.approved(RULE, OMS)
    assert taken_over(other, exported(firm), dry_run=True) == ChainImported(entries=2, records=1, new=True)
    assert untouched(other)
    assert not taken_over(firm, exported(firm), dry_run=True).new


def test_an_empty_ledger_is_exported_and_taken_over(firm: Firm, other: Firm) -> None:
    """Rule: nothing comes over as nothing."""
    assert taken_over(other, exported(firm)) == ChainImported(entries=0, records=0, new=False)


def test_records_with_a_history_of_their_own_take_nothing_over(firm: Firm, other: Firm) -> None:
    """Rule: the first differing entry is named; a chain that merely goes on is not stitched on either."""
    firm.approved(RULE, OMS)
    lines = exported(firm)
    other.propose("Lots are whole numbers.", OMS)
    before = exported(other)
    with pytest.raises(ChainRefused, match=r"Entry 1 is another one in the records.*--as-candidates"):
        taken_over(other, lines)
    assert exported(other) == before
    firm.propose("Lots are whole numbers.", OMS)
    with pytest.raises(ChainRefused, match="hold the first 3 of 4 entries"):
        taken_over(firm, [*exported_after(firm)])


def exported_after(firm: Firm) -> list[bytes]:
    """What its export would be with one entry more."""
    entries = list(firm.container.records().ledger.sealed())
    scribe = Scribe()
    change = scribe.change(EventKind.PROPOSED, scribe.candidate("One more."))
    return lines_of([*entries, seal(change, len(entries) + 1, entries[-1].hash)], 3)


def test_a_racer_that_took_it_over_first_is_met(firm: Firm, other: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule: two imports of one file at once come to one."""
    firm.approved(RULE, OMS)
    lines, records = exported(firm), other.container.records()
    adopt = records.adopt_chain

    def beaten(entries: list[Sealed]) -> None:
        monkeypatch.undo()
        adopt(entries)
        adopt(entries)

    monkeypatch.setattr(records, "adopt_chain", beaten)
    assert not taken_over(other, lines).new
    assert exported(other) == lines


def test_a_store_that_is_down_is_told_by_the_next_run(firm: Firm, other: Firm) -> None:
    """Rule: what is recorded stays, and importing again finishes the store."""
    memory = firm.approved(RULE, OMS)
    other.store.mode = "drops"
    with pytest.raises(StoreUnavailable):
        taken_over(other, exported(firm))
    other.store.mode = "up"
    assert taken_over(other, exported(firm)) == ChainImported(entries=2, records=1, new=False, projected=1)
    assert other.stored(memory) == firm.stored(memory)


def test_only_an_admin_who_is_no_agent_takes_a_ledger_over(firm: Firm, other: Firm) -> None:
    """Rule: its decisions are in force afterwards, and agents decide nothing."""
    lines = exported(firm)
    with pytest.raises(NotAllowed, match="an agent never does"):
        other.container.import_chain()("export.jsonl", lines, Caller(name="agent:opencode", via="api"))


def test_a_damaged_ledger_is_not_exported(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule: the bad entry is named, and no file pretends to hold everything."""
    firm.approved(RULE, OMS)
    entries = list(firm.container.records().ledger.sealed())
    damaged = [entries[0], attrs.evolve(entries[1], hash="0" * 64)]
    monkeypatch.setattr(type(firm.container.records().ledger), "sealed", lambda *_: iter(damaged))
    with pytest.raises(RecordsDamaged, match="does not hold at entry 2"):
        firm.at("oms").exported()


def test_what_comes_meanwhile_is_not_in_it(firm: Firm) -> None:
    """Rule: an export holds the ledger as it stood when it began."""
    firm.propose(RULE, OMS)
    lines = iter(firm.at("oms").exported())
    header = json.loads(next(lines))
    firm.propose("Lots are whole numbers.", OMS)
    assert (header["entries"], len(list(lines))) == (1, 1)


def test_an_export_begins_anew_where_something_is_redacted_meanwhile(firm: Firm, tmp_path: Path) -> None:
    """Rule: no half of a redaction: neither a text that is gone nor an erasure that nothing explains."""
    leaked = firm.propose(RULE, OMS)
    lines = iter(firm.at("oms").exported())
    next(lines)
    firm.at("oms").redact(leaked, reason="a password", by="admin")
    with pytest.raises(LostUpdate, match="Export it anew"):
        next(lines)
    written = firm.at("oms").export(tmp_path / "export.jsonl").read_text()
    assert "netting queue" not in written
    assert json.loads(written.splitlines()[0])["redacted"] > 0


def test_types_are_given_as_anywhere_else(firm: Firm, tmp_path: Path) -> None:
    """Rule: a document's type may be told by the caller."""
    document = tmp_path / "rule.md"
    document.write_text("# Netting\n\nOdd lots go through the netting queue.\n")
    firm.at("oms").import_from(document, type="business_rules", scope=OMS)
    assert [each.memory.type for each in firm.desk.pending()] == [MemoryType.BUSINESS_RULE]
