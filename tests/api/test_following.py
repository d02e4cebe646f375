"""The in-process store beside records in files: as full as the records say, whoever wrote them."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import attrs
import pytest

from firm_memory import FirmMemory, MemoryScope, MemoryType, Mode, Reason
from firm_memory.adapters.in_memory.memory_store import InMemoryStore
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.records import ApprovalQueue, Ledger, Records
from firm_memory.domain.errors import ConfigurationError, StoreUnavailable, WarmingUp
from firm_memory.entrypoints.following import Copy, FollowingStore

PATIENCE = 60.0
LOTS = "Odd lots go through the netting queue"
OMS = MemoryScope(repos=("oms",))


class Home:
    """A home with records in files, in which any number of memories may be opened."""

    def __init__(self, path: Path, stack: ExitStack) -> None:
        self.path, self._stack = path, stack

    def opened(self, embedder: str = "lexical") -> FirmMemory:
        """A memory as another process would open it: its store is its own, the records are shared."""
        variables = {
            "FIRM_MEMORY_HOME": str(self.path),
            "FIRM_MEMORY_PROVIDER": "memory",
            "FIRM_MEMORY_EMBEDDER": embedder,
            "FIRM_MEMORY_REPO": "oms",
        }
        return self._stack.enter_context(FirmMemory.from_env(variables, self.path))


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    """A home that nothing is stored in yet."""
    with ExitStack() as stack:
        yield Home(tmp_path, stack)


def approve(memory: FirmMemory, content: str) -> str:
    """Propose and approve a statement; its id."""
    proposal = memory.propose(content, type=MemoryType.TERMINOLOGY, scope=OMS, reference="mr-1")
    assert proposal.candidate_id
    return str(memory.approvals.approve(proposal.candidate_id, approver="lead").id)


def test_what_was_approved_before_a_restart_is_recalled_after_it(home: Home) -> None:
    """The store forgets with its process; the records do not, and fill it again."""
    identity = approve(home.opened(), LOTS)
    assert [str(hit.id) for hit in home.opened().search("odd lots")] == [identity]


def test_what_another_process_approves_is_recalled_at_once(home: Home) -> None:
    """A running server learns of a decision taken on the command line with its next search."""
    server, desk = home.opened(), home.opened()
    assert list(server.search("odd lots")) == []
    identity = approve(desk, LOTS)
    assert [str(hit.id) for hit in server.search("odd lots")] == [identity]
    desk.archive(identity, by="lead")
    assert list(server.search("odd lots")) == []


def test_while_the_model_loads_recall_is_by_words_and_says_so(home: Home) -> None:
    """The vectors cannot be made yet, the words can be looked up: the answer is labelled `warming_up`."""
    identity = approve(home.opened(), LOTS)
    hits = home.opened("minilm").search("odd lots")
    assert ([str(hit.id) for hit in hits], hits.mode, hits.reason) == ([identity], Mode.LEXICAL, Reason.WARMING_UP)


def test_without_an_embedder_recall_is_by_words_for_good(home: Home) -> None:
    """What cannot be had is no matter of time: every answer says `config`, and is as full as the records say."""
    identity = approve(home.opened(), LOTS)
    memory = home.opened("onnx:/nowhere")
    for _ in range(2):
        hits = memory.search("odd lots")
        assert ([str(hit.id) for hit in hits], hits.mode, hits.reason) == ([identity], Mode.LEXICAL, Reason.CONFIG)
    another = approve(home.opened(), "Odd lots are settled on the next day")
    assert {str(hit.id) for hit in memory.search("odd lots")} == {identity, another}
    with pytest.raises(ConfigurationError, match="FIRM_MEMORY_EMBEDDER"):
        approve(memory, "Odd lots are never crossed")


class Gated:
    """Records whose ledger is behind a gate; `begun` tells that somebody stands before it."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self.gate, self.begun = threading.Event(), threading.Event()

    @property
    def queue(self) -> ApprovalQueue:
        """Not behind the gate."""
        return self._records.queue

    @property
    def ledger(self) -> Ledger:
        """Waits for the gate."""
        self.begun.set()
        assert self.gate.wait(PATIENCE)
        return self._records.ledger


def test_who_cannot_wait_until_the_store_is_full_is_told_so(home: Home) -> None:
    """Filling and catching up go on behind a reader that gave up with `warming_up`; none of it is lost or doubled."""
    memory = home.opened()
    identity = uuid.UUID(approve(memory, LOTS))
    container = memory.container
    gated = Gated(container.records())
    projection = attrs.evolve(container.projection(), store=InMemoryStore())
    copy = Copy(gated, projection)  # type: ignore[arg-type]  # of the records only the reading is used
    soon, later = (Deadline.after(seconds, container.clock()) for seconds in (0.01, PATIENCE))
    with pytest.raises(WarmingUp, match="still loading"):
        copy.caught_up(soon)
    gated.gate.set()
    assert copy.caught_up(later).get(identity, later) is not None
    another = uuid.UUID(approve(memory, "Odd lots are settled on the next day"))
    gated.gate.clear()
    gated.begun.clear()
    with ThreadPoolExecutor(1) as slow:
        reading = slow.submit(copy.caught_up, later)
        assert gated.begun.wait(PATIENCE)
        with pytest.raises(WarmingUp, match="what is new"):
            copy.caught_up(soon)
        gated.gate.set()
        assert reading.result().get(another, later) is not None


def test_a_store_that_is_closed_before_it_was_filled_stays_empty(home: Home) -> None:
    """Who closes a memory starts nothing more, neither the whole copy nor the one that stands in."""
    memory = home.opened()
    approve(memory, LOTS)
    store = memory.container.following(InMemoryStore())
    assert isinstance(store, FollowingStore)
    store.close()
    store.close()
    deadline = Deadline.after(PATIENCE, memory.container.clock())
    for copy in (store.full, store.words):
        with pytest.raises(StoreUnavailable, match="closed"):
            copy.caught_up(deadline)
