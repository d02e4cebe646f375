from __future__ import annotations

import math
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.errors import InvalidField
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import Provenance, SourceKind
from firm_memory.domain.ranking import FLOOR, Calibration, Match, Ranked, coverage, idf, rank
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType
from tests.strategies import FEW, memories

NOW: Final = datetime(2026, 5, 4, 10, tzinfo=UTC)
PLAIN: Final = Memory(
    id=uuid.UUID(int=5),
    content="Orders after 15:20 go to netting.",
    type=MemoryType.BUSINESS_RULE,
    scope=MemoryScope(repos=("oms",)),
    status=MemoryStatus.ACTIVE,
    confidence=0.7,
    provenance=Provenance(kind=SourceKind.MR, reference="mr-4821", proposed_by="dana"),
    created_at=NOW,
    updated_at=NOW,
)
TERMS: Final = frozenset({"orders", "netting", "cutoff", "the"})
MEASURED: Final = Calibration(floor=0.18, ceiling=0.9)
COSINES = st.none() | st.floats(-1, 1) | st.sampled_from([math.nan, math.inf, -math.inf])
MATCHED = st.frozensets(st.sampled_from([*sorted(TERMS), "venue"]))
FREQUENCIES = st.dictionaries(st.sampled_from(sorted(TERMS)), st.integers(0, 50))


def _rank(*matches: Match, total: int = 50, frequencies: dict[str, int] | None = None) -> list[Ranked]:
    return rank(matches, query_terms=TERMS, frequencies=frequencies or {}, total=total, calibration=MEASURED)


def _match(memory: Memory = PLAIN, cosine: float | None = 0.5, *terms: str) -> Match:
    return Match(memory=memory, cosine=cosine, terms=frozenset(terms))


@given(st.floats(0.01, 0.9), st.floats(0.01, 2), st.floats(), st.floats())
def test_calibration_is_monotone_and_stays_within_0_and_1(floor: float, span: float, one: float, other: float) -> None:
    """Whatever number comes in, infinities and NaN included."""
    calibration = Calibration(floor=floor, ceiling=floor + span)
    low, high = sorted((one, other))
    assert 0 <= calibration.relevance(one) <= 1
    if math.isfinite(low) and math.isfinite(high):
        assert calibration.relevance(low) <= calibration.relevance(high) + 1e-12


def test_calibration_passes_through_its_three_points() -> None:
    """0 → 0, the embedder's own floor → 0.3, its ceiling → 1: the same meaning with every model."""
    assert pytest.approx(0.3) == FLOOR
    for raw, relevance in ((-1, 0), (0, 0), (0.09, 0.15), (0.18, 0.3), (0.54, 0.65), (0.9, 1), (5, 1), (math.nan, 0)):
        assert MEASURED.relevance(raw) == pytest.approx(relevance)


@given(st.integers(0, 1_000), st.integers(0, 1_000))
def test_a_rarer_term_tells_more_and_none_tells_less_than_nothing(one: int, other: int) -> None:
    """Also where a store's counts contradict each other."""
    assert idf(one, 500) > 0
    if one < other:
        assert idf(one, 500) >= idf(other, 500)


@given(MATCHED, FREQUENCIES, st.integers(0, 50))
def test_coverage_is_the_share_of_the_query_s_weight_that_is_found(
    matched: frozenset[str], frequencies: dict[str, int], total: int
) -> None:
    """Between 0 and 1; one more found term never lowers it; foreign terms do not count."""
    covered = coverage(matched, TERMS, frequencies, total)
    assert 0 <= covered <= 1 + 1e-9
    assert coverage(matched & TERMS, TERMS, frequencies, total) == pytest.approx(covered)
    assert coverage(matched | {"cutoff"}, TERMS, frequencies, total) >= covered - 1e-12
    assert coverage(TERMS, TERMS, frequencies, total) == pytest.approx(1)
    assert coverage(frozenset(), TERMS, frequencies, total) == 0


def test_a_query_without_terms_covers_nothing() -> None:
    """Punctuation has no terms, and nothing is divided by nothing."""
    assert coverage({"orders"}, frozenset(), {}, 10) == 0


