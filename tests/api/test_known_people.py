"""The people who wrote a checkout's history are known at its gate, and nowhere else."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from dependency_injector import providers

from firm_memory import FirmMemory, MemoryScope, MemoryType
from firm_memory.application.propose import Proposal
from firm_memory.domain.errors import FirmMemoryError

AUTHOR = "Quillon Varnhagen"
TEXT = f"The netting queue was cut in two because {AUTHOR} measured a lock there."


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose only commit is by one author."""
    folder = tmp_path / "oms"
    folder.mkdir()
    for command in (
        ("init", "-q"),
        ("-c", f"user.name={AUTHOR}", "-c", "user.email=qv@oms.invalid", "commit", "-qm", "x", "--allow-empty"),
    ):
        subprocess.run(["git", *command], cwd=folder, check=True, capture_output=True)
    return folder


def _opened(folder: Path, home: Path) -> FirmMemory:
    variables = {
        "FIRM_MEMORY_HOME": str(home),
        "FIRM_MEMORY_PROVIDER": "memory",
        "FIRM_MEMORY_CANDIDATES_PATH": ":memory:",
        "FIRM_MEMORY_EMBEDDER": "lexical",
        "FIRM_MEMORY_PRINCIPAL": "lead",
    }
    return FirmMemory.from_env(variables, folder)


def _proposed(memory: FirmMemory) -> Proposal:
    scope = MemoryScope(repos=("oms",))
    return memory.propose(TEXT, type=MemoryType.TASK_LEARNING, scope=scope, reference="mr-7")


def test_an_author_of_the_checkout_is_flagged_and_the_approver_must_clear_it(checkout: Path, tmp_path: Path) -> None:
    """Rule: a text that names somebody from the history waits with a warning that has to be cleared."""
    with _opened(checkout, tmp_path / "home") as memory:
        proposal = _proposed(memory)
        assert proposal.accepted
        assert "individual.known_author" in {notice.rule for notice in proposal.notices if notice.must_clear}
        with pytest.raises(FirmMemoryError, match=r"individual\.known_author"):
            memory.approvals.approve(proposal.candidate_id, approver="lead")
        cleared = {notice.rule for notice in proposal.notices if notice.must_clear}
        assert memory.approvals.approve(proposal.candidate_id, approver="lead", cleared=cleared).memory.content == TEXT


def test_the_warning_is_to_be_cleared_wherever_the_approver_sits(checkout: Path, tmp_path: Path) -> None:
    """Rule: what the proposer's gate suspected stands with the candidate, also where nobody of the history is known."""
    with _opened(checkout, tmp_path / "home") as proposer:
        candidate = _proposed(proposer).candidate_id
        elsewhere = _opened(tmp_path, tmp_path / "home")
        elsewhere.container.records.override(providers.Object(proposer.container.records()))
        with elsewhere, pytest.raises(FirmMemoryError, match=r"individual\.known_author"):
            elsewhere.approvals.approve(candidate, approver="lead")


def test_elsewhere_the_name_is_not_known(tmp_path: Path) -> None:
    """Rule: outside the checkout its authors are no fact."""
    with _opened(tmp_path, tmp_path / "home") as memory:
        assert "individual.known_author" not in {notice.rule for notice in _proposed(memory).notices}
