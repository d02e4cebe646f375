"""Run as a program: forks off processes that propose and approve, and die while they do.

It imports everything heavy once and opens nothing itself. Each line of its input is a JSON list of deeds; each
deed is done by a process of its own, all of a line at the same time. Each line of its output is the list of how
they ended: what the process reported last (nothing when it was killed before it could), and its signal.
"""

from __future__ import annotations

import json
import os
import random
import selectors
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final, cast

import attrs
from dependency_injector import providers

from firm_memory import Amendment, FirmMemory, MemoryScope
from firm_memory.adapters.mem0_pgvector import quiet
from firm_memory.adapters.mem0_pgvector.memory_store import Mem0Store
from firm_memory.adapters.postgres.records import PostgresRecords
from firm_memory.domain.errors import AlreadyDecided, WriteFailed
from tests.trials.steps import SteppedRecords, SteppedStore, Steps

# Named, so that it is imported before any process is forked off.
PRELOADED: Final = (Mem0Store, PostgresRecords)
FIRM_WIDE: Final = MemoryScope(firm=True)
TOIL_MOST: Final = 1000  # whoever toils is to be killed long before


@attrs.frozen(kw_only=True)
class Deed:
    """What a process does: `verb` is propose, approve, amend, supersede, reject, clear or toil.

    `clear` decides everything that waits, in an order of its own; `toil` proposes and approves until it ends.

    It kills itself at the moment `fatal`, or is killed after `seconds`.
    """

    verb: str
    environment: dict[str, str]
    content: str = ""
    candidate: str = ""
    by: str = "lead"
    fatal: int | None = None
    seconds: float | None = None


def opened(deed: Deed, steps: Steps) -> FirmMemory:
    """The memory of the deed's environment, every write of it counted in steps, loaded."""
    memory = FirmMemory.from_env(deed.environment, Path("/"))
    memory.warm()
    container = memory.container
    records, store = SteppedRecords(container.records(), steps), SteppedStore(container.store(), steps)
    container.records.override(providers.Object(records))
    container.store.override(providers.Object(store))
    container.admission().texts({"reason": "Its rules are compiled before anything is measured."})
    return memory


def cleared(deed: Deed, memory: FirmMemory) -> str:
    """Decide everything that waits, yes or no; how many were won and lost, as JSON."""
    desk, tally = memory.approvals, Counter[str]()
    waiting = [record.id for record in desk.pending()]
    random.Random(deed.by).shuffle(waiting)  # noqa: S311 -- an order, no secret
    while waiting:
        candidate = waiting.pop()
        try:
            if deed.content:
                desk.reject(candidate, approver=deed.by, reason=deed.content)
            else:
                desk.approve(candidate, approver=deed.by)
            tally["won"] += 1
        except AlreadyDecided:
            tally["lost"] += 1
        except WriteFailed:  # too many at once: again, later
            waiting.insert(0, candidate)
            tally["again"] += 1
    return json.dumps(tally)


def toiled(deed: Deed, memory: FirmMemory, tell: int) -> str:
    """Propose and approve, and tell of each as soon as the product has acknowledged it, until something ends it."""
    for number in range(TOIL_MOST):
        content = f"{deed.content} Lot {number} is odd."
        proposal = memory.propose(content, type="terminology", scope=FIRM_WIDE, reference="mr-1")
        os.write(tell, json.dumps({"proposed": str(proposal.candidate_id)}).encode() + b"\n")
        record = memory.approvals.approve(proposal.candidate_id, approver=deed.by)
        os.write(tell, json.dumps({"approved": str(record.id)}).encode() + b"\n")
    return ""


def done(deed: Deed, memory: FirmMemory, tell: int) -> str:
    """Do it, and give the id that it leaves."""
    desk = memory.approvals
    match deed.verb:
        case "clear":
            return cleared(deed, memory)
        case "toil":
            return toiled(deed, memory, tell)
        case "propose":
            proposal = memory.propose(deed.content, type="terminology", scope=FIRM_WIDE, reference="mr-1")
            return str(proposal.candidate_id)
        case "amend":
            amendment = Amendment(content=f"{deed.content} As amended.")
            return str(desk.approve(deed.candidate, approver=deed.by, amendment=amendment).id)
        case "reject":
            return str(desk.reject(deed.candidate, approver=deed.by, reason="It is common knowledge.").id)
        case _:  # whether it supersedes was said by its proposal
            return str(desk.approve(deed.candidate, approver=deed.by).id)


def live(deed: Deed, start: int, tell: int) -> None:
    """A process's whole life: open, say so, wait for the start, do the deed, report."""
    steps = Steps()
    memory = opened(deed, steps)
    os.write(tell, b'{"ready": true}\n')
    os.read(start, 1)
    steps.taken.clear()
    steps.fatal = deed.fatal
    try:
        report: dict[str, object] = {"id": done(deed, memory, tell)}
    except Exception as error:  # noqa: BLE001 -- whoever watches the trial must learn what it was
        report = {"error": type(error).__name__, "message": str(error)}
    os.write(tell, json.dumps({**report, "steps": steps.taken}).encode() + b"\n")
    memory.close()


class Child:
    """A forked process, its reports, and when it is to be killed."""

    def __init__(self, deed: Deed, start: tuple[int, int]) -> None:
        self.deed = deed
        hear, tell = os.pipe()
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(hear)
            os.close(start[1])
            try:
                live(deed, start[0], tell)
            finally:
                os._exit(0)
        os.close(tell)
        self.reports = os.fdopen(hear, "rb", buffering=0)

    def ready(self) -> None:
        """Wait until the process has opened its memory."""
        assert self.reports.readline() == b'{"ready": true}\n', self.deed

    def ended(self) -> dict[str, Any]:
        """Wait for its end, killing it in time; its last report and the signal that ended it."""
        heard = b""
        if self.deed.seconds is not None:
            heard = self._heard_until(time.monotonic() + self.deed.seconds)
            os.kill(self.pid, signal.SIGKILL)
        report = (heard + self.reports.read()).splitlines()
        self.reports.close()
        _, status = os.waitpid(self.pid, 0)
        told = [cast("dict[str, Any]", json.loads(line)) for line in report]
        ended = told[-1] if told else {}
        acknowledged = {verb: [each[verb] for each in told if verb in each] for verb in ("proposed", "approved")}
        fatal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        return {**ended, "acknowledged": acknowledged, "signal": fatal}

    def _heard_until(self, moment: float) -> bytes:
        """What the process reports until then, or until its end."""
        heard = b""
        with selectors.DefaultSelector() as waiting:
            waiting.register(self.reports, selectors.EVENT_READ)
            while (left := moment - time.monotonic()) > 0 and waiting.select(left):
                part = os.read(self.reports.fileno(), 65_536)
                if not part:
                    break
                heard += part
        return heard


def together(deeds: list[Deed]) -> list[dict[str, Any]]:
    """Fork a process for each deed, start them at once, and see how they end."""
    start = os.pipe()
    children = [Child(deed, start) for deed in deeds]
    for child in children:
        child.ready()
    os.close(start[0])
    os.close(start[1])  # the end of input is the start for all
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    return [child.ended() for child in children]


def main() -> None:
    """Serve lines of deeds until the input ends."""
    quiet.settle(Path(sys.argv[1]))
    for line in sys.stdin:
        deeds = [Deed(**deed) for deed in json.loads(line)]
        sys.stdout.write(f"{json.dumps(together(deeds))}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
