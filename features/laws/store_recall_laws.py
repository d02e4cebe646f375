"""The laws of a search: which candidates, with which cosine and terms, and how often terms occur."""

from __future__ import annotations

import random
from typing import Final

import pytest

from firm_memory.application.ports.memory_store import TERM_FREQUENCY_CAP, MemoryStore
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.domain.visibility import Visibility
from firm_memory.features.laws import store_oracle as oracle
from firm_memory.features.laws.sample_memories import FIRM, FIRM_WIDE, NOTHING, OMS, Row, pointing, sample, soon
from firm_memory.features.laws.store_filter_laws import BulkPut

_WORDS: Final = (
    "netting",
    "queue",
    "venue",
    "fee",
    "clock",
    "utc",
    "ledger",
    "float",
    "replay",
    "symbol",
    "open",
    "quote",
)

# What is asked (atoms, the angle of the vector, words, k), and the numbers of the memories that answer.
_ANSWERS: Final[tuple[tuple[tuple[str, float | None, str, int], set[int]], ...]] = (
    (("firm", None, "money clock", 5), {2}),
    (("firm repo:oms domain:execution", None, "session clock utc", 5), {12}),
    (("firm repo:oms domain:execution", 0.0, "", 2), {1, 12}),
    (("firm repo:oms domain:execution", 0.0, "price feed", 1), {1, 8}),
    (("firm repo:ledger", 0.0, "ledger drift", 1), {4}),
    (("firm repo:ledger", 90.0, "ledger drift", 1), {2, 4}),
    (("firm repo:ledger repo:gateway domain:mcx domain:risk", 30.0, "haircut feed", 3), {1, 5, 6, 9}),
    (("firm repo:nobody", 0.0, "haircut", 5), {2}),
    (("repo:nobody", 0.0, "haircut", 5), set[int]()),
)


def _a_firm(seed: int) -> list[Row]:
    """Sixty memories of two scopes with terms and vectors drawn from `seed`; no two are equally near to 0."""
    chance = random.Random(seed)  # noqa: S311 -- the same draw in every run
    angles = chance.sample(range(170), 60)
    return [
        Row(
            memory=sample(number, scope=FIRM if number % 3 else OMS),
            vector=pointing(angle),
            terms=frozenset(chance.sample(_WORDS, chance.randrange(6))),
        )
        for number, angle in enumerate(angles)
    ]


def _netting_firm() -> list[Row]:
    """Twelve memories over firm, domain and repo scopes, all tiers, one of them superseded."""
    shapes: tuple[tuple[MemoryScope, float, str], ...] = (
        (
            MemoryScope(domains=("execution",), repos=("gateway", "oms")),
            10,
            "odd lot netting queue venue ticket fee order",
        ),
        (FIRM, 80, "money store integer minor unit"),
        (MemoryScope(repos=("ledger",)), 60, "ledger post append correct reverse entry"),
        (MemoryScope(repos=("ledger",)), 50, "float price ledger round drift"),
        (MemoryScope(repos=("gateway",)), 30, "gateway test replay container run"),
        (MemoryScope(domains=("mcx",)), 40, "stale symbol file open feed reject quote"),
        (OMS, 20, "reviewer rename retry helper"),
        (OMS, 70, "issue 77 schema drift price feed reader"),
        (MemoryScope(domains=("risk",)), 90, "haircut percentage collateral value"),
        (MemoryScope(repos=("risk-engine",)), 100, "squad heron risk engine rota"),
        (MemoryScope(domains=("execution",)), 15, "local session clock cut-off time"),
        (MemoryScope(domains=("execution",)), 25, "session clock run utc"),
    )
    rows = [
        Row(memory=sample(number, scope=scope), vector=pointing(angle), terms=frozenset(terms.split()))
        for number, (scope, angle, terms) in enumerate(shapes, start=1)
    ]
    rows[6] = Row(
        memory=sample(7, scope=OMS, tier=MemoryTier.EPISODIC, task="mr-901"), vector=rows[6].vector, terms=rows[6].terms
    )
    rows[7] = Row(memory=sample(8, scope=OMS, tier=MemoryTier.INDEX), vector=rows[7].vector, terms=rows[7].terms)
    rows[10] = Row(
        memory=sample(11, scope=shapes[10][0], status=MemoryStatus.SUPERSEDED),
        vector=rows[10].vector,
        terms=rows[10].terms,
    )
    return rows


