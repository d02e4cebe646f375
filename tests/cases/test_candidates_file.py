"""Records in files: damage is told and kept, and nothing is written where it would not be safe."""

from __future__ import annotations

import errno
import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from firm_memory import FirmMemory, MemoryType
from firm_memory.application.propose import Proposal
from firm_memory.domain.errors import ConfigurationError, RecordsDamaged, RecordsUnavailable
from firm_memory.entrypoints.cli.app import app
from firm_memory.features.firm import Firm
from tests.cases.firms import IN_PROCESS, OMS, contents, environment_of, opened
from tests.cases.notation import given
from tests.users import as_nobody, public_folder


def _environment(home: Path, path: Path) -> dict[str, str]:
    return {**environment_of(IN_PROCESS, home, str), "FIRM_MEMORY_CANDIDATES_PATH": str(path)}


def _propose(memory: FirmMemory) -> Proposal:
    return memory.propose("Odd lots are netted.", type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1")


def test_bug_candidates_file_01_half_written_json(
    postgres_firm: Firm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A torn file refuses writes with path and byte offset and is kept; recall goes on; the repair saves what is whole.

    The repair is `firm-memory doctor --repair-records`, and the message names it.
    """
    monkeypatch.chdir(tmp_path)
    path, text = tmp_path / "candidates.json", given("bug-candidates-file-01")["file_text"]
    path.write_text(text, encoding="utf-8")
    postgres_firm.approved("Odd lots are netted.", OMS)
    environment = {**postgres_firm.environment, "FIRM_MEMORY_CANDIDATES_PATH": str(path)}
    with opened(environment, tmp_path) as memory:
        for write in (lambda: _propose(memory), memory.approvals.pending):
            with pytest.raises(RecordsDamaged, match=rf"^{path}: .* byte \d+: .*--repair-records"):
                write()
        assert contents(memory.search("odd lots", repo="oms")) == ["Odd lots are netted."]
    assert path.read_text(encoding="utf-8") == text
    ran = CliRunner().invoke(app, ["doctor", "--repair-records"], env=environment)
    assert "repair" in ran.stdout
    with opened(environment, tmp_path) as memory:
        assert [record.memory.content for record in memory.approvals.pending()] == ["a"]
        assert _propose(memory).accepted
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("text", given("bug-candidates-file-03")["texts"])
def test_bug_candidates_file_03_valid_json_of_the_wrong_shape(text: str, tmp_path: Path) -> None:
    """What is no list of candidates is damage, never emptiness, and is not written over."""
    path = tmp_path / "candidates.json"
    path.write_text(text, encoding="utf-8")
    with opened(_environment(tmp_path, path), tmp_path) as memory, pytest.raises(RecordsDamaged, match="candidates"):
        _propose(memory)
    assert [each.name for each in tmp_path.glob("candidates*") if each.stat().st_size] == ["candidates.json"]
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("text", ["[]", '{"candidates": []}'])
def test_bug_candidates_file_03_an_empty_list_is_empty(text: str, tmp_path: Path) -> None:
    """Only an empty list means that there is nothing."""
    path = tmp_path / "candidates.json"
    path.write_text(text, encoding="utf-8")
    with opened(_environment(tmp_path, path), tmp_path) as memory:
        assert list(memory.approvals.pending()) == []
        assert _propose(memory).accepted


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every user can get to."""
    with public_folder() as place:
        yield place


def test_bug_candidates_file_05_folder_not_writable(public: Path, tmp_path: Path) -> None:
    """Where a path was configured, a proposal that cannot be kept there raises: nothing is kept elsewhere."""
    with opened(_environment(tmp_path, public / "candidates.json"), tmp_path) as memory:
        memory.warm()
        public.chmod(0o555)
        with as_nobody(), pytest.raises(RecordsUnavailable, match=f"{public}.*Permission denied"):
            _propose(memory)
        with as_nobody():
            assert list(memory.approvals.pending()) == []
    assert list(public.iterdir()) == []


@pytest.mark.parametrize("code", given("bug-candidates-file-07")["inject"])
def test_bug_candidates_file_07_locking_not_available(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file system that grants no lock gets no write; the reason is told."""
    number: int = getattr(errno, code)
    with opened(_environment(tmp_path, tmp_path / "records"), tmp_path) as memory:
        assert _propose(memory).accepted
        journal = tmp_path / "records" / "journal.jsonl"
        before = journal.read_bytes()

        def refused(*_: object) -> None:
            raise OSError(number, os.strerror(number))

        with monkeypatch.context() as patched:
            patched.setattr(fcntl, "flock", refused)
            with pytest.raises(RecordsUnavailable, match=f"no lock \\({os.strerror(number)}\\)"):
                memory.propose("Another.", type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1")
    assert journal.read_bytes() == before


def test_bug_candidates_file_08_stale_lock_from_a_dead_process(tmp_path: Path) -> None:
    """The lock is the kernel's: files that an older version or a dead process left behind stand in nobody's way."""
    path = tmp_path / "candidates.json"
    path.write_text("[]", encoding="utf-8")
    for name in ("candidates.json.lock", "candidates.lock", "candidates.journal.jsonl.lock"):
        stale = tmp_path / name
        stale.write_text(given("bug-candidates-file-08")["lock"], encoding="utf-8")
        os.utime(stale, (0, 0))
    with opened(_environment(tmp_path, path), tmp_path) as memory:
        assert _propose(memory).accepted


def test_bug_candidates_file_09_symlink_as_path(tmp_path: Path) -> None:
    """A link leads to the shared place and stays a link; events go to the journal beside its target."""
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "c.json").write_text(json.dumps([{"content": "Known before."}]), encoding="utf-8")
    link = tmp_path / "candidates.json"
    link.symlink_to("shared/c.json")
    with opened(_environment(tmp_path, link), tmp_path) as memory:
        assert _propose(memory).accepted
    assert link.is_symlink()
    assert link.readlink() == Path("shared/c.json")
    assert sorted(each.name for each in shared.iterdir()) == ["c.journal.jsonl", "c.json"]
    with opened(_environment(tmp_path, shared / "c.json"), tmp_path) as memory:
        waiting = {record.memory.content for record in memory.approvals.pending()}
    assert waiting == {"Known before.", "Odd lots are netted."}


def test_bug_candidates_file_09_directory_as_path(tmp_path: Path) -> None:
    """A folder where a file is expected is an error of the configuration, which the message names."""
    path = tmp_path / "candidates.json"
    path.mkdir()
    with (
        opened(_environment(tmp_path, path), tmp_path) as memory,
        pytest.raises(ConfigurationError, match=r"FIRM_MEMORY_CANDIDATES_PATH: .*names a file"),
    ):
        _propose(memory)
    assert list(path.iterdir()) == []
