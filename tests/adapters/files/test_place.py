"""Where file records may stand, and the lock around them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firm_memory.adapters.files.records import FileRecords
from firm_memory.domain.errors import ConfigurationError, RecordsUnavailable
from tests.adapters.files.uses import every_use, propose
from tests.users import as_nobody, public_folder


def test_a_link_shares_the_journal_of_its_target(tmp_path: Path) -> None:
    """Rule: checkouts that link to one candidates file share one queue; the link stays a link."""
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "c.json").write_text("[]")
    link = tmp_path / "candidates.json"
    link.symlink_to("shared/c.json")
    propose(FileRecords(link))
    assert (tmp_path / "shared" / "c.journal.jsonl").exists()
    assert link.is_symlink()
    assert len(FileRecords(tmp_path / "shared" / "c.json").queue.waiting()) == 1


def test_a_linked_folder_and_a_linked_journal_are_followed(tmp_path: Path) -> None:
    """Rule: a link anywhere in the path is followed, also one whose target is still to be made."""
    (tmp_path / "link").symlink_to(tmp_path / "real")
    propose(FileRecords(tmp_path / "link"))
    assert (tmp_path / "real" / "journal.jsonl").stat().st_size
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "journal.jsonl").symlink_to(tmp_path / "real" / "journal.jsonl")
    assert len(FileRecords(tmp_path / "other").queue.waiting()) == 1


def _folder_for_file(place: Path) -> Path:
    (place / "x.json").mkdir()
    return place / "x.json"


def _file_for_folder(place: Path) -> Path:
    (place / "records").write_text("")
    return place / "records"


def _folder_for_journal(place: Path) -> Path:
    (place / "journal.jsonl").mkdir()
    return place


def _pipe_for_journal(place: Path) -> Path:
    os.mkfifo(place / "journal.jsonl")
    return place


def _circle(place: Path) -> Path:
    (place / "a").symlink_to("b")
    (place / "b").symlink_to("a")
    return place / "a"


@pytest.mark.parametrize("kind", [_folder_for_file, _file_for_folder, _folder_for_journal, _pipe_for_journal, _circle])
def test_a_path_of_the_wrong_kind_is_a_configuration_error(tmp_path: Path, kind: Callable[[Path], Path]) -> None:
    """Rule: a folder where a file is expected, and the reverse, names the setting and the remedy; nothing is made."""
    path = kind(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    for use in every_use(FileRecords(path)):
        with pytest.raises(ConfigurationError, match=r"FIRM_MEMORY_CANDIDATES_PATH: .*Name a folder, or a file"):
            use()
    assert sorted(tmp_path.rglob("*")) == before


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every user can get to."""
    with public_folder() as place:
        yield place


def test_a_place_that_cannot_be_written_raises(public: Path) -> None:
    """Rule: no in-process fallback where a path was configured; the message names it and the remedy."""
    public.chmod(0o555)
    records = FileRecords(public / "candidates.json")
    writes: list[Callable[[], None]] = [lambda: propose(records), records.prepare]
    for use in writes:
        with as_nobody(), pytest.raises(RecordsUnavailable, match=f"{public}.*Permission denied.*Give the process"):
            use()
    with as_nobody():
        assert not records.queue.waiting()
    assert not list(public.iterdir())


def test_reading_needs_no_right_to_write(public: Path) -> None:
    """Rule: whoever may only read the journal reads it, and is told when writing."""
    propose(FileRecords(public))
    (public / "journal.jsonl").chmod(0o444)
    public.chmod(0o555)
    with as_nobody():
        records = FileRecords(public)
        assert len(records.queue.waiting()) == 1
        with pytest.raises(RecordsUnavailable, match="Permission denied"):
            propose(records)


def test_a_journal_that_may_not_be_read_raises(public: Path) -> None:
    """Rule: a queue out of reach is no empty queue."""
    propose(FileRecords(public))
    (public / "journal.jsonl").chmod(0)  # whoever made it may read it otherwise
    with as_nobody():
        for use in every_use(FileRecords(public)):
            with pytest.raises(RecordsUnavailable, match="Permission denied"):
                use()
