"""Confidence: a number from 0 to 1."""

from __future__ import annotations

from firm_memory.domain.errors import InvalidConfidence


def require_confidence(value: float) -> float:
    """`value` as a float, or `InvalidConfidence` unless it is a number (no boolean, no NaN) from 0 to 1."""
    try:
        fits = not isinstance(value, bool) and 0 <= value <= 1  # bool is an int to Python
    except TypeError:
        fits = False
    if not fits:
        raise InvalidConfidence("confidence", "is not between 0 and 1", "Give a number from 0 to 1, or leave it out")
    return float(value) + 0.0  # so that minus zero is written as zero
