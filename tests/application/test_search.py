"""Recall: what a question becomes, and how its answer is labelled."""

from __future__ import annotations

import math
import threading

import attrs
import pytest

from firm_memory.application.search import QUERY_MOST, Question, Search, shortened
from firm_memory.domain.errors import ConfigurationError, WarmingUp
from firm_memory.domain.label import Mode, Reason
from firm_memory.domain.provenance import Anchor
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.features.firm import Firm, OtherModel
from tests.application.conftest import OMS, SwitchedEmbedder

LOTS = "Odd lots go through the netting queue"


def test_a_limit_beyond_its_range_is_clamped_and_said(firm: Firm) -> None:
    """Limits go from 1 to 50 (spec: surfaces)."""
    firm.approved(LOTS, OMS)
    for limit, clamped in ((0, True), (51, True), (1, False), (50, False)):
        hits = firm.at("oms").search("netting queue", limit=limit)
        assert len(hits) == 1
        assert (Reason.LIMIT_CLAMPED in hits.label.reasons) is clamped


def test_a_query_over_the_limit_keeps_both_ends_and_says_so(firm: Firm) -> None:
    """The deciding words may stand at the end; an answer to a cut query is labelled `query_truncated`."""
    firm.approved(LOTS, OMS)
    hits = firm.at("oms").search("lorem " * 5_000 + "odd lots netting queue")
    assert Reason.QUERY_TRUNCATED in hits.label.reasons
    cut, was_cut = shortened("a" * QUERY_MOST + "b" * QUERY_MOST)
    assert (was_cut, cut[0], cut[-1]) == (True, "a", "b")


@pytest.mark.parametrize("vector", [(math.nan,) * 26, (1.0,) * 3, ()])
def test_an_unusable_query_vector_gives_an_empty_labelled_answer(
    firm: Firm, embedder: SwitchedEmbedder, vector: tuple[float, ...]
) -> None:
    """NaN, a wrong length or nothing at all: `embedding_invalid`, counted, and no exception."""
    firm.approved(LOTS, OMS)
    embedder.broken = lambda: [vector]
    hits = firm.at("oms").search("netting queue")
    assert (list(hits), hits.reason, hits.degraded) == ([], Reason.EMBEDDING_INVALID, True)
    assert firm.container.metrics().value("embedding_invalid") == 1


def test_a_model_that_is_still_loading_leaves_recall_by_words(firm: Firm, embedder: SwitchedEmbedder) -> None:
    """A search during warm-up is lexical, labelled, and starts the loading."""
    firm.approved(LOTS, OMS)
    loaded = list[str]()
    embedder.is_ready, embedder.warm = False, lambda: loaded.append("once")
    hits = firm.at("oms").search("netting queue")
    assert (len(hits), hits.mode, hits.reason) == (1, Mode.LEXICAL, Reason.WARMING_UP)


def test_a_model_is_loaded_once_however_often_it_is_asked_for(firm: Firm, embedder: SwitchedEmbedder) -> None:
    """Searches during warm-up do not start one more load each."""
    loading, proceed, loads = threading.Event(), threading.Event(), list[str]()

    def load() -> None:
        loads.append("load")
        loading.set()
        proceed.wait()

    embedder.is_ready, embedder.warm = False, load
    understanding = firm.container.understanding()
    understanding.warm_up()
    loading.wait()
    understanding.warm_up()
    proceed.set()
    with understanding.warming:
        assert loads == ["load"]


def test_without_a_model_recall_is_by_words_and_not_degraded(firm: Firm, embedder: SwitchedEmbedder) -> None:
    """`lexical` is a choice, not a failure: no reason, no degradation."""
    embedder.dimension, embedder.broken = 0, lambda: [()]
    firm.approved(LOTS, OMS)
    hits = firm.at("oms").search("netting queue")
    assert (len(hits), hits.mode, hits.reason, hits.degraded) == (1, Mode.LEXICAL, None, False)


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (RuntimeError("/secret/path"), Reason.CONFIG),
        (ConfigurationError("weights are missing; install firm-memory[minilm]"), Reason.CONFIG),
        (WarmingUp("The embedder is still loading."), Reason.WARMING_UP),
    ],
)
def test_a_model_that_cannot_be_loaded_never_breaks_recall(
    firm: Firm, embedder: SwitchedEmbedder, failure: Exception, reason: Reason, caplog: pytest.LogCaptureFixture
) -> None:
    """A broken model is logged once, without a foreign message; recall is lexical and says that it stays so."""
    firm.approved(LOTS, OMS)

    def fail() -> None:
        raise failure

    embedder.is_ready, embedder.warm = False, fail
    understanding = firm.container.understanding()
    for _ in range(2):
        understanding.load()
        hits = firm.at("oms").search("netting queue")
        assert (len(hits), hits.mode, hits.reason) == (1, Mode.LEXICAL, reason)
    with understanding.warming:
        pass  # a thread that loads holds this until it has ended
    assert "stays lexical" in caplog.text
    assert "/secret/path" not in caplog.text
    if reason is Reason.CONFIG:
        assert caplog.text.count("stays lexical") == 1


