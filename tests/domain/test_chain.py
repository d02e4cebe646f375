from __future__ import annotations

import hashlib
import json
from typing import Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.chain import GENESIS, ChainReport, chain_hash, verify_chain
from firm_memory.domain.ledger import Sealed, SealedText, text_digest

SALT: Final = "0123456789abcdef" * 2


def _chain(length: int) -> list[Sealed]:
    """A sound chain: every event names two texts of its own; the fifth is a redaction."""
    events, previous = list[Sealed](), GENESIS
    for seq in range(1, length + 1):
        texts = {text_digest(SALT, text): SealedText(salt=SALT, text=text) for text in (f"fact {seq}", f"why {seq}")}
        said, kind = [{"$text": digest} for digest in texts], "redacted" if seq == 5 else "approved"
        body = json.dumps({"kind": kind, "seq": seq, "said": said}, separators=(",", ":"))
        previous = chain_hash(previous, seq, body)
        events.append(Sealed(seq=seq, body=body, hash=previous, texts=texts))
    return events


CHAIN: Final = _chain(5)
HEAD: Final = CHAIN[-1].hash
ERASED: Final = SealedText(salt=None, text=None, redacted_by=5)


def _with_text(position: int, text: SealedText | None) -> list[Sealed]:
    """The chain with the first text of one event replaced, or dropped."""
    event = CHAIN[position]
    digest = next(iter(event.texts))
    texts = dict(event.texts)
    if text is None:
        del texts[digest]
    else:
        texts[digest] = text
    return [*CHAIN[:position], attrs.evolve(event, texts=texts), *CHAIN[position + 1 :]]


def _first_text(position: int) -> SealedText:
    return next(iter(CHAIN[position].texts.values()))


def test_a_hash_binds_its_predecessor_its_number_and_its_body() -> None:
    """sha256(previous hash ‖ seq ‖ body), from 64 zeros on; pinned, since exports are verified elsewhere."""
    assert chain_hash(GENESIS, 1, '{"v":1}') == hashlib.sha256(b"0" * 64 + b'1{"v":1}').hexdigest()
    assert chain_hash(GENESIS, 1, '{"a":"ж"}') == "1b6bd10d7347f35e63deecb05107d2ed3799781cf03937d3b90630136231893f"


@pytest.mark.parametrize("length", [0, 1, 5])
def test_a_sound_chain_holds(length: int) -> None:
    """The report names its length and its head."""
    head = CHAIN[length - 1].hash if length else GENESIS
    report = verify_chain(iter(CHAIN[:length]), head)
    assert report == ChainReport(length=length, head=head)
    assert report.ok


@given(st.integers(0, 4), st.sampled_from(["body", "hash"]), st.data())
def test_any_changed_character_of_an_entry_is_found(position: int, part: str, data: st.DataObject) -> None:
    """The first entry that does not hold is named, and the last good hash."""
    event = CHAIN[position]
    value: str = getattr(event, part)
    offset = data.draw(st.integers(0, len(value) - 1))
    other = data.draw(st.characters(exclude_categories=["Cs"], exclude_characters=value[offset]))
    change: dict[str, Any] = {part: value[:offset] + other + value[offset + 1 :]}
    tampered = attrs.evolve(event, **change)
    report = verify_chain([*CHAIN[:position], tampered, *CHAIN[position + 1 :]])
    assert (report.ok, report.bad_seq, report.length) == (False, position + 1, position)
    assert report.problem == "its hash does not match its body and its predecessor"
    assert report.head == (CHAIN[position - 1].hash if position else GENESIS)


@given(st.integers(0, 3))
def test_a_dropped_entry_is_found(position: int) -> None:
    """Where the next one stands in its place."""
    report = verify_chain([*CHAIN[:position], *CHAIN[position + 1 :]])
    assert (report.bad_seq, report.problem) == (
        position + 1,
        f"entry {position + 2} stands where {position + 1} belongs",
    )


@given(st.permutations(range(5)))
def test_a_changed_order_is_found(order: list[int]) -> None:
    """At the first entry that is out of place."""
    report = verify_chain([CHAIN[position] for position in order])
    first = next((position for position, held in enumerate(order) if position != held), None)
    assert report.bad_seq == (None if first is None else first + 1)
    assert report.ok == (first is None)


