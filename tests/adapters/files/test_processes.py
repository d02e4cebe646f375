"""Many processes on one journal, and processes that are killed in the middle of a commit."""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from firm_memory.adapters.files.records import FileRecords
from firm_memory.domain.chain import verify_chain

# Commits notes for ever, or `count` of them, and says the seq and id of each once it is committed.
WRITER: Final = """
import sys
from pathlib import Path
from firm_memory.adapters.files.records import FileRecords
from firm_memory.domain.ledger import EventKind
from firm_memory.features.laws.sample_changes import Scribe

place, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
records, scribe, number = FileRecords(place, patience=60), Scribe(), 0
while number != count:
    number += 1
    note = scribe.note("mr-1", f"finding {number} of {name}")
    event = records.commit(scribe.change(EventKind.NOTED, note))
    records.ledger.mark_stored(event.seq)
    print(event.seq, note.id, flush=True)
"""

# The same, but the process is killed by itself at the call of `os` that is named, before or after it took place.
DOOMED: Final = """
import os, signal, sys
call, when = sys.argv[4], sys.argv[5]
real = getattr(os, call)
def dies(file, *rest):
    if when == "after":
        real(file, *rest)
    if when == "midway":
        real(file, rest[0][: len(rest[0]) // 2])
    os.kill(os.getpid(), signal.SIGKILL)
setattr(os, call, dies)
"""


@contextlib.contextmanager
def writer(place: Path, name: str, count: int, doom: tuple[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    """A process that commits to `place`."""
    program = DOOMED + WRITER if doom else WRITER
    arguments = [sys.executable, "-c", program, str(place), name, str(count), *(doom or ())]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def said(process: subprocess.Popen[str], lines: int = -1) -> dict[int, str]:
    """What the process said it committed: the next so many lines, or all until its end."""
    assert process.stdout is not None
    told: dict[int, str] = {}
    while lines and (line := process.stdout.readline()).endswith("\n"):
        seq, record = line.split()
        told[int(seq)] = record
        lines -= 1
    return told


def check(place: Path, reported: dict[int, str]) -> int:
    """That the chain holds and has all that was reported; its length."""
    records = FileRecords(place)
    report = verify_chain(records.ledger.sealed())
    assert report.ok, report.problem
    events = {event.seq: str(event.records[0].id) for event in records.ledger.events()}
    assert reported.items() <= events.items()
    assert len({*events.values()}) == len(events)
    return report.length


def test_processes_share_one_chain(tmp_path: Path) -> None:
    """Rule: any number of processes commit at once; nothing is lost, doubled or refused."""
    with contextlib.ExitStack() as stack:
        processes = [stack.enter_context(writer(tmp_path, f"process {number}", 25)) for number in range(4)]
        reported = [said(process) for process in processes]
        assert [process.wait() for process in processes] == [0] * 4
    assert [len(each) for each in reported] == [25] * 4
    assert check(tmp_path, {seq: record for each in reported for seq, record in each.items()}) == 100
    assert not FileRecords(tmp_path).ledger.unstored()


@pytest.mark.parametrize(
    ("call", "when", "stands"),
    [
        ("write", "before", False),
        ("write", "midway", False),
        ("write", "after", True),
        ("fdatasync", "before", True),
        ("fdatasync", "after", True),
    ],
)
def test_a_process_killed_at_any_step_leaves_all_or_nothing(
    tmp_path: Path, call: str, when: str, *, stands: bool
) -> None:
    """Rule: an entry whose line is whole stands, any other does not; the next process goes on either way."""
    with writer(tmp_path, "sound", 1) as process:
        reported = said(process)
    with writer(tmp_path, "doomed", 1, (call, when)) as process:
        assert not said(process)
        assert process.wait() == -9
    assert check(tmp_path, reported) == 1 + stands
    with writer(tmp_path, "heir", 1) as process:
        reported |= said(process)
    assert check(tmp_path, reported) == 2 + stands
    assert (tmp_path / "journal.jsonl.torn").exists() == (when == "midway")


@pytest.mark.parametrize(
    "step", [("fsync", "before"), ("fsync", "after"), ("ftruncate", "before"), ("ftruncate", "after")]
)
def test_a_process_killed_while_it_sets_aside_loses_no_byte(tmp_path: Path, step: tuple[str, str]) -> None:
    """Rule: an unfinished line is in the journal or in the `.torn` file at any instant."""
    with writer(tmp_path, "sound", 1) as process:
        reported = said(process)
    with (tmp_path / "journal.jsonl").open("ab") as end:
        end.write(b'{"unfinished')
    with writer(tmp_path, "doomed", 1, step) as process:
        assert not said(process)
        assert process.wait() == -9
    with writer(tmp_path, "heir", 1) as process:
        reported |= said(process)
    assert check(tmp_path, reported) == 2
    assert b'{"unfinished\n' in (tmp_path / "journal.jsonl.torn").read_bytes()


def test_kills_at_random_moments_lose_nothing_that_was_reported(tmp_path: Path) -> None:
    """Rule: over 20 seeded kills of one of two writers, all that was said to be committed is there, once."""
    reported: dict[int, str] = {}
    chance = random.Random(20)
    with writer(tmp_path, "survivor", -1) as survivor:
        heard = threading.Thread(target=lambda: reported.update(said(survivor)))
        heard.start()
        for trial in range(20):
            with writer(tmp_path, f"victim {trial}", -1) as victim:
                reported |= said(victim, chance.randrange(1, 6))
                victim.kill()
                reported |= said(victim)
            assert check(tmp_path, dict(reported)) >= len(reported) - 1
        survivor.kill()
        heard.join()
    check(tmp_path, reported)
    with writer(tmp_path, "heir", 1) as process:
        reported |= said(process)
    check(tmp_path, reported)
