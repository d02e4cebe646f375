"""How long a text may be, and how one is shortened."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from firm_memory import Amendment, MemoryType
from firm_memory.domain.answer import Hit
from firm_memory.domain.errors import InvalidContent
from firm_memory.domain.principal import Caller
from firm_memory.domain.statement import Statement
from firm_memory.domain.text import CONTENT_LIMIT, shorten
from firm_memory.entrypoints.mcp.cards import Card
from firm_memory.features.firm import Firm
from tests.cases.firms import FIRM, OMS
from tests.cases.notation import given


def test_bug_text_size_01_very_long_proposal(firm: Firm) -> None:
    """A mebibyte of prose is no memory: refused with the limit, before anything reads or queues it."""
    args = given("bug-text-size-01")["args"]
    assert len(args["content"]) > 1_000_000
    with pytest.raises(InvalidContent, match=f"content: .*the limit is {CONTENT_LIMIT:,}"):
        firm.at("oms").propose(args["content"], type=args["type"], scope=FIRM, reference=args["reference"])
    assert list(firm.container.records().queue.every()) == []
    with pytest.raises(InvalidContent, match=f"the limit is {CONTENT_LIMIT:,}"):
        firm.at("oms").for_task("mr-1").note(args["content"])
    candidate = firm.propose("A short fact.", FIRM)
    with pytest.raises(InvalidContent, match=f"the limit is {CONTENT_LIMIT:,}"):
        firm.desk.approve(candidate, approver="lead", amendment=Amendment(content=args["content"]))


def test_bug_text_size_03_cut_by_characters_not_bytes_or_halves() -> None:
    """A text is cut between whole characters, within the limit, and marked; one that fits is left alone."""
    case = given("bug-text-size-03")
    content, limit = case["content"], case["snippet_limit"]
    assert shorten(content, limit) == "a" * 79 + "…"
    assert shorten(content, limit + 1) == content
    statement = Statement(content=content, type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1")
    now = datetime(2026, 5, 4, tzinfo=UTC)
    memory = statement.born(Caller(name="mira", via="api"), now)
    card = Card.shortened(Hit.of(memory, 0.8, now, 90), limit)
    assert len(card.content.encode().decode()) == limit
    assert "shortened" in card.labels
    assert content.startswith(card.content.removesuffix("…"))
