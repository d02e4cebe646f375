"""The acceptance cases as they are committed under `tests/data`, and the notation of their input.

`{"$concat": [..]}` joins its parts (secret-shaped strings are stored in parts), `{"$repeat": [text, n]}`
repeats, `{"$cp": [..]}` is a text of code points, `{"$hex": ..}` and `{"$hexrepeat": [hex, n]}` are bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

import attrs

DATA: Final = Path(__file__).parents[1] / "data"


@attrs.frozen(kw_only=True)
class Case:
    """One case: what goes in, and what is expected of it. `input` and `expect` differ from case to case."""

    id: str
    title: str
    kind: str
    scenario: str
    input: Any
    expect: Any


@cache
def cases() -> Mapping[str, Case]:
    """Every committed case by its id, its input resolved."""
    lines = (DATA / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return {wire["id"]: Case(**wire | {"input": resolved(wire["input"])}) for wire in map(json.loads, lines)}


def given(case: str) -> Any:  # noqa: ANN401 -- its shape is the case's own
    """The input of a case."""
    return cases()[case].input


def expected(case: str) -> Any:  # noqa: ANN401 -- its shape is the case's own
    """The value that a case expects; only some cases name one."""
    return cases()[case].expect["value"]


@cache
def fixture_f0() -> Mapping[str, Any]:
    """Fixture F0: `memories` and `candidates`."""
    return cast("Mapping[str, Any]", json.loads((DATA / "fixtures.json").read_text(encoding="utf-8")))


def resolved(value: object) -> object:
    """`value` with every notation in it, however deep, replaced by what it stands for."""
    if isinstance(value, list):
        return [resolved(each) for each in cast("list[object]", value)]
    if not isinstance(value, dict):
        return value
    wire = cast("dict[str, Any]", value)
    match wire:
        case {"$concat": parts}:
            return "".join(cast("list[str]", resolved(parts)))
        case {"$repeat": [text, times]}:
            return text * times
        case {"$cp": points}:
            return "".join(map(chr, points))
        case {"$hex": digits}:
            return bytes.fromhex(digits)
        case {"$hexrepeat": [digits, times]}:
            return bytes.fromhex(digits) * times
        case _:
            return {key: resolved(each) for key, each in wire.items()}
