"""A row of an earlier pool is read as the memory that it holds, or named as one that holds none."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import pytest

from firm_memory.application.pooled import likely_name, record_of, unread_keys
from firm_memory.application.ports.pool import PoolRow
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.provenance import SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import Disposition, MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType

NOW = datetime(2026, 12, 1, tzinfo=UTC)
THEN = datetime(2026, 2, 3, 17, 15, tzinfo=UTC)
ID, OTHER = uuid.UUID(int=7), uuid.UUID(int=8)
USUAL: dict[str, object] = {
    "data": "Netting runs at six because the exchange closes at half past five.",
    "user_id": "firm",
    "created_at": "2026-02-03T09:15:00-08:00",
    "memory_type": "BUSINESS_RULE",
    "tier": "durable",
    "status": "approved",
    "reference": "mr-12",
    "proposed_by": "agent:opencode",
    "approved_by": "lead",
    "scope_firm": True,
}


def read(**fields: object) -> Record:
    """The record of the usual row with other fields; None for one that is missing."""
    payload = {key: value for key, value in {**USUAL, **fields}.items() if value is not None}
    row, repos = PoolRow(id=ID, payload=payload, stamp=""), {"quant-oms": "quant/oms"}
    return record_of(row, owner="firm", by="olga", now=NOW, repos=repos)


def test_what_was_approved_stays_approved() -> None:
    """Adopt: id, words, moments and approver are those of the row."""
    record = read(approved_at="2026-02-04T00:00:00Z", updated_at="2026-02-05T00:00:00Z")
    memory, source = record.memory, record.memory.provenance
    assert (memory.id, memory.content, memory.revision) == (ID, USUAL["data"], 1)
    assert (memory.status, memory.type, memory.tier) == (
        MemoryStatus.ACTIVE,
        MemoryType.BUSINESS_RULE,
        MemoryTier.DURABLE,
    )
    assert (memory.created_at, memory.updated_at) == (THEN, datetime(2026, 2, 5, tzinfo=UTC))
    assert (source.reference, source.kind, source.proposed_by) == ("mr-12", SourceKind.MR, "agent:opencode")
    assert (source.approved_by, source.approved_at) == ("lead", datetime(2026, 2, 4, tzinfo=UTC))
    assert (memory.confidence, memory.steward) == (0.7, "lead")
    assert record.candidacy is not None
    assert record.candidacy.decision is not None
    assert record.candidacy.decision.by == "lead"


def test_every_field_is_taken_over() -> None:
    """Adopt: nothing that the earlier release knew of a memory is lost."""
    memory = read(
        title="Netting hour",
        summary="when netting runs",
        confidence=1,
        kind="interview",
        evidence="asked the desk",
        commit="abc1234",
        tags=["Netting", "close"],
        on_behalf_of="mira",
        proposed_at="2026-02-01T00:00:00",
        verified_at="2026-03-01T00:00:00Z",
        supersedes=str(OTHER),
    ).memory
    source = memory.provenance
    assert (memory.title, memory.summary, memory.confidence) == ("Netting hour", "when netting runs", 1.0)
    assert (source.kind, source.evidence, source.commit) == (SourceKind.INTERVIEW, "asked the desk", "abc1234")
    assert (memory.tags, memory.steward, memory.supersedes) == (("close", "netting"), "mira", OTHER)
    assert source.proposed_at == datetime(2026, 2, 1, tzinfo=UTC)
    assert memory.verified_at == datetime(2026, 3, 1, tzinfo=UTC)


def test_scopes_are_read_off_the_booleans() -> None:
    """Adopt: `dom__x` and `repo__y` are the scope; a repository is called as it is told to be."""
    memory = read(scope_firm=False, dom__execution=True, repo__oms="true", **{"repo__quant-oms": True}).memory
    assert memory.scope == MemoryScope(domains=("execution",), repos=("oms", "quant/oms"))


def test_a_row_that_names_nobody_is_answered_for_by_whoever_adopts() -> None:
    """Adopt: an approval has a name for ever; where the row has none it is the adopting administrator's."""
    memory = read(proposed_by=None, approved_by=None, created_at=None, tier=None, status=None).memory
    assert (memory.provenance.proposed_by, memory.provenance.approved_by) == ("olga", "olga")
    assert (memory.steward, memory.created_at, memory.status) == ("olga", NOW, MemoryStatus.ACTIVE)


def test_working_notes_and_cards_have_no_approval() -> None:
    """Tiers: notes and cards never waited at the gate, so nobody decided on them."""
    note = read(tier="episodic", task="mr-12", disposition="open", tags="a, b,", approved_by=None)
    assert (note.candidacy, note.memory.task, note.memory.disposition) == (None, "mr-12", Disposition.OPEN)
    assert (note.memory.tags, note.memory.provenance.approved_by) == (("a", "b"), None)
    assert read(tier="index").candidacy is None


@pytest.mark.parametrize(("status", "expected"), [("superseded", "superseded"), ("archived", "archived")])
def test_what_left_recall_stays_out_of_it(status: str, expected: str) -> None:
    """Adopt: superseded and archived memories keep their status."""
    memory = read(status=status, superseded_by=str(OTHER) if status == "superseded" else None).memory
    assert memory.status.value == expected


def test_a_disputed_row_has_an_open_flag_of_nobody() -> None:
    """Lifecycle: what is disputed shows why; a pool that did not say has a flag without an author."""
    memory = read(status="disputed").memory
    assert (memory.status, [each.by for each in memory.flags]) == (MemoryStatus.DISPUTED, [""])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("user_id", "mira"),
        ("data", None),
        ("data", 7),
        ("memory_type", "diary"),
        ("memory_type", None),
        ("scope_firm", None),
        ("reference", None),
        ("status", "proposed"),
        ("tier", "eternal"),
        ("confidence", "high"),
        ("confidence", True),
        ("created_at", "yesterday"),
        ("tags", [1]),
        ("kind", "rumour"),
        ("disposition", "lost"),
        ("supersedes", "mr-1"),
        ("superseded_by", str(ID)),
    ],
)
def test_a_row_that_breaks_an_invariant_is_named(field: str, value: object) -> None:
    """Adopt: what cannot be a memory is told with its field, never bent into shape."""
    with pytest.raises(InvalidField):
        read(**{field: value})


def test_keys_that_are_no_field_are_told() -> None:
    """Adopt: nothing is dropped in silence; mem0's own keys and the scopes are no surprise."""
    payload = {**USUAL, "hash": "x", "dom__a": True, "repo__b": True, "sprint": 4, "author": "x"}
    assert unread_keys(payload) == {"sprint", "author"}


@pytest.mark.parametrize(
    ("slug", "known", "name"),
    [
        ("quant-oms", (), "quant/oms"),
        ("quant-order-book", ("quant/order-book", "quant/oms"), "quant/order-book"),
        ("quant-research-lab", ("quant-research/lab",), "quant-research/lab"),
        ("quant/oms", (), None),
        ("oms", (), None),
    ],
)
def test_the_present_name_of_a_repository_is_guessed(slug: str, known: tuple[str, ...], name: str | None) -> None:
    """Adopt: an earlier `owner-repo` name is proposed as a known path that reads so, else with one slash."""
    assert likely_name(slug, known) == name
