"""The files to import: found under a path, in the order of their names, and what kind of source they are."""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firm_memory.application.chain_lines import is_export
from firm_memory.application.ports.source import Document, LeftOut
from firm_memory.domain.errors import MalformedFile

BYTES_MOST: Final = 4_000_000
_ADR: Final = re.compile(r"(?:adr-?)?\d{2,5}[-_ ].*\.md", re.IGNORECASE)
_AGENTS: Final = frozenset({"claude.md", "agents.md", "gemini.md"})
_FIRST_LINE_MOST: Final = 10_000


class SourceName(enum.Enum):
    """What a path holds."""

    FIRM_MEMORY = "firm-memory"
    MARKDOWN = "markdown"
    ADR = "adr"
    AGENTS = "agents"
    MEM0 = "mem0"


def recognised(path: Path) -> SourceName:
    """What `path` seems to hold, by its name and its first line. Raises `MalformedFile` where nobody could tell."""
    try:
        if path.is_dir():
            numbered = any(_ADR.fullmatch(each.name) for each in path.iterdir())
            return SourceName.ADR if numbered else SourceName.MARKDOWN
        with path.open("rb") as file:
            first = file.readline(_FIRST_LINE_MOST)
    except OSError as refused:
        raise MalformedFile(f"{path}: cannot be read ({refused.strerror}). Name a file or a folder.") from None
    name = path.name.casefold()
    if is_export(first):
        return SourceName.FIRM_MEMORY
    if name in _AGENTS:
        return SourceName.AGENTS
    if name.endswith(".json"):
        return SourceName.MEM0
    if name.endswith((".md", ".markdown")):
        return SourceName.ADR if _ADR.fullmatch(name) else SourceName.MARKDOWN
    raise MalformedFile(f"{path}: what it holds cannot be told by its name. Say it with --from.")


def documents(path: Path, source: SourceName) -> tuple[Sequence[Document], Sequence[LeftOut]]:
    """The documents under `path`, and the files there that are not read.

    A folder is read with all below it; of decision records only the numbered ones, of agents' notes only those.
    Symbolic links are not followed out of it. Raises `MalformedFile` where `path` itself cannot be read.
    """
    if not path.is_dir():
        return [_document(path, _told(path))], []
    found, left_out = list[Document](), list[LeftOut]()
    for each in sorted(path.rglob("*.json" if source is SourceName.MEM0 else "*.md")):
        told = _told(each)
        if not each.resolve().is_relative_to(path.resolve()) or not each.is_file():
            left_out.append(LeftOut(place=told, why="a link out of the folder, or no file"))
        elif source is SourceName.AGENTS and each.name.casefold() not in _AGENTS:
            continue
        elif source is SourceName.ADR and not _ADR.fullmatch(each.name):
            left_out.append(LeftOut(place=told, why="its name has no number: no decision record"))
        else:
            try:
                found.append(_document(each, told))
            except MalformedFile as why:
                left_out.append(LeftOut(place=told, why=str(why), rule="unreadable"))
    return found, left_out


def _document(path: Path, told: str) -> Document:
    try:
        if path.stat().st_size > BYTES_MOST:
            raise MalformedFile(f"{told}: over {BYTES_MOST:,} bytes. Divide it.")
        return Document(path=told, content=path.read_bytes())
    except OSError as refused:
        raise MalformedFile(f"{told}: cannot be read ({refused.strerror}). Name a file or a folder.") from None


def _told(path: Path) -> str:
    """The path as a reference names it: from here, or the last two names of one elsewhere. No home shows in it."""
    absolute, here = path.absolute(), Path.cwd()
    if absolute.is_relative_to(here):
        return absolute.relative_to(here).as_posix()
    return absolute.relative_to(absolute.parents[min(1, len(absolute.parents) - 1)]).as_posix()
