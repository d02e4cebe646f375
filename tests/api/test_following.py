"""The in-process store beside records in files: as full as the records say, whoever wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from firm_memory import FirmMemory, MemoryScope, MemoryType
from firm_memory.domain.label import Reason

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


def test_a_store_that_cannot_be_filled_yet_says_so(home: Home) -> None:
    """While the model loads, an answer from an unfilled store would be a lie: it is empty and labelled."""
    approve(home.opened(), LOTS)
    memory = home.opened("minilm")
    hits = memory.search("odd lots")
    assert (list(hits), hits.reason) == ([], Reason.WARMING_UP)