def test_a_model_that_is_put_there_later_is_found_by_the_next_reads(firm: Firm, embedder: SwitchedEmbedder) -> None:
    """A read that has to say `config` asks for the model again behind its own back; what was had may load anew."""
    firm.approved(LOTS, OMS)
    there = threading.Event()

    def load() -> None:
        if not there.is_set():
            raise ConfigurationError("weights are missing; install firm-memory[minilm]")
        embedder.is_ready = True

    embedder.is_ready, embedder.warm = False, load
    understanding = firm.container.understanding()
    understanding.load()
    there.set()
    assert firm.at("oms").search("netting queue").reason is Reason.CONFIG
    with understanding.warming:
        pass  # the loading thread holds this until it has ended
    hits = firm.at("oms").search("netting queue")
    assert (len(hits), hits.mode, hits.reason) == (1, Mode.HYBRID, None)
    embedder.is_ready = False
    assert firm.at("oms").search("netting queue").reason is Reason.WARMING_UP
    with understanding.warming:
        pass  # as before


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ConfigurationError("FIRM_MEMORY_EMBEDDER names nothing installed."), Reason.CONFIG),
        (WarmingUp("The embedder is still loading."), Reason.WARMING_UP),
    ],
)
def test_an_embedder_that_is_not_to_be_had_leaves_recall_by_words(firm: Firm, error: Exception, reason: Reason) -> None:
    """Without a usable embedder the answer is lexical and says why."""

    class Missing:
        """An embedder that is not there."""

        @property
        def card(self) -> object:
            """Not there."""
            raise error

    firm.approved(LOTS, OMS)
    understanding = attrs.evolve(firm.container.understanding(), embedder=Missing())  # type: ignore[arg-type]
    search: Search = attrs.evolve(firm.container.search(), understanding=understanding)
    hits = search(Question(query="netting queue", scope=OMS))
    assert (len(hits), hits.mode, hits.reason) == (1, Mode.LEXICAL, reason)


def test_a_matching_fingerprint_is_trusted_for_a_while(firm: Firm) -> None:
    """The store is not asked for its fingerprint on every search; a mismatch is found at once."""
    firm.approved(LOTS, OMS)
    assert firm.at("oms").search("netting queue").mode is Mode.HYBRID
    assert firm.at("oms").search("netting queue").mode is Mode.HYBRID
    firm.configure_embedder(OtherModel(embedder=firm.embedder))
    assert firm.at("oms").search("netting queue").reason is Reason.FINGERPRINT_MISMATCH


def test_only_the_asked_types_are_recalled(firm: Firm) -> None:
    """`types` narrows recall, by either spelling."""
    firm.approved(LOTS, OMS)
    assert len(firm.at("oms").search("netting queue", types=["TERMINOLOGY", MemoryType.BUG_FIX])) == 1
    assert len(firm.at("oms").search("netting queue", types=["bug_fixes"])) == 0


def test_what_is_anchored_in_the_asked_paths_comes_first(firm: Firm) -> None:
    """`paths` favours memories that speak of that code; it never hides the others."""
    statements = {
        "The netting queue drains hourly": "ops/drain.py",
        "The netting queue trains hourly": "oms/train.py",
    }
    ids = dict[str, object]()
    for content, path in statements.items():
        proposal = firm.at("oms").propose(
            content,
            type=MemoryType.TERMINOLOGY,
            scope=OMS,
            reference="mr-1",
            anchors=[Anchor(repo="oms", path=path)],
        )
        assert proposal.candidate_id
        ids[path] = firm.desk.approve(proposal.candidate_id, approver="lead").id
    for path, identity in ids.items():
        hits = firm.at("oms").search("netting queue hourly", paths=[path])
        assert hits[0].id == identity
        assert len(hits) == 2


def test_a_token_budget_withholds_whole_hits_and_names_them(firm: Firm) -> None:
    """What does not fit is named, to be fetched by id; nothing is cut in silence."""
    long, longer = firm.approved("netting " * 60, OMS), firm.approved("netting " * 80, OMS)
    hits = firm.at("oms").search("netting", max_tokens=240)
    shown = [hit.id for hit in hits]
    assert len(shown) == 1
    assert set(shown) | set(hits.withheld) == {long, longer}
    assert list(firm.at("oms").search("netting", max_tokens=1)) == []


def test_the_legacy_floor_cuts_by_raw_cosine(firm: Firm) -> None:
    """FIRM_MEM0_THRESHOLD keeps its meaning: a raw cosine, before any calibration."""
    firm.approved(LOTS, OMS)
    search: Search = firm.container.search()
    question = Question(query="netting queue odd lots", scope=OMS)
    assert len(attrs.evolve(search, raw_cosine_floor=0.1)(question)) == 1
    assert len(attrs.evolve(search, raw_cosine_floor=0.999)(question)) == 0


def test_an_unpaired_surrogate_in_a_query_is_harmless(firm: Firm) -> None:
    """Whatever a client sends, the query can be encoded (case bug-unicode-04)."""
    firm.approved(LOTS, MemoryScope(firm=True))
    assert len(firm.at("oms").search("netting queue \ud83d")) == 1
