"""Reindex and copy: a store is filled from the ledger, whatever happens meanwhile."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import attrs
import pytest

from firm_memory.adapters.in_memory.memory_store import InMemoryStore
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.memory_store import Fingerprint, Found, MemoryStore
from firm_memory.application.ports.replacement import Replacement
from firm_memory.application.reindex import replacement_of
from firm_memory.application.understanding import fingerprint_of
from firm_memory.domain.errors import ConfigurationError, FingerprintMismatch, NotAllowed, WriteFailed
from firm_memory.domain.label import Mode, Reason
from firm_memory.domain.memory import Memory
from firm_memory.domain.visibility import Visibility
from firm_memory.features.firm import Firm, OtherModel
from tests.application.conftest import OMS, SwitchedEmbedder

LOTS = "Odd lots go through the netting queue"
FEES = "Fees are booked in minor units"


def held(firm: Firm, store: MemoryStore, memory: uuid.UUID) -> Memory | None:
    """A memory as `store` holds it."""
    return store.get(memory, Deadline.after(5, firm.container.clock()))


@attrs.define
class _AtTheLastMoment:
    """A replacement that lets something happen just before nobody can write any more."""

    inner: Replacement
    deed: Callable[[], object]

    @property
    def store(self) -> MemoryStore:
        """The new collection."""
        return self.inner.store

    def take_over(self, catch_up: Callable[[], object]) -> str | None:
        """The deed first."""
        self.deed()
        return self.inner.take_over(catch_up)


def test_another_model_is_taken_into_use(firm: Firm) -> None:
    """Degraded before, whole after: the new collection bears the configured model's fingerprint."""
    memory = firm.approved(LOTS, OMS)
    firm.configure_embedder(OtherModel(embedder=firm.embedder))
    assert firm.at("oms").search("netting queue").reason is Reason.FINGERPRINT_MISMATCH
    done = firm.container.reindex()()
    assert (done.count, done.resumed, done.former) == (1, 0, None)
    hits = firm.at("oms").search("netting queue")
    assert ([hit.id for hit in hits], hits.mode, hits.degraded) == ([memory], Mode.HYBRID, False)


def test_progress_is_told(firm: Firm) -> None:
    """Whoever waits is told how many records are done, and of how many."""
    firm.approved(LOTS, OMS)
    firm.approved(FEES, OMS)
    told = list[tuple[int, int]]()
    firm.container.reindex()(lambda done, of: told.append((done, of)))
    assert told == [(2, 2)]


def test_what_is_approved_while_it_runs_is_not_lost(firm: Firm) -> None:
    """The present collection takes writes all the while; they are in the new one when it is taken into use."""
    firm.approved(LOTS, OMS)
    firm.container.reindex()(lambda *_: firm.approved(FEES, OMS) if len(firm.memories) == 1 else None)
    assert firm.stored(firm.memories[1]) == firm.memory(firm.memories[1])


