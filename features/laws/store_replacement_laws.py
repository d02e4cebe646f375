"""The laws of a store that can be given a new collection in the place of its present one (`Replaceable`)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import attrs
import pytest

from firm_memory.application.ports.memory_store import Fingerprint, MemoryStore
from firm_memory.application.ports.replacement import Replaceable, Replacement
from firm_memory.domain.errors import FingerprintMismatch
from firm_memory.features.laws.sample_memories import FIRM_WIDE, MODEL, NOTHING, pointing, revised, sample, soon
from firm_memory.features.laws.store_keeping_laws import everything

OTHER = attrs.evolve(MODEL, model="other-model", dimension=3, weights="")
A_WHILE = 0.3  # seconds in which a write that nobody holds up is done many times over


def beside(store: MemoryStore, fingerprint: Fingerprint) -> Replacement:
    """The replacement of `store` for `fingerprint`."""
    assert isinstance(store, Replaceable)
    return store.replacement(fingerprint)


class ReplacementLaws:
    """What a replaceable store promises. `open_store` opens the same, at first empty place each time."""

    @pytest.fixture
    def open_store(self) -> Callable[[], MemoryStore]:
        """To be given by the adapter's test class."""
        raise NotImplementedError("give a fixture open_store: a function that opens the place under test")

    @pytest.fixture
    def store(self, open_store: Callable[[], MemoryStore]) -> Iterator[MemoryStore]:
        """The place under test, holding one memory of the sample model."""
        store = open_store()
        store.prepare(MODEL)
        store.put(sample(1), pointing(0), frozenset({"fee"}))
        yield store
        store.close()

    def test_the_present_one_answers_until_the_switch(self, store: MemoryStore) -> None:
        """Rule: a new collection under construction is seen by nobody."""
        replacement = beside(store, OTHER)
        replacement.store.put(sample(2), (1.0, 0.0, 0.0), NOTHING)
        assert store.fingerprint(soon()) == MODEL
        assert everything(store) == (sample(1),)
        assert everything(replacement.store) == (sample(2),)

    def test_at_the_switch_the_new_one_answers(self, store: MemoryStore, open_store: Callable[[], MemoryStore]) -> None:
        """Rule: after it every reader, whoever opened the place and when, sees the new collection and its model."""
        replacement = beside(store, OTHER)
        replacement.store.put(sample(1), (1.0, 0.0, 0.0), frozenset({"fee"}))
        assert replacement.take_over(lambda: None) is None
        for each in (store, open_store()):
            assert each.fingerprint(soon()) == OTHER
            assert everything(each) == (sample(1),)
            [match] = each.search((1.0, 0.0, 0.0), frozenset({"fee"}), FIRM_WIDE, 5, soon()).matches
            assert (match.memory, match.terms) == (sample(1), frozenset({"fee"}))
            assert match.cosine == pytest.approx(1)

    def test_the_same_rows_give_the_same_answers(self, store: MemoryStore) -> None:
        """Rule: a collection that is built anew answers as the one that it replaces."""
        rows = [(sample(number), pointing(7 * number), frozenset({"fee", f"term{number}"})) for number in range(2, 9)]
        for memory, vector, terms in rows:
            store.put(memory, vector, terms)

        def asked() -> list[object]:
            found = store.search(pointing(20), frozenset({"fee", "term3"}), FIRM_WIDE, 4, soon())
            return [sorted(map(str, found.matches)), found.frequencies, found.total]

        before = asked()
        replacement = beside(store, MODEL)
        for memory, vector, terms in [(sample(1), pointing(0), frozenset({"fee"})), *reversed(rows)]:
            replacement.store.put(memory, vector, terms)
        replacement.take_over(lambda: None)
        assert asked() == before

    def test_what_comes_last_is_told_before_the_switch(self, store: MemoryStore) -> None:
        """Rule: `catch_up` runs before anybody sees the new collection; a later revision of it is what counts."""
        replacement = beside(store, MODEL)
        replacement.store.put(sample(1), pointing(0), NOTHING)
        later = revised(sample(1), 2)
        store.put(later, pointing(0), NOTHING)
        replacement.take_over(lambda: replacement.store.put(later, pointing(0), NOTHING))
        assert everything(store) == (later,)

    def test_whoever_writes_during_the_switch_writes_into_the_new_one(
        self, store: MemoryStore, open_store: Callable[[], MemoryStore]
    ) -> None:
        """Rule: nobody writes the present collection while the last is told; a write that waits is not lost."""
        replacement = beside(store, MODEL)
        other = open_store()
        other.prepare(MODEL)
        writer = threading.Thread(target=lambda: other.put(sample(2), pointing(9), NOTHING))

        def meanwhile() -> None:
            replacement.store.put(sample(1), pointing(0), NOTHING)
            writer.start()
            writer.join(A_WHILE)
            assert writer.is_alive(), "the write was not held up"

        replacement.take_over(meanwhile)
        writer.join()
        assert set(everything(store)) == {sample(1), sample(2)}

    def test_a_failure_switches_nothing(self, store: MemoryStore) -> None:
        """Rule: where `catch_up` fails the present collection stays, and takes writes again."""
        replacement = beside(store, OTHER)

        def fail() -> None:
            raise OSError("cut off")

        with pytest.raises(OSError, match="cut off"):
            replacement.take_over(fail)
        assert store.fingerprint(soon()) == MODEL
        store.put(sample(2), pointing(9), NOTHING)
        assert set(everything(store)) == {sample(1), sample(2)}

    def test_one_that_was_cut_off_is_no_hindrance(self, store: MemoryStore) -> None:
        """Rule: whoever was killed while filling changed nothing; another model's leftover is not continued."""
        beside(store, OTHER).store.put(sample(7), (1.0, 0.0, 0.0), NOTHING)
        replacement = beside(store, MODEL)
        assert everything(replacement.store) == ()
        replacement.store.put(sample(1), pointing(0), NOTHING)
        replacement.take_over(lambda: None)
        assert (store.fingerprint(soon()), everything(store)) == (MODEL, (sample(1),))

    def test_an_absent_collection_can_be_filled_too(self, open_store: Callable[[], MemoryStore]) -> None:
        """Rule: where nothing is to be replaced the new collection takes its place all the same."""
        store = open_store()
        replacement = beside(store, MODEL)
        replacement.store.put(sample(1), pointing(0), NOTHING)
        assert replacement.take_over(lambda: None) is None
        assert (store.fingerprint(soon()), everything(store)) == (MODEL, (sample(1),))

    def test_the_former_model_is_refused_after_the_switch(self, store: MemoryStore) -> None:
        """Rule: whoever still has the former model is told of the other one, and harms nothing."""
        assert store.fingerprint(soon()) == MODEL
        beside(store, OTHER).take_over(lambda: None)
        with pytest.raises(FingerprintMismatch):
            store.put(sample(2), pointing(9), NOTHING)
        with pytest.raises(FingerprintMismatch):
            store.search(pointing(0), NOTHING, FIRM_WIDE, 5, soon())
        with pytest.raises(FingerprintMismatch):
            store.prepare(MODEL)
        assert store.get(sample(2).id, soon()) is None
