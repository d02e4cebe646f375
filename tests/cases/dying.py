"""Run as a program: processes that are killed in the middle of their work.

`saving TRIES`: many processes, one after another, propose into the configured records and are killed at a random
moment. Tells after each how many candidates stand, how many were reported as queued, and which of
those do not stand; every tenth time as a process sees it that has just started.
`approving CANDIDATE`: approves, and dies once the store has taken the memory.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import uuid
from pathlib import Path

from dependency_injector import providers

from firm_memory import FirmMemory, MemoryScope, MemoryType
from firm_memory.application.ports.embedder import Vector
from firm_memory.application.ports.memory_store import MemoryStore
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.memory import Memory
from firm_memory.features.faulty_store import FaultyStore

SCOPE = MemoryScope(repos=("oms",))


def propose(memory: FirmMemory, content: str) -> str:
    """Queue a candidate and give its id."""
    proposal = memory.propose(content, type=MemoryType.BUG_FIX, scope=SCOPE, reference="mr-1")
    return str(proposal.candidate_id)


def saving(tries: int) -> None:
    """Let one process after another be killed while it saves."""
    chance, memory = random.Random(50), FirmMemory.from_env()  # noqa: S311 -- moments, not secrets
    reported = {str(record.id) for record in memory.approvals.pending()}
    reported.add(propose(memory, "A fact of the parent."))  # which loads everything that its children then have
    for trial in range(tries):
        reported |= _killed(memory, trial, chance)
        seen = memory if trial % 10 < 9 else FirmMemory.from_env()
        records = seen.container.records()
        waiting = {str(record.id) for record in records.queue.waiting()}
        told = {"trial": trial, "waiting": len(waiting), "lost": sorted(reported - waiting)}
        told |= {"reported": len(reported)}
        if seen is not memory:
            report = verify_chain(records.ledger.sealed())
            told |= {"chain": report.ok, "entries": report.length}
            seen.close()
        reported = waiting
        print(json.dumps(told))  # noqa: T201 -- it is how this program answers
    memory.close()


def _killed(memory: FirmMemory, trial: int, chance: random.Random) -> set[str]:
    """What a process reported as queued until it was killed."""
    hear, tell = os.pipe()
    child = os.fork()
    if child == 0:
        for number in range(1_000):
            os.write(tell, f"{propose(memory, f'Fact {number} of trial {trial}.')}\n".encode())
    os.close(tell)
    with os.fdopen(hear, "rb") as lines:
        said = [lines.readline() for _ in range(chance.randrange(1, 4))]
        for _ in range(chance.randrange(20_000)):
            pass
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        said += list(lines)
    return {line.decode().strip() for line in said if line.endswith(b"\n")}


class _Dying(FaultyStore):
    """A store that takes what it is given, whereupon the process dies."""

    def __init__(self, store: MemoryStore) -> None:
        super().__init__(store)

    def put(self, memory: Memory, vector: Vector, terms: frozenset[str]) -> None:
        """Keep it, and die."""
        self.store.put(memory, vector, terms)
        os.kill(os.getpid(), signal.SIGKILL)


def approving(candidate: str) -> None:
    """Approve, and do not live to hear of it."""
    memory = FirmMemory.from_env(directory=Path.cwd())
    memory.container.store.override(providers.Object(_Dying(memory.container.store())))
    memory.approvals.approve(uuid.UUID(candidate), approver="lead")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["saving", tries]:
            saving(int(tries))
        case ["approving", candidate]:
            approving(candidate)
        case _:
            raise SystemExit(2)
