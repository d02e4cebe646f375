"""Many processes on one journal, and processes that are killed in the middle of a commit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from firm_memory.adapters.files.records import FileRecords
from firm_memory.domain.chain import verify_chain
from firm_memory.domain.ledger import EventKind
from firm_memory.features.laws.sample_changes import Scribe

# Commits so many notes, marks each, and says seq and id of each once it is committed.
WRITER: Final = """
import os, random, signal, sys
from pathlib import Path
from firm_memory.adapters.files.records import FileRecords
from firm_memory.domain.ledger import EventKind
from firm_memory.features.laws.sample_changes import Scribe

records = FileRecords(Path(sys.argv[1]), patience=60)

def write(name, count, say):
    scribe = Scribe()
    for number in range(count):
        note = scribe.note("mr-1", f"finding {number} of {name}")
        event = records.commit(scribe.change(EventKind.NOTED, note))
        say(f"{event.seq} {note.id}\\n".encode())
        records.ledger.mark_stored(event.seq)

def say(line):
    os.write(1, line)
"""

SHARER: Final = WRITER + "write(sys.argv[2], 12, say)"

# The process kills itself at a call of `os`: before it, after it, or with half of the bytes written.
DOOMED: Final = (
    WRITER
    + """
call, when = sys.argv[2:]
real = getattr(os, call)
def dies(file, *rest):
    if when == "after":
        real(file, *rest)
    if when == "midway":
        real(file, rest[0][: len(rest[0]) // 2])
    os.kill(os.getpid(), signal.SIGKILL)
setattr(os, call, dies)
write("doomed", 1, say)
"""
)

# Twenty times two processes, forked off with the records open as a server's workers are, write at once; one
# is killed after some reports, the other soon after it. What either had reported until then is passed on.
NURSERY: Final = (
    WRITER
    + """
def bear(name):
    hear, tell = os.pipe()
    child = os.fork()
    if child == 0:
        write(name, 1000, lambda line: os.write(tell, line))
    os.close(tell)
    return child, os.fdopen(hear, "rb")

chance = random.Random(20)
for trial in range(20):
    records.queue.waiting()
    pair = [bear(f"victim {trial}.{number}") for number in range(2)]
    for child, hear in pair:
        for _ in range(chance.randrange(1, 5)):
            say(hear.readline())
        for _ in range(chance.randrange(20_000)):
            pass
        os.kill(child, signal.SIGKILL)
    for child, hear in pair:
        os.waitpid(child, 0)
        for line in hear:
            say(line)
"""
)

# A process is forked off in the middle of a commit, and lives on with everything that was open then.
FORKING: Final = (
    WRITER
    + """
real, children = os.fdatasync, []
def forks(file):
    real(file)
    if not children:
        children.append(os.fork())
        if children == [0]:
            signal.pause()
os.fdatasync = forks
records = FileRecords(Path(sys.argv[1]), patience=0)
try:
    write("parent", 2, say)
finally:
    os.kill(children[0], signal.SIGKILL)
"""
)


def started(program: str, *arguments: str | Path) -> subprocess.Popen[str]:
    """A Python process that runs `program`."""
    return subprocess.Popen([sys.executable, "-c", program, *map(str, arguments)], stdout=subprocess.PIPE, text=True)


def reported(process: subprocess.Popen[str], exit_code: int) -> dict[int, str]:
    """What the process said it had committed, until it ended as expected."""
    said, _ = process.communicate()
    assert process.returncode == exit_code
    return {int(seq): record for seq, record in (line.split() for line in said.splitlines())}


def commit(place: Path, name: str) -> dict[int, str]:
    """Commit a note to `place`; its seq and id."""
    scribe = Scribe()
    note = scribe.note("mr-1", name)
    return {FileRecords(place).commit(scribe.change(EventKind.NOTED, note)).seq: str(note.id)}


def entries(place: Path) -> dict[int, str]:
    """Seq and id of every entry; the chain must hold, and no record stand twice."""
    records = FileRecords(place)
    report = verify_chain(records.ledger.sealed())
    assert report.ok, report.problem
    found = {event.seq: str(event.records[0].id) for event in records.ledger.events()}
    assert len({*found.values()}) == len(found) == report.length
    return found


def test_processes_share_one_chain(tmp_path: Path) -> None:
    """Rule: any number of processes commit at once; nothing is lost, doubled or refused."""
    processes = [started(SHARER, tmp_path, f"process {number}") for number in range(4)]
    said = [reported(process, exit_code=0) for process in processes]
    assert [len(each) for each in said] == [12] * 4
    assert entries(tmp_path) == {seq: record for each in said for seq, record in each.items()}
    assert not FileRecords(tmp_path).ledger.unstored()


def test_a_child_that_was_forked_within_a_commit_holds_no_lock(tmp_path: Path) -> None:
    """Rule: what a child inherits does not keep anybody from writing once the commit is done."""
    assert [*reported(started(FORKING, tmp_path), exit_code=0)] == [1, 2]


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
    expected = commit(tmp_path, "sound")
    assert not reported(started(DOOMED, tmp_path, call, when), exit_code=-9)
    assert [*entries(tmp_path)] == ([1, 2] if stands else [1])
    expected |= commit(tmp_path, "heir")
    assert expected.items() <= entries(tmp_path).items()
    assert [*entries(tmp_path)] == ([1, 2, 3] if stands else [1, 2])
    assert (tmp_path / "journal.jsonl.torn").exists() == (when == "midway")


@pytest.mark.parametrize("call", ["fsync", "ftruncate"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_process_killed_while_it_sets_aside_loses_no_byte(tmp_path: Path, call: str, when: str) -> None:
    """Rule: an unfinished line is in the journal or in the `.torn` file at any instant."""
    expected = commit(tmp_path, "sound")
    with (tmp_path / "journal.jsonl").open("ab") as end:
        end.write(b'{"unfinished')
    assert not reported(started(DOOMED, tmp_path, call, when), exit_code=-9)
    expected |= commit(tmp_path, "heir")
    assert entries(tmp_path) == expected
    assert b'{"unfinished\n' in (tmp_path / "journal.jsonl.torn").read_bytes()


def test_kills_at_random_moments_lose_nothing_that_was_reported(tmp_path: Path) -> None:
    """Rule: over 20 seeded trials, all that was said to be committed is there, once, and the chain holds."""
    expected = reported(started(NURSERY, tmp_path), exit_code=0)
    assert len(expected) >= 40
    expected |= commit(tmp_path, "heir")
    found = entries(tmp_path)
    assert expected.items() <= found.items()
    assert len(found) <= len(expected) + 40
