from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.confidence import require_confidence
from firm_memory.domain.errors import InvalidConfidence


@given(st.floats(0, 1))
def test_a_number_from_0_to_1_is_kept(value: float) -> None:
    """Both ends included."""
    assert require_confidence(value) == value


@given(st.one_of(st.floats(max_value=0, exclude_max=True), st.floats(min_value=1, exclude_min=True), st.just(10**400)))
def test_a_number_outside_is_refused(value: float) -> None:
    """Infinities and numbers that no float holds among them."""
    with pytest.raises(InvalidConfidence, match=r"^confidence: is not between 0 and 1\. Give a number from 0 to 1"):
        require_confidence(value)


@pytest.mark.parametrize("value", [float("nan"), True, False, None, "0.5", [0.5]])
def test_what_is_no_number_is_refused(value: float) -> None:
    """NaN compares with nothing, and a boolean is an int to Python."""
    with pytest.raises(InvalidConfidence, match=r"^confidence: "):
        require_confidence(value)


def test_equal_confidences_are_written_alike() -> None:
    """The ledger hashes what is written: integers and minus zero are written as the floats they equal."""
    assert [json.dumps(require_confidence(value)) for value in (0, -0.0, 1)] == ["0.0", "0.0", "1.0"]
    half: Any = Fraction(1, 2)
    assert require_confidence(half) == 0.5
