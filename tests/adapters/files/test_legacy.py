"""The candidates file of an older version: what is taken over, what is not, and that it is never touched."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from firm_memory.adapters.files.records import FileRecords
from firm_memory.domain.candidate import Candidacy, Record
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import RecordsDamaged
from firm_memory.domain.identity import memory_id
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.provenance import SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.laws.sample_changes import Scribe

WRITTEN: Final = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
FULL: Final = {
    "id": "c1",
    "content": "Odd lots go through netting.\n — „always“ \u202f",
    "title": "Netting",
    "summary": "Odd lots net",
    "type": "BUSINESS_RULE",
    "scope": {"firm": False, "domains": ["Execution"], "repos": ["OMS"]},
    "tier": "durable",
    "reference": "mr-310",
    "provenance": {"kind": "incident", "evidence": "seen twice", "commit": "9fceb02"},
    "proposer": "agent:opencode",
    "on_behalf_of": "dana",
    "status": "pending",
    "confidence": 0.6,
    "tags": ["Netting", "lots"],
    "created_at": "2026-05-04T10:00:00",
    "colour": "passed over",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The configured path."""
    return tmp_path / "candidates.json"


def write(path: Path, content: object) -> bytes:
    """Put a candidates file there, as JSON unless it is text or bytes; its bytes."""
    text = content if isinstance(content, str | bytes) else json.dumps(content)
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    path.write_bytes(raw)
    os.utime(path, (WRITTEN.timestamp(), WRITTEN.timestamp()))
    return raw


def only(path: Path) -> Record:
    """The one record of the place."""
    (record,) = FileRecords(path).queue.every()
    return record


def candidacy(record: Record) -> Candidacy:
    """The gate's side of a record."""
    assert record.candidacy is not None
    return record.candidacy


@pytest.mark.parametrize("form", ["list", "object", "with a mark of order"])
def test_a_candidate_is_taken_over_with_all_it_says(path: Path, form: str) -> None:
    """Rule: both forms of the file load, a byte order mark or further keys do no harm, the text stays as it is."""
    forms = {"list": [FULL], "object": {"version": 1, "candidates": [FULL]}}
    raw = write(path, forms.get(form) or b"\xef\xbb\xbf" + json.dumps([FULL], ensure_ascii=False).encode())
    record = only(path)
    memory = record.memory
    assert memory.content == FULL["content"]
    assert (memory.title, memory.summary, memory.tags) == ("Netting", "Odd lots net", ("lots", "netting"))
    assert memory.type is MemoryType.BUSINESS_RULE
    assert memory.scope == MemoryScope(domains=("execution",), repos=("oms",))
    assert memory.id == memory_id(memory.content, memory.type, memory.scope)
    assert memory.confidence == pytest.approx(0.6)
    assert memory.created_at == memory.updated_at == datetime(2026, 5, 4, 10, 0, tzinfo=UTC)
    source = memory.provenance
    assert (source.kind, source.reference, source.evidence) == (SourceKind.INCIDENT, "mr-310", "seen twice")
    assert source.also_seen == ("import:candidates-file#c1",)
    assert (source.proposed_by, source.on_behalf_of, source.commit) == ("agent:opencode", "dana", "9fceb02")
    assert (record.status, record.stored) == (MemoryStatus.PROPOSED, True)
    assert [notice.rule for notice in candidacy(record).notices] == ["imported"]
    (event,) = FileRecords(path).ledger.events()
    assert (event.kind, event.principal, event.via) == (EventKind.PROPOSED, "import:candidates-file", "import")
    assert path.read_bytes() == raw


def test_what_a_small_old_file_leaves_out_is_filled_in_and_shown(path: Path) -> None:
    """Rule: without type, scope, reference and time a record still loads, and the approver is told."""
    write(path, [{"content": "a"}])
    record = only(path)
    assert (record.memory.type, record.memory.scope) == (MemoryType.TASK_LEARNING, MemoryScope(firm=True))
    assert record.memory.provenance.reference == record.memory.provenance.proposed_by == "import:candidates-file"
    assert (record.memory.provenance.kind, record.memory.created_at) == (SourceKind.IMPORT, WRITTEN)
    assert record.memory.confidence == pytest.approx(0.7)
    assert [notice.rule for notice in candidacy(record).notices] == ["imported", "no_type", "no_scope"]


def test_half_a_character_is_shown_as_one_replacement(path: Path) -> None:
    """Rule: an unpaired surrogate becomes U+FFFD, so that no later reader stumbles over it."""
    write(path, r'{"candidates":[{"id":"c1","content":"rota \ud83d end","type":"ownership"}]}')
    assert only(path).memory.content == "rota \ufffd end"