@given(st.integers(0, 4))
def test_a_doubled_entry_is_found(position: int) -> None:
    """Its number is not the next one."""
    report = verify_chain([*CHAIN[: position + 1], CHAIN[position], *CHAIN[position + 1 :]])
    assert (report.bad_seq, report.length) == (position + 2, position + 1)


def test_a_renumbered_entry_is_found() -> None:
    """The number is part of what is hashed."""
    shifted = [attrs.evolve(event, seq=event.seq - 1) for event in CHAIN[1:]]
    report = verify_chain(shifted)
    assert (report.bad_seq, report.problem) == (1, "its hash does not match its body and its predecessor")


def test_a_cut_end_is_found_by_whoever_knows_the_head() -> None:
    """Without a head a shorter chain is a sound one; `--head` tells them apart, and knows earlier heads too."""
    assert verify_chain(CHAIN[:3]).ok
    assert verify_chain(CHAIN, CHAIN[2].hash).ok
    assert verify_chain(CHAIN, GENESIS).ok
    report = verify_chain(CHAIN[:3], HEAD)
    assert (report.ok, report.bad_seq, report.length) == (False, None, 3)
    assert report.problem == "the chain does not contain the given head"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (None, "a text that its body names is missing"),
        (SealedText(salt=SALT, text="fact 7"), "a text does not match its digest"),
        (SealedText(salt="0" * 32, text="fact 2"), "a text does not match its digest"),
        (SealedText(salt=None, text=None), "a text does not match its digest"),
        (SealedText(salt=SALT, text=None), "a text does not match its digest"),
        (SealedText(salt=None, text="fact 2"), "a text does not match its digest"),
        (SealedText(salt=f"{SALT}f", text="act 2"), "a text does not match its digest"),
        (SealedText(salt=SALT[:-1], text=f"{SALT[-1]}fact 2"), "a text does not match its digest"),
        (SealedText(salt=None, text="forged", redacted_by=5), "a redacted text still holds text or salt"),
        (SealedText(salt=SALT, text=None, redacted_by=5), "a redacted text still holds text or salt"),
        (SealedText(salt=None, text=None, redacted_by=2), "event 2 cannot redact a later text"),
        (SealedText(salt=None, text=None, redacted_by=1), "event 1 cannot redact a later text"),
        (SealedText(salt=None, text=None, redacted_by=6), "no event 6 redacts its text"),
        (SealedText(salt=None, text=None, redacted_by=4), "no event 4 redacts its text"),
    ],
)
def test_a_text_that_does_not_belong_to_its_digest_is_found(text: SealedText | None, problem: str) -> None:
    """Missing, changed, moved across the boundary to its salt, or called redacted by no event that could have."""
    report = verify_chain(_with_text(1, text))
    assert (report.bad_seq, report.problem, report.length, report.head) == (2, problem, 1, CHAIN[0].hash)


def test_a_text_that_the_body_does_not_name_is_found() -> None:
    """Somebody has put words into the records that no event ever carried."""
    event = CHAIN[1]
    extra = {text_digest(SALT, "planted"): SealedText(salt=SALT, text="planted")}
    report = verify_chain([CHAIN[0], attrs.evolve(event, texts={**event.texts, **extra})])
    assert (report.bad_seq, report.problem) == (2, "it holds a text that its body does not name")


@given(st.integers(0, 3))
def test_a_redacted_text_is_reported_and_is_no_fault(position: int) -> None:
    """The chain stays valid; the report says which event erased what, once an event."""
    report = verify_chain(_with_text(position, ERASED), HEAD)
    assert report.ok
    assert report.redacted == ((position + 1, 5),)
    both = dict.fromkeys(CHAIN[position].texts, ERASED)
    erased = [*CHAIN[:position], attrs.evolve(CHAIN[position], texts=both), *CHAIN[position + 1 :]]
    assert verify_chain(erased).redacted == ((position + 1, 5),)


def test_an_unredacted_text_is_the_one_that_was_said() -> None:
    """The chain of these tests is not vacuous: its texts are there and are checked."""
    assert _first_text(1) == SealedText(salt=SALT, text="fact 2")
    assert verify_chain(_with_text(1, _first_text(1))).ok
