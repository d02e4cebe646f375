"""A process may die at any moment, and a disk may fill up: what stands is whole, and nothing is doubled."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from firm_memory import MemoryStatus, MemoryType
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.errors import RecordsUnavailable
from firm_memory.domain.ledger import EventKind
from firm_memory.features.firm import Firm
from tests.cases.firms import IN_PROCESS, OMS, environment_of, opened
from tests.cases.notation import expected, given

ROOT = Path(__file__).parents[2]


def _run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.cases.dying", *arguments]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("FIRM_")}
    return subprocess.run(
        command, cwd=ROOT, env={**inherited, **environment}, capture_output=True, text=True, check=False
    )


def test_bug_crash_safety_01_kill_in_the_middle_of_the_candidates_write(tmp_path: Path) -> None:
    """After each of fifty kills every candidate that was reported stands, at most one more does; the chain holds."""
    case, path = given("bug-crash-safety-01"), tmp_path / "candidates.json"
    path.write_text(json.dumps([{"content": f"Fact {number}."} for number in range(case["candidates"])]))
    environment = {**environment_of(IN_PROCESS, tmp_path, str), "FIRM_MEMORY_CANDIDATES_PATH": str(path)}
    ran = _run(environment, "saving", str(case["tries"]))
    assert ran.returncode == 0, ran.stderr
    trials = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [trial["trial"] for trial in trials] == list(range(case["tries"]))
    assert all(trial["lost"] == [] for trial in trials)
    assert all(0 <= trial["waiting"] - trial["reported"] <= 1 for trial in trials)
    restarted = [trial for trial in trials if "chain" in trial]
    assert len(restarted) == case["tries"] // 10
    assert all(trial["chain"] and trial["entries"] == trial["waiting"] for trial in restarted)
    assert trials[-1]["waiting"] >= case["candidates"] + case["tries"]


def test_bug_crash_safety_03_crash_between_provider_insert_and_queue_update(
    postgres_firm: Firm, tmp_path: Path
) -> None:
    """An approval whose process died after the insert is finished by the next one: same id, one memory, one event."""
    candidate = postgres_firm.propose("Odd lots are netted.", OMS)
    ran = _run(postgres_firm.environment, "approving", str(candidate))
    assert ran.returncode == -signal.SIGKILL, ran.stderr
    assert [record.status for record in postgres_firm.desk.pending()] == [MemoryStatus.APPROVING]
    with opened(postgres_firm.environment, tmp_path) as memory:
        record = memory.approvals.approve(candidate, approver="lead")
        assert (record.id, record.status) == (candidate, MemoryStatus.ACTIVE)
        assert [hit.id for hit in memory.search("odd lots", repo="oms")] == [candidate]
        records = memory.container.records()
        kinds = [event.kind for event in records.ledger.events()]
        assert len(list(records.queue.every())) == expected("bug-crash-safety-03")
        assert kinds == [EventKind.PROPOSED, EventKind.APPROVED]
        assert verify_chain(records.ledger.sealed()).ok
        assert (list(records.ledger.unstored()), list(memory.approvals.pending())) == ([], [])


@pytest.mark.parametrize("share", [0.0, 0.5])
def test_bug_crash_safety_05_disk_full_while_saving(
    share: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write that does not fit raises, whether nothing or half of it got through; what stood before stands, alone."""
    environment = {**environment_of(IN_PROCESS, tmp_path, str), "FIRM_MEMORY_CANDIDATES_PATH": str(tmp_path / "r")}
    write = os.write

    def full(file: int, line: bytes) -> int:
        if share:
            return write(file, line[: int(len(line) * share)])
        raise OSError(getattr(errno, given("bug-crash-safety-05")["inject"]), "No space left on device")

    with opened(environment, tmp_path) as memory:
        first = memory.propose("Odd lots are netted.", type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1")
        before = {path.name: path.read_bytes() for path in (tmp_path / "r").iterdir()}
        with monkeypatch.context() as patched:
            patched.setattr(os, "write", full)
            with pytest.raises(RecordsUnavailable, match="Nothing was changed; make room"):
                memory.propose("Another.", type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1")
        assert {path.name: path.read_bytes() for path in (tmp_path / "r").iterdir()} == before
        assert [record.id for record in memory.approvals.pending()] == [first.candidate_id]
        assert memory.propose("Another.", type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1").accepted
