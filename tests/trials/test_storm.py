"""Hundreds of searches at once on a store that stalls: every answer in time, threads bounded, and then recovery."""

from __future__ import annotations

import random
import threading
import time
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from dependency_injector import providers

from firm_memory import FirmMemory, MemoryScope
from firm_memory.application.bounded_reads import THREADS_MOST
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.embedder import Vector
from firm_memory.application.ports.memory_store import Found, MemoryStore
from firm_memory.domain.visibility import Visibility
from firm_memory.features.faulty_store import FaultyStore

CALLERS = 200
SECONDS = 60.0
TIMEOUT = 0.5
MARGIN = 2.0  # seconds that 200 threads may take to get their turns on a busy machine
STALL_SHARE = 0.05
STALL_SECONDS = 5.0
PATIENCE = 60.0


class StallingStore(FaultyStore):
    """A store of whose searches some stall, far beyond any deadline, until the storm is over."""

    def __init__(self, store: MemoryStore) -> None:
        super().__init__(store)
        self._chance = random.Random(60)  # noqa: S311 -- moments, not secrets
        self.over = threading.Event()
        self.stalled = 0

    def search(
        self, vector: Vector, terms: frozenset[str], visibility: Visibility, k: int, deadline: Deadline
    ) -> Found:
        """Search, sooner or later."""
        if not self.over.is_set() and self._chance.random() < STALL_SHARE:
            self.stalled += 1
            self.over.wait(STALL_SECONDS)
        return super().search(vector, terms, visibility, k, deadline)


class Storm:
    """What the callers of a storm were answered, and how long that took."""

    def __init__(self, memory: FirmMemory) -> None:
        self.memory = memory
        self.over = time.monotonic() + SECONDS
        self.answers: Counter[str] = Counter()
        self.durations: list[float] = []
        self.threads_most = 0
        self._lock = threading.Lock()

    def calls(self, _: int) -> None:
        """Search again and again, as a caller does, until the storm is over."""
        while (started := time.monotonic()) < self.over:
            hits = self.memory.search("netting window")
            took = time.monotonic() - started
            with self._lock:
                self.answers[hits.reason.value if hits.reason else "found"] += 1
                self.durations.append(took)
                self.threads_most = max(self.threads_most, threading.active_count())


@pytest.fixture
def filled(tmp_path: Path) -> FirmMemory:
    """A memory that knows one thing."""
    environment = {
        "FIRM_MEMORY_HOME": str(tmp_path),
        "FIRM_MEMORY_PROVIDER": "memory",
        "FIRM_MEMORY_EMBEDDER": "lexical",
        "FIRM_MEMORY_CANDIDATES_PATH": ":memory:",
        "FIRM_MEMORY_TIMEOUT_SECONDS": str(TIMEOUT),
    }
    memory = FirmMemory.from_env(environment, tmp_path)
    memory.warm()
    fact = "The netting window closes at half past three."
    proposal = memory.propose(fact, type="terminology", scope=MemoryScope(firm=True), reference="mr-1")
    assert isinstance(proposal.candidate_id, uuid.UUID)
    memory.approvals.approve(proposal.candidate_id, approver="lead")
    return memory


@pytest.mark.soak
def test_soak_a_storm_of_searches_on_a_stalling_store(filled: FirmMemory) -> None:
    """Rule: reads are bounded whatever the store does: answered in time, labelled, on a bounded number of threads.

    The margin is for the machine; the figure to look at is printed. Afterwards searches work again.
    """
    store = StallingStore(filled.container.store())
    filled.container.search.reset()
    filled.container.understanding.reset()
    filled.container.store.override(providers.Object(store))
    before = threading.active_count()
    storm = Storm(filled)
    with ThreadPoolExecutor(CALLERS) as callers:
        list(callers.map(storm.calls, range(CALLERS)))
    assert set(storm.answers) <= {"found", "timeout", "circuit_open"}
    assert storm.answers["found"] > 0
    assert storm.answers["timeout"] > 0
    assert max(storm.durations) <= TIMEOUT + MARGIN
    assert storm.threads_most <= before + CALLERS + THREADS_MOST
    store.over.set()
    until, tick = time.monotonic() + PATIENCE, threading.Event()
    while not filled.search("netting window"):
        assert time.monotonic() < until, "no recovery"
        tick.wait(0.05)
    while threading.active_count() > before:
        assert time.monotonic() < until, "threads were left behind"
        tick.wait(0.05)
    durations = sorted(storm.durations)
    p50, p99 = (1000 * durations[int(len(durations) * share)] for share in (0.5, 0.99))
    figures = f"{len(durations)} answers {dict(storm.answers)}, {store.stalled} stalls; threads {storm.threads_most}"
    times = f"ms p50 {p50:.0f} p99 {p99:.0f} max {1000 * durations[-1]:.0f}"
    print(f"\nstorm of {CALLERS} for {SECONDS:.0f} s: {figures}; {times}")  # noqa: T201 -- a soak prints its figures
