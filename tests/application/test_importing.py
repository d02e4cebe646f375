"""Statements from elsewhere: proposals in batches, each behind what it replaces, and met again by a second run."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from pathlib import Path

import attrs
import pytest

from firm_memory.application.import_candidates import BATCH
from firm_memory.application.imported import CandidatesImported
from firm_memory.application.ports.embedder import Vector
from firm_memory.application.ports.source import LeftOut, Reading
from firm_memory.application.prepared import Prepared
from firm_memory.domain.approval import ApprovalPolicy
from firm_memory.domain.errors import InvalidField, NotAllowed
from firm_memory.domain.ledger import EventKind
from firm_memory.domain.principal import Caller, Role
from firm_memory.domain.resemblance.likeness import Likeness
from firm_memory.domain.status import MemoryStatus
from firm_memory.features.firm import Firm
from tests.application.conftest import NOW, OMS, SwitchedEmbedder
from tests.application.drafts import DANA, RULE, draft, imported


def test_a_batch_is_one_event_and_every_candidate_waits(firm: Firm) -> None:
    """Rule: nothing is approved by an import, whatever the policy; who imported it is its proposer."""
    nominate = attrs.evolve(firm.container.nominate(), policy=ApprovalPolicy(automatic=True, threshold=0.0))
    importer = attrs.evolve(firm.container.import_candidates(), nominate=nominate)
    told = list[tuple[int, int]]()
    drafts = [draft(f"The router keeps {number} routes open.", f"docs/{number}.md") for number in range(BATCH + 2)]
    outcome = importer(Reading(drafts=drafts), DANA, progress=lambda done, of: told.append((done, of)))
    assert [each.place for each in outcome.accepted] == [each.place for each in drafts]
    assert told == [(BATCH, BATCH + 2), (BATCH + 2, BATCH + 2)]
    events = list(firm.container.records().ledger.events())
    assert [(event.kind, len(event.records)) for event in events] == [
        (EventKind.IMPORTED, BATCH),
        (EventKind.IMPORTED, 2),
    ]
    waiting = firm.desk.pending()
    assert {record.status for record in waiting} == {MemoryStatus.PROPOSED}
    assert {record.memory.provenance.proposed_by for record in waiting} == {"dana"}


def test_a_second_run_meets_its_own_candidates(firm: Firm) -> None:
    """Rule: nothing is doubled; another place that says the same is one source more."""
    first = imported(firm, draft(RULE))
    again = imported(firm, draft(RULE))
    assert (again.accepted, [each.id for each in again.known]) == ((), [first.accepted[0].id])
    assert len(list(firm.container.records().ledger.sealed())) == 1
    imported(firm, draft(RULE, "docs/b.md"))
    assert firm.memory(first.accepted[0].id).provenance.also_seen == ("docs/b.md",)


def test_one_import_that_says_it_twice_says_it_once(firm: Firm) -> None:
    """Rule: the second place is a source of the first one's candidate."""
    outcome = imported(firm, draft(RULE), draft(RULE.upper(), "docs/b.md"))
    assert [each.place for each in outcome.known] == ["docs/b.md"]
    [record] = firm.desk.pending()
    assert record.memory.provenance.also_seen == ("docs/b.md",)


def test_a_dry_run_writes_nothing(firm: Firm) -> None:
    """Rule: it tells the same, of what is new, what is known and what would be refused."""
    known = firm.approved(RULE, OMS)
    outcome = imported(
        firm,
        draft(RULE),
        draft("Lots are whole numbers.", "docs/b.md"),
        draft("Lots are whole tens.", "docs/c.md", replaces="docs/b.md"),
        dry_run=True,
    )
    assert ([each.id for each in outcome.known], len(outcome.accepted)) == ([known], 2)
    assert len(list(firm.container.records().ledger.sealed())) == 2
    assert firm.memory(known).provenance.also_seen == ()


def test_what_resembles_a_draft_is_told_also_within_the_batch(firm: Firm, embedder: SwitchedEmbedder) -> None:
    """Rule: one call of the model a batch; near-duplicates in memory and batch are shown to whoever imports."""
    memory = firm.approved(RULE, OMS)
    calls = list[int]()
    embed = SwitchedEmbedder.embed

    class Counting(SwitchedEmbedder):
        def embed(self, texts: Sequence[str]) -> list[Vector]:
            calls.append(len(texts))
            return embed(self, texts)

    compare = firm.container.compare()
    understanding = attrs.evolve(compare.understanding, embedder=Counting(is_ready=embedder.is_ready))
    importer = attrs.evolve(
        firm.container.import_candidates(), compare=attrs.evolve(compare, understanding=understanding)
    )
    twin = "Odd lots never go through the netting queue."
    outcome = importer(Reading(drafts=[draft(twin), draft(f"{twin} Really.", "docs/b.md")]), DANA)
    assert calls == [2]
    assert [(each.id, each.kind) for each in outcome.accepted[0].similar if each.id == memory] == [
        (memory, Likeness.RIVAL)
    ]
    assert outcome.accepted[1].id in [each.id for each in outcome.accepted[0].similar]