def test_it_is_imported_once_whoever_asks_first(path: Path, scribe: Scribe) -> None:
    """Rule: a read imports as a write does, one journal line holds it all, and later edits of the file are moot."""
    raw = write(path, [{"content": "a"}, {"content": "b"}])
    journal = path.with_name("candidates.journal.jsonl")
    assert [each.memory.content for each in FileRecords(path).queue.every()] == ["a", "b"]
    before = journal.read_bytes()
    assert before.count(b"\n") == 1
    assert path.read_bytes() == raw
    write(path, "{not even JSON")
    records = FileRecords(path)
    assert len(records.queue.waiting()) == 2
    assert journal.read_bytes() == before
    records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("c")))
    assert verify_chain(FileRecords(path).ledger.sealed()).length == 3


def test_a_file_that_appears_later_joins_what_is_there(path: Path, scribe: Scribe) -> None:
    """Rule: a candidates file put beside a journal in use is imported then; known statements are not doubled."""
    records, candidate = FileRecords(path), scribe.candidate("known", MemoryScope(firm=True))
    records.commit(scribe.change(EventKind.PROPOSED, candidate))
    known = {"content": "known", "type": "business_rules", "scope": {"firm": True}, "reference": "mr-9", "id": 4}
    write(path, [known, {**known, "content": "new"}])
    assert [each.memory.content for each in records.queue.every()] == ["known", "new"]
    present = records.queue.get(candidate.id)
    assert present is not None
    assert present.memory.provenance.also_seen == ("mr-9", "import:candidates-file#4")
    assert [event.kind for event in records.ledger.history(candidate.id)] == [EventKind.PROPOSED, EventKind.SEEN_AGAIN]


@pytest.mark.parametrize("empty", [[], {"candidates": []}])
def test_an_empty_list_is_empty(path: Path, scribe: Scribe, empty: object) -> None:
    """Rule: only the empty list, in either form, means that there is nothing."""
    write(path, empty)
    records = FileRecords(path)
    assert not records.queue.waiting()
    records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate("one")))
    assert len(FileRecords(path).queue.waiting()) == 1


def test_rejected_candidates_stay_rejected(path: Path) -> None:
    """Rule: a rejection comes over with who, when and why; the same statement proposed again gets the next id."""
    told = {"status": "rejected", "reason": "too vague", "decided_by": "lead", "decided_at": "2026-05-06"}
    nested = {"status": "Rejected", "decision": {"reason": "no", "by": "boss", "at": "2026-05-07T00:00:00Z"}}
    again = {"content": "a", "reference": "mr-2"}
    write(path, [again, {"content": "a", **told}, {"content": "b", **nested}, {"content": "c", "status": "declined"}])
    records = FileRecords(path)
    rejected = [each for each in records.queue.every() if each.status is MemoryStatus.REJECTED]
    decisions = [candidacy(each).decision for each in rejected]
    assert [(each.by, each.reason, each.at.day) for each in decisions if each] == [
        ("lead", "too vague", 6),
        ("boss", "no", 7),
        ("import:candidates-file", "No reason stands in the candidates file.", 1),
    ]
    (waiting,) = records.queue.waiting()
    assert waiting.memory.provenance.reference == "mr-2"
    assert waiting.id == memory_id("a", MemoryType.TASK_LEARNING, MemoryScope(firm=True), closed=1)
    kinds = [event.kind.value for event in records.ledger.events()]
    assert kinds == ["proposed", "rejected"] * 3 + ["proposed"]
    assert verify_chain(records.ledger.sealed()).ok


def test_an_approval_that_the_file_claims_is_not_believed(path: Path) -> None:
    """Rule: nothing becomes knowledge without the gate; anybody could have written the file."""
    write(path, [{"content": "a", "status": "approved", "type": "terminology", "scope": {"firm": True}}])
    record = only(path)
    assert (record.status, candidacy(record).decision) == (MemoryStatus.PROPOSED, None)
    assert [notice.rule for notice in candidacy(record).notices] == ["imported", "claimed_approval"]
    assert not candidacy(record).ruling.automatic


