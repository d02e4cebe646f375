from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import Final

import pytest
from hypothesis import given

from firm_memory.adapters.snowball.text_analyzer import SnowballAnalyzer
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import Provenance, SourceKind
from firm_memory.domain.resemblance.likeness import Likeness, Resemblance, order, resemblance, widens
from firm_memory.domain.resemblance.wording import Wording, contradiction
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from tests.strategies import FEW, memories

NOW: Final = datetime(2026, 5, 4, 10, tzinfo=UTC)
OMS: Final = MemoryScope(repos=("oms",))
LEDGER: Final = MemoryScope(repos=("ledger",))
BOTH: Final = MemoryScope(repos=("oms", "ledger"))
FIRM: Final = MemoryScope(firm=True)
ANALYZER: Final = SnowballAnalyzer()


def _memory(content: str, scope: MemoryScope = OMS) -> Memory:
    return Memory(
        id=uuid.uuid5(uuid.NAMESPACE_OID, f"{content}{scope}"),
        content=content,
        type=MemoryType.TERMINOLOGY,
        scope=scope,
        confidence=0.7,
        provenance=Provenance(kind=SourceKind.MR, reference="mr-1", proposed_by="sam"),
        created_at=NOW,
        updated_at=NOW,
    )


def _words(content: str) -> Wording:
    return Wording(content=content, terms=ANALYZER.terms(content))


def _found(
    one: str, other: str, meaning: float = 0.0, scope: MemoryScope = OMS, known: MemoryScope = OMS
) -> Resemblance | None:
    return resemblance(_memory(one, scope), _words(one), _memory(other, known), _words(other), meaning)


@pytest.mark.parametrize(
    ("scope", "known", "wider"),
    [
        (FIRM, OMS, True),
        (BOTH, OMS, True),
        (LEDGER, OMS, True),
        (OMS, OMS, False),
        (OMS, BOTH, False),
        (OMS, FIRM, False),
        (FIRM, FIRM, False),
    ],
)
def test_a_scope_widens_another_where_it_reaches_further(scope: MemoryScope, known: MemoryScope, wider: bool) -> None:  # noqa: FBT001 -- a table
    """The firm reaches everywhere; another repository is further reach too (bug-duplicates-05)."""
    assert widens(scope, known) is wider
    found = _found("Retries use full jitter", "retries  use FULL jitter", scope=scope, known=known)
    assert found is not None
    assert (found.kind, found.score) == (Likeness.WIDENING if wider else Likeness.EXACT, 1.0)


def test_nearly_the_same_words_are_found_without_a_model() -> None:
    """Lexical: most terms are shared; numbers are terms."""
    found = _found("Odd lots go through the netting queue", "Odd lots are sent through the netting queue")
    assert found is not None
    assert found.kind is Likeness.LEXICAL
    assert 0.55 <= found.score < 1
    assert (found.content, found.type, found.status.value) == (found.memory.content, found.memory.type, "proposed")
    assert (found.id, found.flags, found.provenance) == (found.memory.id, (), found.memory.provenance)


def test_a_short_statement_within_a_long_one_is_found() -> None:
    """Containment counts where enough is shared."""
    found = _found(
        "Odd lots go through the netting queue",
        "Odd lots go through the netting queue of the desk every noon and night",
    )
    assert found is not None
    assert found.kind is Likeness.LEXICAL


def test_two_words_in_common_are_an_accident() -> None:
    """Texts of fewer than three terms are compared by meaning or to the letter only."""
    assert _found("Netting queue", "The netting queue of") is None
    assert _found("...", "!!!") is None


def test_the_same_meaning_needs_a_few_words_in_common() -> None:
    """A model sees likeness everywhere in a language it does not know."""
    one, other = (
        "The cache must not hold prices older than 5 minutes",
        "Prices older than 300 seconds never stay in the cache",
    )
    found = _found(one, other, 0.8)
    assert found is not None
    assert (found.kind, found.score) == (Likeness.DENSE, 0.8)
    assert _found(one, other, 0.6) is None
    assert _found("Odd lots go through the queue", "Money is stored in minor units", 0.99) is None


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("Orders may skip netting", "Orders may not skip netting", "one of them is a negation"),
        ("Orders after 15:20 are rejected", "Orders after 15:25 are rejected", "they name different amounts"),
        ("События сделок пишутся в Kafka", "События сделок пишутся в RabbitMQ", "they name different things"),
        ("Events are sent to Kafka by the OMS", "Events are sent to NATS by the OMS", "they name different things"),
        (
            "Use UUIDs instead of sequences for ids",
            "Use sequences instead of UUIDs for ids",
            "one prefers what the other turns down",
        ),
        (
            "Use UUIDs instead of sequences for order ids",
            "For order ids use sequences",
            "one prefers what the other turns down",
        ),
    ],
)
def test_a_rival_is_never_a_duplicate(one: str, other: str, why: str) -> None:
    """Opposites and other amounts or names are rivals however near they read (bug-duplicates-03)."""
    for first, second in ((one, other), (other, one)):
        for meaning in (0.0, 0.99):
            found = _found(first, second, meaning)
            assert found is not None
            assert (found.kind, found.why) == (Likeness.RIVAL, why)


def test_the_same_choice_in_other_words_is_no_rival() -> None:
    """What one turns down the other may name as turned down in its own way; Postgres is PostgreSQL."""
    one = _words("We chose Postgres over Cassandra because the reports need joins.")
    other = _words("PostgreSQL was picked rather than Cassandra since reporting needs joins.")
    assert contradiction(one, other) is None
    assert contradiction(other, one) is None


def test_opposites_on_other_things_are_nothing() -> None:
    """Rivals speak of the same thing."""
    assert _found("Never deploy on Fridays", "The cache holds prices for 5 minutes") is None


@FEW
@given(memories(), memories())
def test_resemblance_holds_both_ways(one: Memory, other: Memory) -> None:
    """Whichever comes first, kind and score are the same, but for which of two scopes is the wider one."""
    words, others = _words(one.content), _words(other.content)
    forth = resemblance(one, words, other, others)
    back = resemblance(other, others, one, words)
    assert (forth is None) == (back is None)
    if forth and back:
        same = {Likeness.EXACT, Likeness.WIDENING}
        assert forth.kind is back.kind or {forth.kind, back.kind} <= same
        assert forth.score == back.score
        assert 0 <= forth.score <= 1


def test_the_plainest_come_first() -> None:
    """Exact, widening, rival, then what is similar, the nearest first."""
    made = [
        Resemblance(kind=kind, memory=_memory(f"{kind}{score}"), score=score, why="a test")
        for kind in reversed(Likeness)
        for score in (0.5, 0.9)
    ]
    shown = sorted(made, key=order)
    assert [each.kind for each in shown[::2]] == list(Likeness)
    assert [each.score for each in shown] == [0.9, 0.5] * len(Likeness)
