from __future__ import annotations

import hashlib
import uuid
from datetime import UTC, datetime
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.candidate import Record
from firm_memory.domain.errors import InvalidField, InvalidTimestamp
from firm_memory.domain.ledger import Change, Event, EventKind, is_salt, text_digest
from firm_memory.domain.memory import Memory
from firm_memory.domain.principal import Caller
from firm_memory.domain.status import MemoryStatus
from tests.strategies import FEW, memories, salts, texts

NOW = datetime(2026, 5, 4, 10, tzinfo=UTC)
CHANGE = Change(
    kind=EventKind.PROPOSED, caller=Caller(name="dana", via="cli"), occurred_at=NOW, records=(), salt="0" * 32
)


@given(salts(), texts())
def test_a_text_s_digest_is_sha256_of_salt_and_text(salt: str, text: str) -> None:
    """`sha256:` and 64 hex characters, over the UTF-8 bytes."""
    assert text_digest(salt, text) == "sha256:" + hashlib.sha256((salt + text).encode()).hexdigest()


@given(salts())
def test_a_salt_is_32_hex_characters(salt: str) -> None:
    """Of fixed width: with a free boundary, the first letters of a text could pass for the end of its salt."""
    assert is_salt(salt)
    assert attrs.evolve(CHANGE, salt=salt).salt == salt


@pytest.mark.parametrize("salt", ["", "0" * 31, "0" * 33, "A" * 32, "g" * 32, "0" * 32 + "\n", "٠" * 32])
def test_a_change_with_another_salt_is_refused(salt: str) -> None:
    """The message says where salts come from."""
    with pytest.raises(InvalidField, match=r"^salt: is not 32 hex characters in lower case\. Take it from the port"):
        attrs.evolve(CHANGE, salt=salt)


@pytest.mark.parametrize("change", [{"occurred_at": datetime(2026, 5, 4)}])  # noqa: DTZ001 -- the point
def test_a_change_happens_at_an_aware_moment(change: dict[str, Any]) -> None:
    """The ledger's time is UTC."""
    with pytest.raises(InvalidTimestamp):
        attrs.evolve(CHANGE, **change)


@FEW
@given(st.lists(memories(), max_size=2))
def test_a_change_concerns_the_store_if_a_resulting_record_lives_there(several: list[Memory]) -> None:
    """Proposals and rejections do not; what is or was in force does."""
    change = attrs.evolve(CHANGE, records=tuple(Record(memory=memory) for memory in several))
    stored = {MemoryStatus.ACTIVE, MemoryStatus.DISPUTED, MemoryStatus.SUPERSEDED, MemoryStatus.ARCHIVED}
    assert change.projects == any(memory.status in stored for memory in several)


@FEW
@given(memories(), st.uuids())
def test_an_event_touches_the_records_it_carries(memory: Memory, other: uuid.UUID) -> None:
    """And no other."""
    event = Event(
        seq=1,
        hash="0" * 64,
        kind=EventKind.VERIFIED,
        occurred_at=NOW,
        principal="dana",
        on_behalf_of=None,
        via="cli",
        trust="local",
        records=(Record(memory=memory),),
    )
    assert event.touches(memory.id)
    assert event.touches(other) == (other == memory.id)
