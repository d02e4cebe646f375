"""Parts that load in the background: at most once, again after a failure, and given back in the end."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from dependency_injector import providers

from firm_memory import Reason
from firm_memory.adapters.in_memory.clock import FixedClock
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.records import Records
from firm_memory.domain.errors import StoreUnavailable, WarmingUp
from firm_memory.domain.moment import read_moment
from firm_memory.entrypoints.container import Container
from firm_memory.entrypoints.deferred import BUILD_SECONDS_MOST, Deferred, DeferredRecords, DeferredStore
from firm_memory.entrypoints.environment.reading import read_settings
from firm_memory.entrypoints.providers import Host
from tests.api.conftest import Opening
from tests.api.facts import ABSENT

PATIENCE = 60.0


class Workshop:
    """Builds parts; a build waits for its gate, and fails while `broken` says so."""

    def __init__(self) -> None:
        self.gate, self.begun = threading.Event(), threading.Event()
        self.broken: Exception | None = None
        self.built: list[object] = []
        self.given_back: list[object] = []

    def build(self) -> object:
        """A part, counted."""
        self.begun.set()
        assert self.gate.wait(PATIENCE)
        if self.broken:
            raise self.broken
        self.built.append(object())
        return self.built[-1]


@pytest.fixture
def workshop() -> Workshop:
    """A workshop whose gate is closed."""
    return Workshop()


@pytest.fixture
def part(workshop: Workshop) -> Deferred[object]:
    """A part of that workshop, not built yet."""
    return Deferred("part", workshop.build, workshop.given_back.append)


def test_while_it_loads_callers_are_told_so(workshop: Workshop, part: Deferred[object]) -> None:
    """Rule: who cannot wait is told `warming_up`; who can, gets the part; it is built once, whoever asks."""
    with pytest.raises(WarmingUp):
        part.part(0)
    assert (part.ready(), part.built()) == (False, None)
    with ThreadPoolExecutor(8) as callers:
        asked = [callers.submit(part.part, PATIENCE) for _ in range(8)]
        workshop.gate.set()
        assert {each.result() for each in asked} == set(workshop.built)
    assert len(workshop.built) == 1
    assert (part.ready(), part.built()) == (True, workshop.built[0])


def test_a_failed_build_is_told_to_all_who_wait_and_tried_again_by_the_next(
    workshop: Workshop, part: Deferred[object]
) -> None:
    """Rule: everybody who waited gets the error of the build; the next caller starts another one."""
    workshop.broken = StoreUnavailable("The part is not to be had.")
    with ThreadPoolExecutor(4) as callers:
        asked = [callers.submit(part.part, PATIENCE) for _ in range(4)]
        assert workshop.begun.wait(PATIENCE)
        workshop.gate.set()
        assert {type(each.exception()) for each in asked} == {StoreUnavailable}
    workshop.broken = None
    assert part.part(PATIENCE) is workshop.built[0]
    assert len(workshop.built) == 1


def test_one_build_runs_even_when_another_waiter_collects_the_failure_late(
    workshop: Workshop, part: Deferred[object]
) -> None:
    """Rule: a waiter that wakes late must not forget the build that somebody began meanwhile: two would run."""
    workshop.broken = StoreUnavailable("The part is not to be had.")
    workshop.gate.set()
    late = part.start()
    assert late.wait(PATIENCE)
    with pytest.raises(StoreUnavailable):
        part.part(PATIENCE)
    workshop.gate.clear()
    workshop.broken = None
    current = part.start()
    part.start = lambda: late  # type: ignore[method-assign]  # as seen by who has waited since the first build
    with pytest.raises(StoreUnavailable):
        part.part(PATIENCE)
    del part.start
    assert part.start() is current
    workshop.gate.set()
    assert part.part(PATIENCE) is workshop.built[0]
    assert len(workshop.built) == 1


def test_closing_gives_back_what_is_built_and_what_is_being_built(workshop: Workshop, part: Deferred[object]) -> None:
    """Rule: a part that arrives after the closing is given back at once; nothing is built afterwards."""
    done = part.start()
    part.close()
    workshop.gate.set()
    assert done.wait(PATIENCE)
    assert workshop.given_back == workshop.built != []
    closed: Deferred[object] = Deferred("part", workshop.build, workshop.given_back.append)
    closed.close()
    closed.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        closed.part(PATIENCE)
    assert len(workshop.built) == 1


def test_a_read_of_a_loading_store_is_told_before_its_deadline(workshop: Workshop) -> None:
    """Rule: a read that waits for a store to load keeps some of its time, to say `warming_up` and not `timeout`."""
    clock = FixedClock(read_moment("now", "2026-12-01T00:00:00Z"))
    waited: list[float] = []
    store = DeferredStore(workshop.build)  # type: ignore[arg-type]  # nothing of the part is used

    def part(seconds: float) -> object:
        waited.append(seconds)
        raise WarmingUp("The store is still loading.")

    store.deferred.part = part  # type: ignore[method-assign, assignment]  # what it is asked for is the subject
    with pytest.raises(WarmingUp):
        store.fingerprint(Deadline.after(2.0, clock))
    assert waited == [1.5]


def test_a_read_of_loading_records_is_told_before_its_deadline_and_a_write_waits(opened: Opening) -> None:
    """Rule: while the records open, a read says `warming_up` and not `timeout`; a decision is more patient."""
    memory = opened(FIRM_MEMORY_TIMEOUT_SECONDS="2")
    waited: list[float] = []

    def part(seconds: float = BUILD_SECONDS_MOST) -> Records:
        waited.append(seconds)
        raise WarmingUp("The records are still loading.")

    memory.container.records().deferred.part = part  # type: ignore[method-assign]  # what it is asked for is the subject
    assert memory.get(ABSENT).label.reason is Reason.WARMING_UP
    assert memory.for_task("mr-1").timeline().label.reason is Reason.WARMING_UP
    assert waited == [1.5, 1.5]
    with pytest.raises(WarmingUp):
        memory.approvals.pending()
    assert waited[2:] == [BUILD_SECONDS_MOST]


def test_a_first_get_that_waits_for_its_records_says_so_and_the_next_one_works(
    opened: Opening, workshop: Workshop
) -> None:
    """Rule: a cold `get` is labelled `warming_up` for as long as the records are being opened, and never `timeout`."""
    memory = opened(FIRM_MEMORY_TIMEOUT_SECONDS="2")
    records = memory.container.records().deferred.part()

    def opened_late() -> Records:
        workshop.build()
        return records

    cold = DeferredRecords(opened_late)
    memory.container.records.override(providers.Object(cold))
    assert memory.get(ABSENT).label.reason is Reason.WARMING_UP
    workshop.gate.set()
    assert cold.deferred.part(PATIENCE) is records
    assert memory.get(ABSENT).label.reason is Reason.NO_MATCH


def test_every_part_of_the_container_can_be_built(postgres_dsn: str, tmp_path: Path) -> None:
    """Rule: the composition root holds nothing that cannot be built; the deferred parts come up on real technology."""
    read = read_settings({"FIRM_MEMORY_HOME": str(tmp_path), "FIRM_MEM0_PG_DSN": postgres_dsn})
    container = Container(settings=read.settings, problems=read.problems)
    made_anew = {"following", "by_words"}  # with every call; all else is one for the process
    built = {name: provider() for name, provider in container.providers.items() if name not in made_anew}
    assert container.following(built["store"]) is not None  # it wraps what it is given
    assert set(built) >= {"store", "records", "embedder", "analyzer", "scanner", "clock", "metrics", "salt", "host"}
    assert set(built) >= {"search", "get", "propose", "approve", "reject", "correct", "note", "timeline", "sync"}
    assert isinstance(built["host"], Host)
    for name in ("store", "records", "embedder"):
        assert built[name].deferred.part() is not None
    assert all(container.providers[name]() is part for name, part in built.items())
    for name in ("store", "records", "postgres"):
        built[name].close()


def test_eight_threads_share_one_memory(opened: Opening) -> None:
    """Rule: `FirmMemory` is thread-safe: searches and proposals at once give each its own, and lose none."""
    memory = opened(FIRM_MEMORY_CANDIDATES_PATH=":memory:")
    start = threading.Barrier(8)

    def work(number: int) -> str:
        start.wait()
        proposal = memory.propose(f"Fact number {number} about netting.", type="terminology", reference=f"mr-{number}")
        memory.for_task(f"mr-{number}").note(f"Finding {number}.")
        assert memory.search("netting").reason is not None
        return str(proposal.candidate_id)

    with ThreadPoolExecutor(8) as threads:
        candidates = set(threads.map(work, range(8)))
    assert {str(record.id) for record in memory.approvals.pending()} == candidates
    assert len(candidates) == 8
    for number in range(8):
        assert [entry.note.content for entry in memory.for_task(f"mr-{number}").timeline().entries] == [
            f"Finding {number}."
        ]