@FEW
@given(st.lists(st.builds(Match, memory=memories(), cosine=COSINES, terms=MATCHED), max_size=5), FREQUENCIES)
def test_a_ranking_is_complete_ordered_and_never_nan(matches: list[Match], frequencies: dict[str, int]) -> None:
    """Every match once, best first, each score a number in [0, 1], whatever a store or a model returns."""
    ranked = _rank(*matches, frequencies=frequencies)
    scores = [round(each.score, 6) for each in ranked]
    assert sorted((each.memory for each in ranked), key=repr) == sorted((each.memory for each in matches), key=repr)
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    assert [each.memory.id for each in _rank(*reversed(matches), frequencies=frequencies)] == [
        each.memory.id for each in ranked
    ] or len({each.memory.id for each in ranked}) < len(ranked)


@given(COSINES, MATCHED)
def test_disputed_stands_below_its_undisputed_peer(cosine: float | None, terms: frozenset[str]) -> None:
    """The same words and the same likeness: the one with an open flag comes second, but is shown."""
    peer = attrs.evolve(PLAIN, id=uuid.UUID(int=9))
    disputed = attrs.evolve(PLAIN, id=uuid.UUID(int=1), status=MemoryStatus.DISPUTED)
    ranked = _rank(Match(memory=disputed, cosine=cosine, terms=terms), Match(memory=peer, cosine=cosine, terms=terms))
    assert [each.memory for each in ranked] == [peer, disputed]
    assert ranked[1].score <= ranked[0].score


@pytest.mark.parametrize(
    ("loser", "winner"),
    [
        ({"tier": MemoryTier.INDEX}, {}),
        ({"tier": MemoryTier.INDEX, "verified_at": NOW}, {}),
        ({}, {"verified_at": NOW}),
        ({"verified_at": NOW - timedelta(days=1)}, {"verified_at": NOW}),
        ({"created_at": NOW - timedelta(days=1), "id": uuid.UUID(int=4)}, {}),
        ({}, {"id": uuid.UUID(int=4)}),
    ],
)
def test_ties_go_to_durable_then_to_the_verified_then_to_the_newer_then_by_id(
    loser: dict[str, Any], winner: dict[str, Any]
) -> None:
    """So that the same question has the same answer in every process."""
    first = attrs.evolve(PLAIN, **winner)
    second = attrs.evolve(PLAIN, **loser)
    for matches in ((_match(first), _match(second)), (_match(second), _match(first))):
        assert [each.memory for each in _rank(*matches)] == [first, second]


def test_a_moment_from_the_future_wins_no_tie() -> None:
    """bug-time-05: a verification that has not happened yet is no boost; a small skew between clocks is none either."""
    sound = attrs.evolve(PLAIN, id=uuid.UUID(int=8), verified_at=NOW)
    for ahead, first in ((timedelta(days=365), sound.id), (timedelta(seconds=4), PLAIN.id)):
        other = attrs.evolve(PLAIN, verified_at=NOW + ahead)
        ranked = rank(
            [_match(other), _match(sound)], query_terms=TERMS, frequencies={}, total=9, calibration=MEASURED, now=NOW
        )
        assert ranked[0].memory.id == first


@pytest.mark.parametrize("cosine", [math.nan, math.inf, -math.inf])
def test_a_broken_likeness_counts_as_none(cosine: float) -> None:
    """bug-embedding-07: one NaN neither poisons the order nor hides what the words have found."""
    assert _rank(_match(PLAIN, cosine, "netting")) == _rank(_match(PLAIN, None, "netting"))


def test_likeness_and_words_both_lift_a_memory() -> None:
    """More of either is never worse; words alone find a memory where no model ran."""
    alike = [_rank(_match(PLAIN, cosine))[0].score for cosine in (None, 0.1, 0.3, 0.6)]
    worded = [_rank(_match(PLAIN, None, *terms))[0].score for terms in ((), ("netting",), sorted(TERMS))]
    assert alike == sorted(alike)
    assert worded == sorted(worded)
    assert worded[0] == 0 < worded[1] < worded[2]
    assert _rank(_match(PLAIN, 0.3, "netting"))[0].score > alike[2]


@pytest.mark.parametrize(("floor", "ceiling"), [(0.2, 0.2), (0.0, 1.0), (0.5, 0.2), (0.2, math.inf)])
def test_a_calibration_without_room_between_floor_and_ceiling_is_refused(floor: float, ceiling: float) -> None:
    """A model card of a stranger must not divide by zero in the middle of a search."""
    with pytest.raises(InvalidField, match="calibration"):
        Calibration(floor=floor, ceiling=ceiling)
