"""Export and import of a whole ledger: the same bytes again, or nothing at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs
import pytest
from hypothesis import given

from firm_memory.adapters.in_memory.records import InMemoryRecords
from firm_memory.application.chain_lines import entry_line, header_line, read_entries, read_header
from firm_memory.application.export import Export
from firm_memory.application.import_chain import ChainImported
from firm_memory.application.sealing import seal
from firm_memory.application.wire import canonical
from firm_memory.domain.chain import GENESIS, chain_hash
from firm_memory.domain.errors import (
    ChainRefused,
    InvalidSupersession,
    LostUpdate,
    MalformedFile,
    NotAllowed,
    RecordsDamaged,
    StoreUnavailable,
)
from firm_memory.domain.exclusion import Refused
from firm_memory.domain.head import Head
from firm_memory.domain.ledger import Change, EventKind, Sealed, text_digest
from firm_memory.domain.principal import Caller
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import Firm
from firm_memory.features.laws.adoption_laws import a_chain
from firm_memory.features.laws.sample_changes import LEAD, Scribe
from tests.application.conftest import OMS, SwitchedEmbedder
from tests.strategies import FEW, changes

ADMIN = Caller(name="admin", via="cli")
RULE = "Odd lots go through the netting queue."


@pytest.fixture
def other(tmp_path: Path, embedder: SwitchedEmbedder) -> Iterator[Firm]:
    """Another firm, which knows nothing."""
    environment = {
        "FIRM_MEMORY_HOME": str(tmp_path / "other"),
        "FIRM_MEMORY_PROVIDER": "memory",
        "FIRM_MEMORY_CANDIDATES_PATH": ":memory:",
    }
    firm = Firm(environment, embedder)
    yield firm
    firm.close()


def lines_of(entries: list[Sealed], records: int = 1) -> list[bytes]:
    """An export of those entries."""
    head = entries[-1].hash if entries else GENESIS
    length = entries[-1].seq if entries else 0
    header = {"entries": length, "format": "firm-memory", "head": f"{length}:{head}", "records": records}
    return [f"{canonical(header | {'redacted': 0, 'version': 1})}\n".encode(), *map(entry_line, entries)]


def taken_over(firm: Firm, lines: list[bytes], **how: object) -> ChainImported:
    """The lines, imported by an admin."""
    return firm.container.import_chain()("export.jsonl", lines, ADMIN, **how)


def rewritten(entry: Sealed, previous: str, change: Callable[[str], str]) -> Sealed:
    """The entry with another body, and the hash that goes with it."""
    body = change(entry.body)
    return attrs.evolve(entry, body=body, hash=chain_hash(previous, entry.seq, body))


def exported(firm: Firm) -> list[bytes]:
    """Its export."""
    return list(firm.at("oms").exported())


def untouched(firm: Firm) -> bool:
    """Whether nothing stands in its records."""
    return not list(firm.container.records().ledger.sealed())


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


def test_a_secret_in_it_refuses_all_of_it(other: Firm) -> None:
    """Rule: the rules on secrets hold for every text and every name, and the finding names the entry."""
    scribe = Scribe()
    secret = "postgres://oms:" + "Tr0ub4dor-3-horse@db.internal/ledger"
    change = scribe.change(EventKind.PROPOSED, scribe.candidate(f"The ledger is at {secret}"))
    with pytest.raises(Refused, match="entry 1, text") as refused:
        taken_over(other, lines_of([seal(change, 1, GENESIS)]))
    assert "Tr0ub4dor" not in str(refused.value)
    assert untouched(other)


def test_a_broken_chain_is_refused_by_its_first_bad_entry(firm: Firm, other: Firm) -> None:
    """Rule: body, order, end and head are checked before anything is written."""
    firm.approved(RULE, OMS)
    lines = exported(firm)
    tampered = lines[1].replace(b"netting queue", b"rounding desk")
    head = json.loads(lines[0])["head"]
    for broken, problem in (
        ([lines[0], tampered, lines[2]], "does not hold at entry 1.*--as-candidates"),
        (lines[:2], "does not hold at its end: it ends at entry 1"),
        ([lines[0], lines[2], lines[1]], "entry 2 stands where 1 belongs"),
    ):
        with pytest.raises(ChainRefused, match=problem):
            taken_over(other, broken)
    with pytest.raises(ChainRefused, match=r"does not hold at its head: .* is not in the chain"):
        taken_over(other, lines, head=Head.read("9" * 64))
    assert untouched(other)
    assert taken_over(other, lines, head=Head.read(head)).new


def test_what_does_not_read_back_is_refused_by_its_place(other: Firm) -> None:
    """Rule: another version, a foreign body, odd texts and salts: the entry is named, nothing is there."""
    scribe = Scribe()
    entry = seal(scribe.change(EventKind.PROPOSED, scribe.candidate(RULE)), 1, GENESIS)
    digest, text = next(iter(entry.texts.items()))
    salt = "f" * 32
    renamed = text_digest(salt, text.text or "")
    salted = rewritten(entry, GENESIS, lambda body: body.replace(digest, renamed))
    texts = {(renamed if each == digest else each): kept for each, kept in entry.texts.items()}
    salted = attrs.evolve(salted, texts=texts | {renamed: attrs.evolve(text, salt=salt)})
    for broken, problem in (
        (rewritten(entry, GENESIS, lambda body: body.replace('"v":1', '"v":7')), "reads 1"),
        (
            rewritten(entry, GENESIS, lambda body: body.replace('"kind":"proposed"', '"kind":"sung"')),
            "does not read back",
        ),
        (salted, "more than one salt"),
        (rewritten(entry, GENESIS, lambda body: body.replace('"revision":1', '"revision":4')), "from revision 0 to 4"),
    ):
        with pytest.raises(ChainRefused, match=problem):
            taken_over(other, lines_of([broken]))
    assert untouched(other)


def test_links_that_lead_nowhere_or_back_are_refused(other: Firm) -> None:
    """Rule: no self, no cycle, no missing target, along either link."""
    scribe = Scribe()
    one, two, gone = (scribe.candidate(each) for each in ("first", "second", "third"))

    def linked(record: object, **links: object) -> Sealed:
        memory = attrs.evolve(record.memory, **links)  # type: ignore[attr-defined]
        change = scribe.change(EventKind.PROPOSED, *(attrs.evolve(each, memory=memory) for each in (record,)), by=LEAD)  # type: ignore[type-var]
        return seal(change, 1, GENESIS)

    for field in ("supersedes", "superseded_by"):
        with pytest.raises(InvalidSupersession, match=f"{field}: .* which is not there"):
            taken_over(other, lines_of([linked(one, **{field: gone.id})]))
        both = tuple(
            attrs.evolve(record, memory=attrs.evolve(record.memory, **{field: target.id}))
            for record, target in ((one, two), (two, one))
        )
        cycle = seal(scribe.change(EventKind.PROPOSED, *both), 1, GENESIS)
        with pytest.raises(InvalidSupersession, match=f"{field}: .* leads into a cycle"):
            taken_over(other, lines_of([cycle]))
        itself = linked(one)
        wire = json.loads(itself.body)
        wire["records"][0]["memory"][field] = str(one.id)
        with pytest.raises(ChainRefused, match="cannot be taken over"):
            taken_over(other, lines_of([rewritten(itself, GENESIS, lambda _, wire=wire: canonical(wire))]))
    assert untouched(other)


@pytest.mark.parametrize(
    ("line", "content", "problem"),
    [
        (1, b"", r"line 1, column 1: not JSON"),
        (1, b'{"format": "other"}', r"line 1, column 1: not the header of an export"),
        (1, b"[]", r"line 1, column 1: not the header of an export"),
        (1, b'{"format": "firm-memory", "version": 2}', r"line 1, column 1: the header of another version"),
        (2, b'{"seq": nope}', r"line 2, column 9: not JSON"),
        (2, b'{"seq": "\xff"}', r"line 2, column 10: not UTF-8"),
        (2, b'{"seq": "\\ud800"}', r"line 2, column 1: it holds half a character"),
        (2, b"[" * 200_000, r"line 2, column 1: not JSON that can be read"),
        (2, b'{"seq": 1}', r"line 2, column 1: neither an entry nor a mark"),
    ],
)
def test_a_malformed_line_is_named_and_changes_nothing(
    firm: Firm, other: Firm, line: int, content: bytes, problem: str
) -> None:
    """Rule: file, line and column."""
    firm.approved(RULE, OMS)
    lines = exported(firm)
    lines[line - 1] = content
    with pytest.raises(MalformedFile, match=rf"export\.jsonl, {problem}"):
        taken_over(other, lines)
    assert untouched(other)


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("head", "7", "is no head of a ledger"),
        ("head", "0" * 64, "number of entries is not that of its head"),
        ("entries", 9, "number of entries is not that of its head"),
        ("entries", True, "a number of it is malformed"),
        ("records", "2", "a number of it is malformed"),
    ],
)
def test_a_header_that_contradicts_itself_is_refused(firm: Firm, field: str, value: object, problem: str) -> None:
    """Rule: it says what the file holds, or it is none."""
    wire = json.loads(exported(firm)[0])
    with pytest.raises(MalformedFile, match=problem):
        read_header("export.jsonl", json.dumps(wire | {field: value}).encode())


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
