"""Questions that are blank, too long, or full of operators."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from firm_memory import Mode, Reason
from firm_memory.application.ports.embedder import ModelCard, Vector
from firm_memory.domain.ranking import LEXICAL
from firm_memory.features.firm import Firm
from tests.cases.firms import IN_PROCESS, OMS, contents, counted, environment_of
from tests.cases.notation import expected, given


class _Unasked:
    """A model that must not be asked."""

    card = ModelCard(name="unasked", dimension=3, weights="0" * 64, calibration=LEXICAL)

    def ready(self) -> bool:
        """It would answer at once."""
        return True

    def warm_up(self) -> None:
        """Nothing to load."""

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Fail: the reason of the answer would be another one."""
        raise AssertionError(texts)


@pytest.mark.parametrize("further", ["", "\u200b\u2060"])
def test_bug_query_01_empty_query(tmp_path: Path, further: str) -> None:
    """A blank question reaches neither model nor store, is labelled, and is counted as what it is."""
    _stays_unasked(tmp_path, given("bug-query-01")["args"]["query"] + further)


def test_bug_query_02_spaces_and_newlines_only(tmp_path: Path) -> None:
    """White space is blank, too."""
    _stays_unasked(tmp_path, given("bug-query-02")["args"]["query"])


def _stays_unasked(home: Path, query: str) -> None:
    firm = Firm(environment_of(IN_PROCESS, home, str), _Unasked())
    firm.store.mode = "down"  # whoever asked it would answer `unavailable`
    hits = firm.at("oms").search(query)
    assert (list(hits), hits.reason, hits.mode, hits.degraded) == ([], Reason.EMPTY_QUERY, Mode.NONE, False)
    assert firm.container.metrics().value("empty_query") == 1
    assert firm.container.metrics().value("read_failed") == 0
    firm.close()


def test_bug_query_05_query_longer_than_the_embedder_window(firm: Firm) -> None:
    """Of a question that is too long both ends are asked, and the answer says so: the deciding words are found."""
    firm.approved("Odd lots go through the netting queue.", OMS)
    hits = firm.at("oms").search(given("bug-query-05")["args"]["query"])
    assert contents(hits) == ["Odd lots go through the netting queue."]
    assert hits.label.reasons == (Reason.QUERY_TRUNCATED,)
    assert not hits.degraded


def test_bug_query_07_sql_wildcards_and_operators(firm: Firm) -> None:
    """Operators of SQL and of text search are no words, and change nothing."""
    firm.approved("A risk of 100% is refused at the gate.", OMS)
    firm.approved("Settlement follows on the second day.", OMS)
    hits = firm.at("oms").search(given("bug-query-07")["args"]["query"])
    assert contents(hits) == ["A risk of 100% is refused at the gate."]
    assert hits.label.reasons == ()
    assert contents(firm.at("oms").search("% _ & ! | :* '")) == []


def test_bug_query_08_search_on_an_empty_store(firm: Firm) -> None:
    """Nothing is stored yet: an empty answer that says so, which is no failure."""
    hits = firm.at("oms").search(given("bug-query-08")["args"]["query"])
    assert list(hits) == expected("bug-query-08")
    assert (hits.reason, hits.degraded) == (Reason.EMPTY_STORE, False)
    assert counted(firm, "unavailable") == firm.container.metrics().value("read_failed") == 0
