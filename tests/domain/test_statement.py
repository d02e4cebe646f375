from __future__ import annotations

import uuid
from datetime import UTC, datetime

import attrs
import pytest
from hypothesis import given

from firm_memory.domain.identity import memory_id
from firm_memory.domain.memory import Memory
from firm_memory.domain.principal import Caller
from firm_memory.domain.provenance import Anchor, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.statement import Statement, restated
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType
from tests.strategies import FEW, memories

NOW = datetime(2026, 5, 4, 10, tzinfo=UTC)
SAID = Statement(
    content="Orders after 15:20 go to netting.",
    type=MemoryType.BUSINESS_RULE,
    scope=MemoryScope(repos=("oms",)),
    reference="adr-7",
    title="Cut-off",
    summary="Netting after 15:20",
    evidence="a remark in the review",
    commit="c0ffee1",
    anchors=(Anchor(repo="oms", path="src/netting.py"),),
    tags=("netting",),
    supersedes=uuid.UUID(int=9),
)
AGENT = Caller(name="agent:opencode", via="mcp", on_behalf_of="dana")


def test_a_statement_is_born_as_a_candidate_of_its_proposer() -> None:
    """PROPOSED, DURABLE, revision 1, with everything that was said and who said it for whom."""
    born = SAID.born(AGENT, NOW)
    assert (born.status, born.tier, born.revision, born.task) == (MemoryStatus.PROPOSED, MemoryTier.DURABLE, 1, None)
    assert born.id == SAID.identity() == memory_id(SAID.content, SAID.type, SAID.scope)
    assert (born.content, born.title, born.summary, born.tags) == (SAID.content, SAID.title, SAID.summary, SAID.tags)
    assert (born.supersedes, born.steward) == (SAID.supersedes, "dana")
    assert (born.created_at, born.updated_at, born.verified_at) == (NOW, NOW, None)
    source = born.provenance
    assert (source.kind, source.reference, source.evidence) == (SourceKind.ADR, "adr-7", SAID.evidence)
    assert (source.commit, source.anchors) == (SAID.commit, SAID.anchors)
    assert (source.proposed_by, source.on_behalf_of, source.proposed_at) == ("agent:opencode", "dana", NOW)
    assert (source.approved_by, source.approved_at) == (None, None)


def test_closed_records_of_the_same_key_count_into_the_id() -> None:
    """A reconsidered statement is another record; both stay."""
    assert SAID.born(AGENT, NOW, closed=1).id == SAID.identity(1) != SAID.identity()


@pytest.mark.parametrize(
    ("caller", "confidence"),
    [
        (Caller(name="dana", via="cli"), 1.0),
        (AGENT, 0.7),
        (Caller(name="agent:x", via="api"), 0.7),
        (Caller(name="dana", via="mcp"), 0.7),
    ],
)
def test_what_comes_through_mcp_or_an_agent_starts_at_0_7_at_most(caller: Caller, confidence: float) -> None:
    """Even where the source is a decision record, and whatever name the client gives."""
    assert SAID.born(caller, NOW).confidence == confidence
    assert attrs.evolve(SAID, confidence=0.2).born(caller, NOW).confidence == 0.2
    assert attrs.evolve(SAID, confidence=0.9).born(caller, NOW).confidence == min(0.9, confidence)


def test_a_given_kind_counts_before_the_reference() -> None:
    """The prefix table is for when none is given."""
    assert attrs.evolve(SAID, kind=SourceKind.OBSERVATION).born(AGENT, NOW).confidence == 0.3


@FEW
@given(memories(tier=MemoryTier.DURABLE))
def test_a_restated_memory_says_the_same(memory: Memory) -> None:
    """Proposed again, it has the same words, source and key."""
    again = restated(memory).born(Caller(name="dana", via="cli"), NOW)
    for field in ("content", "title", "summary", "type", "scope", "tags", "supersedes"):
        assert getattr(again, field) == getattr(memory, field)
    for field in ("kind", "reference", "evidence", "commit", "anchors"):
        assert getattr(again.provenance, field) == getattr(memory.provenance, field)
    assert again.confidence <= memory.confidence
