"""What is found under a path, what it is taken for, and how an export is written down."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from firm_memory.adapters.documents.chain_file import opened, written
from firm_memory.adapters.documents.folder import BYTES_MOST, SourceName, documents, recognised
from firm_memory.adapters.documents.mem0 import read_mem0
from firm_memory.application.ports.source import Defaults, Document
from firm_memory.domain.errors import MalformedFile, WriteFailed
from firm_memory.domain.moment import read_moment
from firm_memory.domain.taxonomy import MemoryType
from tests.adapters.documents.reading import OMS

DEFAULTS = Defaults(scope=OMS)


def _mem0(content: bytes) -> Document:
    return Document(path="mem0.json", content=content)


def test_an_export_of_mem0_is_read_with_its_metadata() -> None:
    """Rule: a list, or an object with `results`; whose memory it was is not kept."""
    items = [
        {
            "id": "a",
            "memory": "Lots are netted.",
            "user_id": "jane",
            "metadata": {"type": "business_rules", "tags": ["x"]},
        },
        {
            "memory": "Lots are whole.",
            "created_at": "2026-01-05T09:00:00Z",
            "metadata": {"type": "odd"},
            "categories": "y",
        },
        {"memory": "Lots are old.", "created_at": "soon", "metadata": None},
        {"memory": " "},
        {"memory": "x" * 4_001},
        "words",
    ]
    for wire in (items, {"results": items}):
        reading = read_mem0([_mem0(json.dumps(wire).encode())], DEFAULTS)
        assert [each.place for each in reading.drafts] == ["mem0.json#a", "mem0.json#2", "mem0.json#3"]
        assert [each.rule for each in reading.left_out] == ["empty", "too_long", "empty"]
        first, second, third = (each.statement for each in reading.drafts)
        assert (first.type, first.tags, first.reference) == (MemoryType.BUSINESS_RULE, ("x",), "mem0.json#a")
        assert second.created_at == read_moment("created_at", "2026-01-05T09:00:00Z")
        assert (second.type, second.tags, third.created_at) == (MemoryType.TASK_LEARNING, (), None)
        assert "jane" not in repr(reading)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'[\n {"memory": }]', r"mem0\.json, line 2, column 13: not JSON"),
        (b"\xe9", r"line 1, column 1: not UTF-8"),
        (b"[" * 200_000, r"line 1, column 1: not JSON that can be read"),
        (b'{"other": []}', r"line 1, column 1: neither a list"),
        (b"7", r"line 1, column 1: neither a list"),
    ],
)
def test_a_malformed_export_of_mem0_is_named_by_line_and_column(content: bytes, problem: str) -> None:
    """Rule: it is one whole; nothing of it is read."""
    with pytest.raises(MalformedFile, match=problem):
        read_mem0([_mem0(content)], DEFAULTS)


@pytest.mark.parametrize(
    ("name", "content", "source"),
    [
        ("export.jsonl", '{"format": "firm-memory"}\n', SourceName.FIRM_MEMORY),
        ("CLAUDE.md", "# A", SourceName.AGENTS),
        ("mem0.json", "[]", SourceName.MEM0),
        ("0001-a.md", "# A", SourceName.ADR),
        ("notes.md", "# A", SourceName.MARKDOWN),
        ("folder/0001-a.md", "# A", SourceName.ADR),
        ("folder/notes.md", "# A", SourceName.MARKDOWN),
    ],
)
def test_a_source_is_told_by_its_name_or_first_line(
    tmp_path: Path, name: str, content: str, source: SourceName
) -> None:
    """Rule: a folder of numbered records is one of decisions."""
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(content)
    assert recognised(tmp_path / Path(name).parts[0]) is source


def test_what_nobody_can_tell_is_asked_for(tmp_path: Path) -> None:
    """Rule: no guess; and a path that is not there is said to be unreadable."""
    (tmp_path / "x.txt").write_text("words")
    with pytest.raises(MalformedFile, match="Say it with --from"):
        recognised(tmp_path / "x.txt")
    for attempt in (lambda: recognised(tmp_path / "none"), lambda: documents(tmp_path / "none", SourceName.MEM0)):
        with pytest.raises(MalformedFile, match="No such file"):
            attempt()
    with pytest.raises(MalformedFile, match="No such file"), opened(tmp_path / "none"):
        pass


def test_a_folder_is_read_in_order_and_not_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule: what is not read is listed; a link does not lead out; references name paths from here."""
    folder = tmp_path / "repo" / "adr"
    folder.mkdir(parents=True)
    (tmp_path / "secret.md").write_text("outside")
    (folder / "0009-link.md").symlink_to(tmp_path / "secret.md")
    for name in ("0002-b.md", "0001-a.md", "README.md"):
        (folder / name).write_text(name)
    with (folder / "0003-huge.md").open("wb") as huge:
        huge.truncate(BYTES_MOST + 1)
    monkeypatch.chdir(tmp_path / "repo")
    found, left_out = documents(Path("adr"), SourceName.ADR)
    assert [each.path for each in found] == ["adr/0001-a.md", "adr/0002-b.md"]
    assert [each.place for each in left_out] == ["adr/0003-huge.md", "adr/0009-link.md", "adr/README.md"]
    monkeypatch.chdir(folder)
    [document], _ = documents(folder.parent / "adr" / "0001-a.md", SourceName.ADR)
    assert document.path == "0001-a.md"
    elsewhere, _ = documents(tmp_path / "secret.md", SourceName.MARKDOWN)
    assert elsewhere[0].path == f"{tmp_path.name}/secret.md"


def test_of_agents_notes_only_those_are_read(tmp_path: Path) -> None:
    """Rule: a checkout is full of other Markdown."""
    for name in ("AGENTS.md", "README.md"):
        (tmp_path / name).write_text(name)
    found, left_out = documents(tmp_path, SourceName.AGENTS)
    assert ([each.content for each in found], left_out) == ([b"AGENTS.md"], [])


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    """Rule: whatever fails midway, the former file stands and nothing lies about; it is its owner's alone."""
    path = tmp_path / "export.jsonl"
    written(path, [b"one\n"])

    def failing() -> object:
        yield b"two\n"
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011 -- the test's own
        written(path, failing())  # type: ignore[arg-type]
    assert (path.read_bytes(), [each.name for each in tmp_path.iterdir()]) == (b"one\n", ["export.jsonl"])
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(WriteFailed, match="cannot be written"):
        written(tmp_path / "none" / "export.jsonl", [b"one\n"])


def test_an_export_replaces_no_device_and_no_pipe(tmp_path: Path) -> None:
    """Rule: what is no regular file stays what it is, whoever names it; a link leads to the file that is written."""
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    with pytest.raises(WriteFailed, match="no regular file"):
        written(pipe, [b"x\n"])
    assert pipe.is_fifo()
    link.symlink_to(tmp_path / "real.jsonl")
    written(link, [b"x\n"])
    assert link.is_symlink()
    assert (tmp_path / "real.jsonl").read_bytes() == b"x\n"
