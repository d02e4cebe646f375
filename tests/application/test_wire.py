from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.application.wire import (
    canonical,
    memory_from_wire,
    memory_to_wire,
    record_from_wire,
    record_to_wire,
)
from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import RecordsDamaged
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import Provenance, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from tests.strategies import FEW, memories, records

AT: Final = datetime(2026, 5, 4, 10, 0, 0, 5, tzinfo=UTC)
SALT: Final = "00112233445566778899aabbccddeeff"
SPARE: Final = Memory(
    id=uuid.UUID(int=1),
    content="Orders after 15:20 go to netting.",
    type=MemoryType.BUSINESS_RULE,
    scope=MemoryScope(repos=("oms",)),
    confidence=0.7,
    provenance=Provenance(kind=SourceKind.MR, reference="mr-4821", proposed_by="agent:opencode"),
    created_at=AT,
    updated_at=AT,
)
SPARE_WIRE: Final[dict[str, object]] = {
    "id": "00000000-0000-0000-0000-000000000001",
    "content": "Orders after 15:20 go to netting.",
    "type": "business_rules",
    "scope": {"firm": False, "repos": ["oms"]},
    "tier": "durable",
    "status": "proposed",
    "confidence": 0.7,
    "provenance": {"kind": "mr", "reference": "mr-4821", "proposed_by": "agent:opencode"},
    "created_at": "2026-05-04T10:00:00.000005Z",
    "updated_at": "2026-05-04T10:00:00.000005Z",
    "revision": 1,
}


def _json(wire: object) -> Any:  # noqa: ANN401 -- whatever JSON holds
    return json.loads(canonical(wire))


@FEW
@given(records())
def test_every_record_comes_back_from_its_written_form(record: Record) -> None:
    """Through real JSON text, byte for byte the same again; `stored` stands beside it, not in it."""
    wire = record_to_wire(record)
    assert record_from_wire(_json(wire), stored=record.stored) == record
    assert canonical(record_to_wire(record_from_wire(_json(wire)))) == canonical(wire)
    assert "stored" not in wire


@FEW
@given(memories())
def test_every_memory_comes_back_from_its_written_form(memory: Memory) -> None:
    """This is what stores keep: text in the clear, code point for code point."""
    wire = memory_to_wire(memory)
    assert memory_from_wire(_json(wire)) == memory
    assert wire["content"] == memory.content


def test_the_written_form_is_frozen() -> None:
    """Names and spellings of schema version 1; what is absent or empty is left out."""
    assert memory_to_wire(SPARE) == SPARE_WIRE
    assert memory_from_wire(SPARE_WIRE) == SPARE


@FEW
@given(records())
def test_nothing_empty_is_written(record: Record) -> None:
    """So that a later optional field needs no new version, and two spellings of nothing cannot differ."""

    def leaves(value: object) -> Iterator[object]:
        yield value
        for each in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
            yield from leaves(each)

    assert not [each for each in leaves(record_to_wire(record)) if each is None or each in ([], (), {})]


@pytest.mark.parametrize("place", [(), ("scope",), ("provenance",)])
def test_an_unknown_key_is_refused_wherever_it_stands(place: tuple[str, ...]) -> None:
    """A key that this version does not know is never dropped in silence."""
    wire = _json(SPARE_WIRE)
    part = wire
    for key in place:
        part = part[key]
    part["engineer"] = "dana"
    with pytest.raises(RecordsDamaged):
        memory_from_wire(wire)
    with pytest.raises(RecordsDamaged):
        record_from_wire({"memory": _json(SPARE_WIRE), "engineer": "dana"})


@pytest.mark.parametrize(
    "change", [{"content": " "}, {"confidence": 2}, {"type": "gossip"}, {"scope": {"firm": False}}, {"task": "mr-1"}]
)
def test_a_broken_invariant_is_refused_when_read_too(change: dict[str, object]) -> None:
    """The written form is no way around the domain."""
    with pytest.raises(RecordsDamaged):
        memory_from_wire({**SPARE_WIRE, **change})


def test_a_naive_time_in_foreign_data_reads_as_utc() -> None:
    """bug-time-01: at the edge, and never further."""
    read = memory_from_wire({**SPARE_WIRE, "created_at": "2026-05-04T10:00:00", "updated_at": "2026-05-04 12:00+02"})
    assert read.created_at == read.updated_at == datetime(2026, 5, 4, 10, tzinfo=UTC)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    )
)
def test_canonical_json_has_one_spelling(value: Any) -> None:  # noqa: ANN401 -- whatever JSON holds
    """Sorted keys, no white space outside of texts, letters as they are; it reads back as what was written."""
    written = canonical(value)
    assert json.loads(written) == value
    assert canonical(json.loads(written)) == written
    assert not re.search(r"[\s]", re.sub(r'"(?:[^"\\]|\\.)*"', '""', written))


def test_canonical_json_keeps_letters_and_refuses_what_is_not_json() -> None:
    """One hashed form: no escapes for letters, no NaN."""
    assert canonical({"б": "é", "a": [1.0, True, None]}) == '{"a":[1.0,true,null],"б":"é"}'
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical(float("nan"))


@pytest.mark.parametrize(
    "change",
    [
        {"content": None},
        {"content": 7},
        {"scope": {"firm": "false", "repos": ["oms"]}},
        {"scope": {"firm": False, "repos": "oms"}},
        {"revision": 3.7},
        {"revision": True},
        {"confidence": "0.5"},
        {"confidence": True},
        {"tags": "netting"},
    ],
)
def test_a_value_of_another_type_is_refused_and_never_bent_into_shape(change: dict[str, object]) -> None:
    """Reading is strict: what was not written by us is damage, not something to guess at."""
    with pytest.raises(RecordsDamaged, match="does not read back"):
        memory_from_wire({**SPARE_WIRE, **change})


def test_a_whole_number_will_do_for_a_number() -> None:
    """JSON does not tell 1 from 1.0."""
    assert memory_from_wire({**SPARE_WIRE, "confidence": 1}).confidence == 1.0