def test_what_is_approved_at_the_last_moment_is_not_lost(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last is told while nobody can write: what went into the former collection a moment before is in the new."""
    firm.approved(LOTS, OMS)
    begun = firm.store.replacement

    def begin(fingerprint: Fingerprint) -> Replacement:
        return _AtTheLastMoment(begun(fingerprint), lambda: firm.approved(FEES, OMS))

    monkeypatch.setattr(firm.store, "replacement", begin)
    firm.container.reindex()()
    assert firm.stored(firm.memories[1]) == firm.memory(firm.memories[1])


def test_cut_off_it_changed_nothing(firm: Firm) -> None:
    """Whoever is killed while it fills leaves the present collection as it was; the next run completes."""
    memory = firm.approved(LOTS, OMS)
    before = firm.store.fingerprint(Deadline.after(5, firm.container.clock()))
    firm.configure_embedder(OtherModel(embedder=firm.embedder))

    def die(_done: int, _of: int) -> None:
        raise SystemExit

    with pytest.raises(SystemExit):
        firm.container.reindex()(die)
    assert firm.store.fingerprint(Deadline.after(5, firm.container.clock())) == before
    assert firm.container.reindex()().count == 1
    assert [hit.id for hit in firm.at("oms").search("netting queue")] == [memory]


def test_what_had_not_reached_the_store_is_finished(firm: Firm) -> None:
    """After it nothing recorded is waiting for the store."""
    candidate = firm.propose(LOTS, OMS)
    firm.store.mode = "drops"
    firm.attempt(lambda: firm.desk.approve(candidate, approver="lead"))
    assert isinstance(firm.error, WriteFailed)
    firm.store.mode = "up"
    firm.container.reindex()()
    assert firm.stored(candidate) == firm.memory(candidate)
    assert not firm.container.records().ledger.unstored()


def test_a_model_that_cannot_be_had_replaces_nothing(firm: Firm, embedder: SwitchedEmbedder) -> None:
    """The model is loaded before anything is begun."""

    def fail() -> None:
        raise ConfigurationError("no such model")

    memory = firm.approved(LOTS, OMS)
    embedder.warm = fail
    with pytest.raises(ConfigurationError, match="no such model"):
        firm.container.reindex()()
    assert firm.stored(memory)


def test_a_store_without_the_ability_is_named_the_other_way() -> None:
    """A stranger's store need not be replaceable: the error says what to run instead."""

    class Strange:
        """A store that knows nothing of replacements."""

    with pytest.raises(NotAllowed, match="firm-memory copy --to PROVIDER"):
        replacement_of(Strange(), Fingerprint(model="m", dimension=0, weights="", analyzer="a"))  # type: ignore[arg-type]  # its other methods are not asked


def test_the_ledger_is_copied_into_another_store(firm: Firm) -> None:
    """Every memory of any status is there, word for word; a second run finds them; the present store is not asked."""
    kept, gone = firm.approved(LOTS, OMS), firm.approved(FEES, OMS)
    firm.at("oms").archive(gone, by="lead")
    firm.propose("Margin calls are sent at noon", OMS)
    firm.store.mode = "down"
    target = InMemoryStore()
    copy_to = firm.container.copy_to()
    first = copy_to(target)
    assert (first.count, first.told, first.held, first.seq) == (2, 2, 0, 6)
    assert [held(firm, target, each) for each in (kept, gone)] == [firm.memory(kept), firm.memory(gone)]
    second = copy_to(target)
    assert (second.count, second.told, second.held) == (2, 0, 2)


def test_what_comes_while_it_copies_is_copied_too(firm: Firm) -> None:
    """The end of the ledger is looked for again."""
    firm.approved(LOTS, OMS)
    target = InMemoryStore()
    firm.container.copy_to()(target, lambda *_: firm.approved(FEES, OMS) if len(firm.memories) == 1 else None)
    assert held(firm, target, firm.memories[1]) == firm.memory(firm.memories[1])


def test_a_target_of_another_model_is_refused(firm: Firm) -> None:
    """A copy never mixes models, also where nothing is to be copied yet."""
    target = InMemoryStore()
    target.prepare(Fingerprint(model="m", dimension=3, weights="", analyzer="a"))
    with pytest.raises(FingerprintMismatch):
        firm.container.copy_to()(target)
    empty = InMemoryStore()
    assert firm.container.copy_to()(empty).count == 0
    now = Deadline.after(5, firm.container.clock())
    assert empty.fingerprint(now) == fingerprint_of(firm.embedder, firm.container.analyzer())


def test_a_store_that_was_replaced_since_it_was_looked_at_is_asked_by_words(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A trusted model may be the former one by now: recall falls back to words, says so, and looks again."""
    memory = firm.approved(LOTS, OMS)
    assert firm.at("oms").search("netting queue").mode is Mode.HYBRID
    honest = firm.store.search

    def refuse(
        vector: tuple[float, ...], terms: frozenset[str], visibility: Visibility, k: int, deadline: Deadline
    ) -> Found:
        if vector:
            raise FingerprintMismatch("another model's by now")
        return honest(vector, terms, visibility, k, deadline)

    monkeypatch.setattr(firm.store, "search", refuse)
    hits = firm.at("oms").search("netting queue")
    assert ([hit.id for hit in hits], hits.mode, hits.reason) == ([memory], Mode.LEXICAL, Reason.FINGERPRINT_MISMATCH)
    looked = list[bool]()
    monkeypatch.setattr(firm.store, "fingerprint", lambda _: looked.append(True))
    firm.at("oms").search("netting queue")
    assert looked


def test_a_rebuilt_store_gives_the_same_answers(firm: Firm) -> None:
    """Ids, order and scores: an empty store that is told the ledger, and a new collection, answer as the first one."""
    for text in (LOTS, FEES, "The netting queue is drained at noon", "Odd lots are rounded down"):
        firm.approved(text, OMS)
    firm.at("oms").correct(firm.memories[2], reason="it is drained at one")

    def answers() -> list[tuple[uuid.UUID, float]]:
        return [(hit.id, hit.score) for hit in firm.at("oms").search("when is the netting queue drained of odd lots")]

    before = answers()
    assert len(before) > 2
    firm.container.reindex()()
    assert answers() == before
    firm.empty_store()
    firm.container.sync().everything()
    assert answers() == before
