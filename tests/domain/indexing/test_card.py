"""A card's invariants, and the memories it becomes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import attrs
import pytest

from firm_memory.domain.errors import FirmMemoryError, ForbiddenCharacter, InvalidContent, InvalidProvenance
from firm_memory.domain.exclusion import Certainty, Exclusion, ExclusionReason, Finding
from firm_memory.domain.indexing.card import TEXT_MOST, Card, parts_of, refusal, same_words, shelved
from firm_memory.domain.memory import TITLE_LIMIT
from firm_memory.domain.principal import Caller
from firm_memory.domain.provenance import SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.statement import Statement
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType

NOW = datetime(2026, 12, 1, tzinfo=UTC)
MIRA = Caller(name="mira", via="api")


def statement(content: str = "Odd lots wait.", **fields: Any) -> Statement:  # noqa: ANN401 -- any field of it
    """What an issue says."""
    plain = Statement(content=content, type=MemoryType.BUG_FIX, scope=MemoryScope(repos=("oms",)), reference="mr-12")
    return attrs.evolve(plain, **fields)


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"content": " "}, InvalidContent),
        ({"content": "x" * (TEXT_MOST + 1)}, InvalidContent),
        ({"content": "odd\u202elots"}, ForbiddenCharacter),
        ({"title": " "}, InvalidContent),
        ({"title": "two\nlines"}, InvalidContent),
        ({"title": "x" * 16_001}, InvalidContent),
        ({"reference": ""}, InvalidProvenance),
        ({"reference": "https://mira:pass@git.example.test/12"}, InvalidProvenance),
        ({"tags": ("x" * 65,)}, InvalidContent),
    ],
)
def test_a_card_that_cannot_be_kept_names_what_is_wrong(fields: dict[str, Any], error: type[Exception]) -> None:
    """Rule: checked before any card of a file is written."""
    with pytest.raises(error):
        Card(statement=statement(**fields))


def test_a_title_that_is_too_long_opens_the_content() -> None:
    """Forges allow longer titles than a memory has; nothing of one is lost."""
    title = "Odd lots " * 30
    texts = Card(statement=statement(title=title)).texts
    assert texts["content"] == f"{title}\n\nOdd lots wait."
    assert len(texts["title"]) <= TITLE_LIMIT
    assert Card(statement=statement(title="Odd lots")).texts == {"content": "Odd lots wait.", "title": "Odd lots"}
    assert Card(statement=statement()).texts == {"content": "Odd lots wait."}


def test_parts_are_numbered_in_their_titles() -> None:
    """By the card's title, or by its reference; within the limit of a title."""
    long = "# A\n" + "word " * 3_000 + "\n# B\n" + "word " * 3_000
    card = Card(statement=statement(long))
    assert [part.title for part in parts_of(card, long, None)] == ["mr-12 (1/2)", "mr-12 (2/2)"]
    titles = [part.title or "" for part in parts_of(card, long, "t" * TITLE_LIMIT)]
    assert [len(title) for title in titles] == [TITLE_LIMIT, TITLE_LIMIT]
    assert titles[1].endswith("… (2/2)")
    (whole,) = parts_of(card, "short", "title")
    assert (whole.content, whole.title) == ("short", "title")


def test_a_card_is_in_force_at_once_and_as_old_as_its_issue() -> None:
    """INDEX and ACTIVE, confidence by its source, and stale when nobody looked at it for long."""
    closed = NOW - timedelta(days=400)
    card = Card(statement=statement(), created_at=closed)
    memory = shelved(card, card.statement, MIRA, NOW, part=1, earlier=0)
    assert (memory.tier, memory.status, memory.confidence) == (MemoryTier.INDEX, MemoryStatus.ACTIVE, 0.7)
    assert (memory.created_at, memory.updated_at, memory.steward) == (closed, closed, "mira")
    assert memory.provenance.proposed_at == NOW
    undated = shelved(Card(statement=statement()), card.statement, MIRA, NOW, part=1, earlier=0)
    assert (undated.created_at, undated.updated_at) == (NOW, NOW)
    later = Card(statement=statement(), created_at=NOW + timedelta(days=2))
    assert shelved(later, card.statement, MIRA, NOW, part=1, earlier=0).updated_at == NOW


def test_its_identity_is_its_reference_within_its_scope() -> None:
    """Other words are the same issue's; another part, version or repository is another record."""
    card = Card(statement=statement())

    def identity(said: Statement, part: int = 1, earlier: int = 0) -> object:
        return shelved(card, said, MIRA, NOW, part=part, earlier=earlier).id

    same = identity(card.statement)
    assert identity(statement("Other words.", reference="MR-12")) == same
    others = {
        identity(card.statement, part=2),
        identity(card.statement, earlier=1),
        identity(statement(reference="mr-13")),
        identity(statement(scope=MemoryScope(repos=("gateway",)))),
        card.statement.identity(),
    }
    assert len(others | {same}) == 6


def test_the_same_words_are_told_from_others() -> None:
    """Content, title, type, tags, anchors and commit count; when it was closed, and by whom it came, do not."""
    card = Card(statement=statement(tags=("Netting",)))
    memory = shelved(card, card.statement, MIRA, NOW, part=1, earlier=0)
    assert same_words(memory, card.statement)
    for other in (
        statement(),
        statement("Else.", tags=("netting",)),
        statement(tags=("netting",), commit="4f2a9c1"),
    ):
        assert not same_words(memory, other)


def _finding(reason: ExclusionReason, certainty: Certainty, field: str) -> Finding:
    rule = Exclusion(rule="a.rule", reason=reason, certainty=certainty, why="why", instead="instead")
    return Finding(exclusion=rule, field=field, start=0, end=1)


SURE, UNSURE = Certainty.CERTAIN, Certainty.SUSPICIOUS


@pytest.mark.parametrize(
    ("reason", "certainty", "field", "refused"),
    [
        (ExclusionReason.SECRET, SURE, "content", True),
        (ExclusionReason.SECRET, UNSURE, "title", True),
        (ExclusionReason.SECRET, SURE, "reference", True),
        (ExclusionReason.SOURCE_CODE, SURE, "content", False),
        (ExclusionReason.INDIVIDUAL, SURE, "title", False),
        (ExclusionReason.INDIVIDUAL, SURE, "tags", True),
        (ExclusionReason.INDIVIDUAL, UNSURE, "tags", False),
    ],
)
def test_a_card_is_refused_for_secrets_and_where_no_marker_helps(
    reason: ExclusionReason,
    certainty: Certainty,
    field: str,
    refused: bool,  # noqa: FBT001 -- the expected answer
) -> None:
    """A likely secret counts as one: no approver will look at it."""
    finding = _finding(reason, certainty, field)
    assert refusal([finding]) == (finding if refused else None)


def test_the_kind_of_source_may_be_given() -> None:
    """Confidence follows it."""
    card = Card(statement=statement(kind=SourceKind.OBSERVATION))
    assert shelved(card, card.statement, MIRA, NOW, part=1, earlier=0).confidence == 0.3
    with pytest.raises(FirmMemoryError):
        Card(statement=statement(commit="no commit"))
