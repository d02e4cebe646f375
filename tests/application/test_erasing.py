"""Which texts of an event go with a redaction."""

from __future__ import annotations

import json
import uuid

import attrs
import pytest

from firm_memory.application.erasing import erased, texts_to_erase
from firm_memory.application.sealing import seal, unseal
from firm_memory.domain.candidate import Record
from firm_memory.domain.chain import GENESIS
from firm_memory.domain.ledger import EventKind, Sealed
from firm_memory.domain.redaction import REDACTED
from firm_memory.features.laws.sample_changes import Scribe, a_long_story


def _corrected() -> tuple[Sealed, Record, Record]:
    """An event of two records that have some words in common, with a reason of its own."""
    scribe = Scribe()
    old = scribe.approved(scribe.candidate("old words"))
    new = scribe.candidate("new words", supersedes=old.memory)
    disputed = scribe.disputed(old, new, "it moved")
    change = attrs.evolve(scribe.change(EventKind.CORRECTED, disputed, new), reason="said aloud")
    return seal(change, 1, GENESIS), disputed, new


def _words(entry: Sealed, digests: frozenset[str]) -> set[str | None]:
    return {entry.texts[digest].text for digest in digests}


def test_the_words_of_a_record_and_the_reason_go() -> None:
    """Rule: what the other record says as well is its own and stays."""
    entry, old, new = _corrected()
    assert _words(entry, texts_to_erase(entry.body, {old.id}.__contains__)) == {"old words", "it moved", "said aloud"}
    assert _words(entry, texts_to_erase(entry.body, {new.id}.__contains__)) == {"new words", "said aloud"}


def test_shared_words_go_with_the_last_record_that_has_them() -> None:
    """Rule: once both are redacted nothing is left behind the event."""
    entry, old, new = _corrected()
    assert texts_to_erase(entry.body, {old.id, new.id}.__contains__) == entry.texts.keys()


def test_an_event_of_other_records_loses_nothing() -> None:
    """Rule: not even its reason."""
    entry, _, _ = _corrected()
    assert texts_to_erase(entry.body, {uuid.uuid4()}.__contains__) == frozenset()


@pytest.mark.parametrize("number", range(12))
def test_an_erased_event_of_any_kind_still_reads(number: int) -> None:
    """Rule: who, when and where are told for ever; each text reads as redacted."""
    change = a_long_story()[number]
    entry = seal(change, 1, GENESIS)
    gone = erased(entry, entry.texts, by=2)
    before, after = unseal(entry, stored=True), unseal(gone, stored=True)
    assert (gone.body, gone.hash) == (entry.body, entry.hash)
    assert {each.memory.content for each in after.records} == {REDACTED}
    assert (after.kind, after.principal, after.occurred_at) == (before.kind, before.principal, before.occurred_at)
    assert [each.memory.scope for each in after.records] == [each.memory.scope for each in before.records]


def test_what_is_erased_stays_with_the_event_that_erased_it() -> None:
    """Rule: a second redaction takes only what the first one left; an entry without news is the same entry."""
    entry, old, new = _corrected()
    once = erased(entry, texts_to_erase(entry.body, {old.id}.__contains__), by=2)
    assert erased(once, texts_to_erase(once.body, {old.id}.__contains__), by=3) is once
    twice = erased(once, texts_to_erase(once.body, {old.id, new.id}.__contains__), by=3)
    assert {each.redacted_by for each in twice.texts.values()} == {2, 3}
    assert json.loads(twice.body) == json.loads(entry.body)