class StoreRecallLaws:
    """What `search` promises of its candidates; part of `StoreLaws`."""

    def test_every_store_names_the_same_candidates(self, store: MemoryStore, bulk_put: BulkPut) -> None:
        """Rule: the answers to these questions are written down, so that no two stores can differ."""
        rows = _netting_firm()
        bulk_put(rows)
        for (atoms, angle, words, k), numbers in _ANSWERS:
            vector = () if angle is None else pointing(angle)
            visibility = Visibility(atoms=frozenset(atoms.split()))
            found = store.search(vector, frozenset(words.split()), visibility, k, soon())
            assert {match.memory.id for match in found.matches} == {rows[each - 1].id for each in numbers}, words

    @pytest.mark.parametrize("seed", range(2))
    def test_the_candidates_are_the_nearest_and_the_most_telling(
        self, store: MemoryStore, bulk_put: BulkPut, seed: int
    ) -> None:
        """Rule: both sets are taken inside the visibility, ties go by id, and no memory comes twice."""
        rows = _a_firm(seed)
        bulk_put(rows)
        chance = random.Random(seed)  # noqa: S311 -- the same draw in every run
        for k in (1, 3, 8, 60):
            terms = frozenset(chance.sample([*_WORDS, "nobody"], 4))
            for vector, asked in ((pointing(0), terms), (pointing(0), NOTHING), ((), terms), ((), NOTHING)):
                found = store.search(vector, asked, FIRM_WIDE, k, soon())
                ids = [match.memory.id for match in found.matches]
                assert set(ids) == oracle.candidates(rows, vector, asked, FIRM_WIDE, k), (k, vector, asked)
                assert len(ids) == len(set(ids))

    def test_every_match_carries_its_cosine_and_its_terms(self, store: MemoryStore, bulk_put: BulkPut) -> None:
        """Rule: whichever set named it, a match has its raw cosine and all terms of the query that it holds."""
        rows = {row.id: row for row in _a_firm(9)}
        bulk_put(rows.values())
        terms = frozenset({"netting", "fee", "utc", "nobody"})
        found = store.search(pointing(5), terms, FIRM_WIDE, 5, soon())
        assert any(not match.terms for match in found.matches)
        for match in found.matches:
            row = rows[match.memory.id]
            assert match.memory == row.memory
            assert match.terms == row.terms & terms
            assert match.cosine == pytest.approx(oracle.cosine(pointing(5), row.vector), abs=1e-6)

    def test_without_a_vector_there_is_no_cosine(self, store: MemoryStore) -> None:
        """Rule: a search without a vector, and a memory without one, give terms and no cosine."""
        store.put(sample(1), pointing(0), frozenset({"fee"}))
        store.put(sample(2), (), frozenset({"fee"}))
        lexical = store.search((), frozenset({"fee"}), FIRM_WIDE, 5, soon())
        assert [match.cosine for match in lexical.matches] == [None, None]
        dense = store.search(pointing(0), frozenset({"fee"}), FIRM_WIDE, 5, soon())
        assert {match.memory.id: match.cosine is None for match in dense.matches} == {
            sample(1).id: False,
            sample(2).id: True,
        }
        assert [match.memory.id for match in store.search(pointing(0), NOTHING, FIRM_WIDE, 5, soon()).matches] == [
            sample(1).id
        ]

    def test_frequencies_and_total_count_what_is_visible(self, store: MemoryStore, bulk_put: BulkPut) -> None:
        """Rule: both count the memories visible to this query, and a term that nobody holds counts 0."""
        rows = _a_firm(3)
        bulk_put(rows)
        terms = frozenset(_WORDS) | {"nobody"}
        for visibility in (FIRM_WIDE, Visibility(atoms=OMS.atoms), Visibility(atoms=FIRM.atoms | OMS.atoms)):
            found = store.search((), terms, visibility, 1, soon())
            shown = oracle.visible(rows, visibility)
            assert found.total == len(shown)
            assert not found.empty
            assert found.frequencies == oracle.frequencies(shown, terms)

    def test_a_term_that_everybody_holds_names_no_candidates(self, store: MemoryStore, bulk_put: BulkPut) -> None:
        """Rule: terms above the frequency cap do not count, unless all are; then the rarest one held does.

        What counts is the frequency among the visible: in a narrower scope the same term names candidates.
        """
        many = TERM_FREQUENCY_CAP + 1
        rows = [
            Row(
                memory=sample(number, scope=FIRM if number else MemoryScope(firm=True, repos=("oms",))),
                terms=frozenset({"common", "usual"} if number < many else {"common"})
                | ({"rare"} if number in {5, many + 3} else NOTHING),
            )
            for number in range(many + 5)
        ]
        bulk_put(rows)
        for words in ({"common", "rare"}, {"usual", "rare"}, {"common"}, {"common", "usual"}, {"common", "nobody"}):
            terms = frozenset(words)
            found = store.search((), terms, FIRM_WIDE, 6, soon())
            assert {match.memory.id for match in found.matches} == set(oracle.telling(rows, terms, 6)), words
            assert found.frequencies == oracle.frequencies(rows, terms), words
        found = store.search((), frozenset({"common"}), Visibility(atoms=OMS.atoms), 6, soon())
        assert [match.memory.id for match in found.matches] == [rows[0].id]

    def test_terms_are_compared_and_never_interpreted(self, store: MemoryStore, bulk_put: BulkPut) -> None:
        """Rule: quotes, wildcards, braces and operators in a term mean themselves."""
        words = (
            "o'brien",
            "100%",
            "1000",
            "a_c",
            "abc",
            '"x"',
            "{x}",
            "null",
            "x & !y",
            "$1",
            "%s",
            "back\\slash",
            "*",
            "",
        )
        rows = [Row(memory=sample(number), terms=frozenset({word})) for number, word in enumerate(words) if word]
        bulk_put([*rows, Row(memory=sample(99))])
        for row in rows:
            found = store.search((), row.terms, FIRM_WIDE, 9, soon())
            assert [(match.memory, match.terms) for match in found.matches] == [(row.memory, row.terms)]
