"""The laws of the `MemoryStore` port.

An adapter joins them in five lines: a test class that subclasses `StoreLaws` and overrides one fixture,
`open_store`, to return a function that opens the place under test. An adapter that has a quicker way to fill
a place with many rows may override `bulk_put` as well.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator

import attrs
import pytest

from firm_memory.application.ports.memory_store import Found, MemoryStore, Order, Page
from firm_memory.domain.errors import FingerprintMismatch, FirmMemoryError, StoreUnavailable
from firm_memory.features.laws.sample_memories import (
    FIRM_WIDE,
    MODEL,
    NOTHING,
    Row,
    passed,
    pointing,
    sample,
    soon,
)
from firm_memory.features.laws.store_filter_laws import BulkPut, StoreFilterLaws
from firm_memory.features.laws.store_keeping_laws import RACERS, StoreKeepingLaws, all_at_once, everything
from firm_memory.features.laws.store_listing_laws import StoreListingLaws
from firm_memory.features.laws.store_recall_laws import StoreRecallLaws


class StoreLaws(StoreKeepingLaws, StoreFilterLaws, StoreRecallLaws, StoreListingLaws):
    """What every storage adapter promises. `open_store` opens the same, at first empty place each time."""

    @pytest.fixture
    def open_store(self) -> Callable[[], MemoryStore]:
        """To be given by the adapter's test class."""
        raise NotImplementedError("give a fixture open_store: a function that opens the place under test")

    @pytest.fixture
    def store(self, open_store: Callable[[], MemoryStore]) -> Iterator[MemoryStore]:
        """The place under test, opened once and prepared for the sample model."""
        store = open_store()
        store.prepare(MODEL)
        yield store
        store.close()

    @pytest.fixture
    def bulk_put(self, open_store: Callable[[], MemoryStore]) -> BulkPut:
        """Fills the place under test with rows."""

        def put(rows: Iterable[Row]) -> None:
            store = open_store()
            store.prepare(MODEL)
            for row in rows:
                store.put(row.memory, row.vector, row.terms)
            store.close()

        return put

    def test_what_was_never_made_reads_as_empty(self, open_store: Callable[[], MemoryStore]) -> None:
        """Rule: reading an absent collection finds nothing, raises nothing, and makes nothing."""
        store = open_store()
        for _ in range(2):
            assert store.fingerprint(soon()) is None
            assert store.get(uuid.UUID(int=1), soon()) is None
            found = store.search(pointing(0), frozenset({"fee"}), FIRM_WIDE, 5, soon())
            assert (found.matches, found.total, found.frequencies.get("fee", 0)) == ((), 0, 0)
            assert found.empty
            assert store.list(FIRM_WIDE, Order.CREATED, 5, None, soon()) == Page(memories=())
        with pytest.raises(StoreUnavailable):
            store.put(sample(1), pointing(0), NOTHING)
        store.close()

    def test_a_prepared_place_is_empty_and_knows_its_model(self, store: MemoryStore) -> None:
        """Rule: preparing makes the collection for that fingerprint, and preparing again changes nothing."""
        store.prepare(MODEL)
        assert store.fingerprint(soon()) == MODEL
        assert store.search(pointing(0), NOTHING, FIRM_WIDE, 5, soon()) == Found(empty=True)

    def test_concurrent_first_use_makes_one_place(self, open_store: Callable[[], MemoryStore]) -> None:
        """Rule: any number of processes may meet an absent collection at once; each succeeds, none loses a memory."""
        stores = [open_store() for _ in range(RACERS)]

        def first_use(store: MemoryStore, number: int) -> Callable[[], None]:
            def use() -> None:
                store.prepare(MODEL)
                store.put(sample(number), pointing(number), NOTHING)

            return use

        all_at_once([first_use(store, number) for number, store in enumerate(stores)])
        assert everything(stores[0]) == tuple(sample(number) for number in range(RACERS))
        for store in stores:
            store.close()

    def test_another_model_is_refused_and_harms_nothing(self, store: MemoryStore) -> None:
        """Rule: preparing for another model, dimension, weights or analyser is refused, naming both and the remedy."""
        store.put(sample(1), pointing(0), frozenset({"fee"}))
        for other in (
            attrs.evolve(MODEL, model="other-model"),
            attrs.evolve(MODEL, dimension=8),
            attrs.evolve(MODEL, weights="7b" * 32),
            attrs.evolve(MODEL, analyzer="words.2"),
        ):
            with pytest.raises(FingerprintMismatch) as refusal:
                store.prepare(other)
            for named in (MODEL.model, other.model, str(MODEL.dimension), str(other.dimension), "firm-memory reindex"):
                assert named in str(refusal.value)
        assert store.fingerprint(soon()) == MODEL
        assert everything(store) == (sample(1),)
        store.prepare(MODEL)

    def test_a_place_without_a_model_recalls_by_terms(self, open_store: Callable[[], MemoryStore]) -> None:
        """Rule: dimension 0 is a model like any other: no vectors, lexical recall, its own fingerprint."""
        lexical = attrs.evolve(MODEL, model="none", dimension=0, weights="")
        store = open_store()
        store.prepare(lexical)
        store.put(sample(1), (), frozenset({"fee"}))
        found = store.search((), frozenset({"fee"}), FIRM_WIDE, 5, soon())
        assert [match.memory for match in found.matches] == [sample(1)]
        assert store.fingerprint(soon()) == lexical
        with pytest.raises(FirmMemoryError):
            store.put(sample(2), pointing(0), NOTHING)
        store.close()

    def test_a_passed_deadline_is_an_outage(self, store: MemoryStore) -> None:
        """Rule: a read whose deadline has passed raises `StoreUnavailable`, and the next read works."""
        store.put(sample(1), pointing(0), NOTHING)
        reads: tuple[Callable[[], object], ...] = (
            lambda: store.get(sample(1).id, passed()),
            lambda: store.search(pointing(0), NOTHING, FIRM_WIDE, 5, passed()),
            lambda: store.list(FIRM_WIDE, Order.CREATED, 5, None, passed()),
            lambda: store.fingerprint(passed()),
        )
        for read in reads:
            with pytest.raises(StoreUnavailable):
                read()
        assert store.get(sample(1).id, soon()) == sample(1)

    def test_closing_twice_is_fine(self, open_store: Callable[[], MemoryStore]) -> None:
        """Rule: close is idempotent, and what was put is there when the place is opened again."""
        store = open_store()
        store.prepare(MODEL)
        store.put(sample(1), pointing(0), NOTHING)
        store.close()
        store.close()
        again = open_store()
        assert again.get(sample(1).id, soon()) == sample(1)
        again.close()