def test_the_same_statement_twice_is_one_candidate(path: Path) -> None:
    """Rule: doubles in the file join as further references; an exact double adds nothing."""
    write(path, [{"content": "a", "id": "c1"}, {"content": " A", "id": "c2"}, {"content": "a", "id": "c1"}])
    records = FileRecords(path)
    assert only(path).memory.provenance.also_seen == ("import:candidates-file#c1", "import:candidates-file#c2")
    assert [event.kind for event in records.ledger.events()] == [EventKind.PROPOSED, EventKind.SEEN_AGAIN]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "byte 0: not JSON"),
        ("{}", "byte 0: neither a list of candidates"),
        ("null", "byte 0: neither"),
        ('"x"', "byte 0: neither"),
        ('{"candidates":{}}', "byte 0: neither"),
        ('{"id":"c1","content":"a"}', "byte 0: neither"),
        ("[1]", "record 1: candidate: is not an object"),
        ('[{"id":"c1","content":"a"},{"id":"c2","cont', "byte 38: not JSON"),
        ('\ufeff[{"content":"é"},]', "byte 2[01]: not JSON"),
        (b'[{"content":"\xe9t\xe9"}]', "byte 13: not UTF-8"),
        (b"#\0 \0T\0", "byte 0: not JSON"),
        ("[" * 100_000, "byte 0: not JSON that can be read"),
        ('[{"confidence":' + "1" * 5000 + "}]", "byte 0: not JSON that can be read"),
        ("[{}]", "record 1: content: is empty"),
        ('[{"content":7}]', "record 1: content: is not a text"),
        ('[{"content":"a\\u0000"}]', r"record 1: content: hidden_characters: U\+0000"),
        ('[{"content":"a","type":"rumour"}]', "record 1: type: no memory type 'rumour'"),
        ('[{"content":"a","scope":{"team":"x"}}]', "record 1: scope.team: is not an axis"),
        ('[{"content":"a","scope":{"firm":false}}]', "record 1: scope: names nothing"),
        ('[{"content":"a","scope":["oms"]}]', "record 1: scope: is not an object"),
        ('[{"content":"a","confidence":"high"}]', "record 1: confidence: is not a number"),
        ('[{"content":"a","confidence":NaN}]', "record 1: confidence: is not between"),
        ('[{"content":"a","confidence":true}]', "record 1: confidence: is not between"),
        ('[{"content":"a","tags":"x"}]', "record 1: tags: is not a list of texts"),
        ('[{"content":"a","tags":[1]}]', "record 1: tags: is not a list of texts"),
        ('[{"content":"a","tier":"episodic"}]', "record 1: tier: 'episodic' has no candidates"),
        ('[{"content":"a","status":"lost"}]', "record 1: status: 'lost' is unknown"),
        ('[{"content":"a","created_at":"soon"}]', "record 1: created_at: 'soon' is no ISO 8601 time"),
        ('[{"content":"a","id":[]}]', "record 1: id: is neither a text nor a number"),
        ('[{"content":"a","provenance":{"kind":"gossip"}}]', "record 1: provenance.kind: 'gossip' is unknown"),
        ('[{"content":"a","proposer":"x\\u202e"}]', r"record 1: proposer: hidden_characters: U\+202E"),
        ('[{"content":"a","status":"rejected","reason":" "}]', "record 1: reason: is empty"),
        ('[{"content":"a"},{"content":""},{"content":""}]', "record 2: content.*; record 3: content"),
        ('[{"content":"a"}' + ',{"content":""}' * 9 + "]", "record 6: content.*; and 4 more"),
    ],
)
def test_what_cannot_be_read_refuses_reads_and_writes(
    path: Path, scribe: Scribe, content: str | bytes, problem: str
) -> None:
    """Rule: the message names the file, the place and the remedy; nothing is imported by halves, nothing is changed."""
    raw = write(path, content)
    records, change = FileRecords(path), scribe.change(EventKind.PROPOSED, scribe.candidate("one"))
    for use in (records.queue.waiting, records.prepare, lambda: records.commit(change)):
        with pytest.raises(RecordsDamaged, match=rf"(?s)candidates\.json: .*{problem}.*doctor --repair-records"):
            use()
    assert path.read_bytes() == raw
    assert not [each for each in path.parent.iterdir() if each != path and each.stat().st_size]


def test_a_refusal_tells_no_text_of_the_file(path: Path) -> None:
    """Rule: an error never carries what may be a secret: a URL with credentials is named by field only."""
    write(path, [{"content": "a", "reference": "https://user:hunter2" + "@db/x"}])
    with pytest.raises(RecordsDamaged, match="record 1: reference: carries user info") as refused:
        FileRecords(path).prepare()
    assert "hunter2" not in str(refused.value)
