from __future__ import annotations

import pytest

from firm_memory.domain.label import DEGRADING, NOTE, Label, Mode, Reason

CLOSED_LIST = (
    "empty_query, empty_store, no_match, timeout, unavailable, warming_up, fingerprint_mismatch, "
    "circuit_open, config, query_truncated, limit_clamped, embedding_invalid, outside_scope"
)


def test_reasons_and_modes_are_closed_lists() -> None:
    """Clients branch on these words."""
    assert {reason.value for reason in Reason} == set(CLOSED_LIST.split(", "))
    assert [mode.value for mode in Mode] == ["hybrid", "lexical", "none"]
    assert "the code wins" in NOTE


@pytest.mark.parametrize("reason", list(Reason))
def test_an_answer_is_degraded_when_a_healthy_memory_would_have_given_more(reason: Reason) -> None:
    """A miss and a memory that is down are never confused; a clamped limit or a blank query is no illness."""
    healthy = {"empty_query", "empty_store", "no_match", "query_truncated", "limit_clamped", "outside_scope"}
    assert Label(reasons=(reason,)).degraded == (reason.value not in healthy) == (reason in DEGRADING)
    assert Label(reasons=(Reason.LIMIT_CLAMPED, reason)).degraded == (reason in DEGRADING)


def test_the_first_reason_is_the_reason() -> None:
    """They stand in order of gravity; a plain full answer has none."""
    assert Label(reasons=(Reason.TIMEOUT, Reason.LIMIT_CLAMPED)).reason is Reason.TIMEOUT
    assert Label().reason is None
    assert not Label().degraded