def test_refusals_are_told_by_place_and_rule_and_the_rest_comes(firm: Firm) -> None:
    """Rule: an exclusion, an erased text and a broken invariant refuse a draft, not the import."""
    leaked = firm.propose("The vault opens to brass lantern", OMS)
    firm.at("oms").redact(leaked, reason="a password", by="admin")
    reading = Reading(
        drafts=[
            draft("The vault opens to brass lantern", "docs/erased.md"),
            draft("x" * 4_001, "docs/long.md"),
            draft("The ledger is at postgres://oms:" + "Tr0ub4dor-3-horse@db.internal/ledger", "docs/secret.md"),
            draft("Hidden \u200b characters are told.", "docs/flagged.md"),
        ],
        left_out=[LeftOut(place="docs/none.md", why="it says nothing")],
        remarks=[LeftOut(place="docs/odd.md", why="odd")],
    )
    outcome = firm.container.import_candidates()(reading, DANA)
    rules = {each.place: each.rule for each in outcome.refused}
    assert "connection" in str(rules.pop("docs/secret.md")) or rules
    assert rules == {"docs/none.md": None, "docs/erased.md": "redacted", "docs/long.md": "content"}
    assert [each.place for each in outcome.flagged] == ["docs/flagged.md"]
    assert outcome.remarks == (LeftOut(place="docs/odd.md", why="odd"),)


def test_whoever_may_not_propose_may_not_import(firm: Firm) -> None:
    """Rule: an import is proposals."""
    reader = Caller(name="dana", via="cli", roles=frozenset({Role.READER}))
    with pytest.raises(NotAllowed, match="role proposer"):
        firm.container.import_candidates()(Reading(), reader)


def test_an_imported_statement_keeps_its_id_and_its_age(firm: Firm) -> None:
    """Rule: they come from where it was; once closed, the same words become another record."""
    own = uuid.UUID(int=7)
    first = imported(firm, draft(RULE, id=own, created_at=NOW, doc_sha="sha256:1"))
    memory = firm.memory(own)
    assert (first.accepted[0].id, memory.created_at, memory.provenance.doc_sha) == (own, NOW, "sha256:1")
    assert [each.id for each in imported(firm, draft(RULE, id=own)).known] == [own]
    firm.desk.approve(own, approver="lead")
    firm.at("oms").archive(own, by="lead")
    assert imported(firm, draft(RULE, id=own)).accepted[0].id != own


def test_an_embedder_answers_what_was_not_prepared_too(embedder: SwitchedEmbedder) -> None:
    """Rule: it promises what the embedder promises; a model that is not there is not asked."""
    prepared = Prepared(embedder=embedder)
    assert (prepared.card, prepared.ready()) == (embedder.card, True)
    prepared.prepare(["one", "one", "two"])
    assert prepared.embed(["two"]) == embedder.embed(["two"])
    assert prepared.embed(["two", "three"]) == embedder.embed(["two", "three"])
    warmed = list[bool]()
    embedder.warm = lambda: warmed.append(True)
    prepared.warm_up()
    assert warmed == [True]
    embedder.is_ready = False
    prepared.prepare(["one"])
    assert prepared.embed(["one"]) == embedder.embed(["one"])


def test_an_export_may_come_as_candidates(firm: Firm, tmp_path: Path) -> None:
    """Rule: what was in force or waited there is proposed anew, with its source; nothing decided there counts here."""
    at = firm.at("oms")
    firm.approved(RULE, OMS, reference="mr-7")
    long = at.propose(
        "Lots are whole numbers.", type="terminology", scope=OMS, reference="mr-8", evidence="e" * 1_999
    ).candidate_id
    at.propose("Lots are dozens.", type="terminology", scope=OMS, reference="mr-9", evidence="Seen.")
    firm.desk.reject(firm.propose("Lots are halves.", OMS), approver="lead", reason="no")
    at.for_task("mr-1").note("Checked the queue.")
    path = at.export(tmp_path / "export.jsonl")
    broken = tmp_path / "broken.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    broken.write_bytes(b"".join([*lines, lines[1].replace(b'\\"v\\":1', b'\\"v\\":9')]))
    firm.reassemble()
    firm.container.records.reset_override()
    outcome = firm.at("oms").import_from(broken, as_candidates=True)
    assert isinstance(outcome, CandidatesImported)
    evidence = {record.memory.content: record.memory.provenance.evidence for record in firm.desk.pending()}
    assert evidence == {RULE: "mr-7", "Lots are whole numbers.": "mr-8", "Lots are dozens.": "mr-9; Seen."}
    assert {each.status for each in outcome.accepted} == {MemoryStatus.PROPOSED}
    assert len(outcome.refused) == 3
    assert long is not None
    with pytest.raises(InvalidField, match="only for an export"):
        firm.at("oms").import_from(tmp_path, source="markdown", as_candidates=True)
