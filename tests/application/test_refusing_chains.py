"""A ledger that is not taken over: broken, foreign, malformed, or with a secret in it. Then nothing is there."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest

from firm_memory.application.chain_lines import read_header
from firm_memory.application.sealing import seal
from firm_memory.application.wire import canonical
from firm_memory.domain.candidate import Record
from firm_memory.domain.chain import GENESIS
from firm_memory.domain.errors import (
    ChainRefused,
    InvalidSupersession,
    MalformedFile,
)
from firm_memory.domain.exclusion import Refused
from firm_memory.domain.head import Head
from firm_memory.domain.ledger import EventKind, text_digest
from firm_memory.features.firm import Firm
from firm_memory.features.laws.sample_changes import Scribe
from tests.application.chains import RULE, exported, lines_of, rewritten, taken_over, untouched
from tests.application.conftest import OMS


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


def _linked(record: Record, field: str, target: Record) -> Record:
    links: dict[str, Any] = {field: target.id}
    return attrs.evolve(record, memory=attrs.evolve(record.memory, **links))


@pytest.mark.parametrize("field", ["supersedes", "superseded_by"])
def test_links_that_lead_nowhere_or_back_are_refused(other: Firm, field: str) -> None:
    """Rule: no self, no cycle, no missing target, along either link."""
    scribe = Scribe()
    one, two, gone = (scribe.candidate(each) for each in ("first", "second", "third"))
    missing = seal(scribe.change(EventKind.PROPOSED, _linked(one, field, gone)), 1, GENESIS)
    with pytest.raises(InvalidSupersession, match=rf"{field}: .* which is not there"):
        taken_over(other, lines_of([missing]))
    both = (_linked(one, field, two), _linked(two, field, one))
    cycle = seal(scribe.change(EventKind.PROPOSED, *both), 1, GENESIS)
    with pytest.raises(InvalidSupersession, match=rf"{field}: .* leads into a cycle"):
        taken_over(other, lines_of([cycle]))
    plain = seal(scribe.change(EventKind.PROPOSED, one), 1, GENESIS)
    wire = json.loads(plain.body)
    wire["records"][0]["memory"][field] = str(one.id)
    with pytest.raises(ChainRefused, match="cannot be taken over"):
        taken_over(other, lines_of([rewritten(plain, GENESIS, lambda _: canonical(wire))]))
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
        (2, b'{"seq": 1, "hash": 7, "body": "", "texts": {}}', r"line 2, column 1: a text of it is malformed"),
        (2, b'{"seq": 1, "hash": "", "body": "", "texts": {"a": {"x": 1}}}', r"line 2, column 1: a text has fields"),
        (2, b'{"seq": 1, "hash": "", "body": "", "texts": []}', r"line 2, column 1: not the texts of an entry"),
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
