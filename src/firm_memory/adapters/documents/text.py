"""A document's bytes as text, and its text as sections."""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from firm_memory.application.ports.source import Document
from firm_memory.domain.text import CONTENT_LIMIT

TITLE_MOST: Final = 200
_UTF16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_HEADING: Final = re.compile(r" {0,3}(?P<marks>#{1,6})[ \t]+(?P<words>.*?)[ \t]*#*[ \t]*")
_FENCE: Final = re.compile(r" {0,3}(?:```+|~~~+)")


class Unreadable(ValueError):
    """A document that is not read; the message says why, and what to do."""


def text_of(document: Document) -> str:
    """The document's text with line feeds: UTF-8, with or without a BOM, or UTF-16 with one. Raises `Unreadable`."""
    content = document.content
    try:
        text = content.decode("utf-16") if content.startswith(_UTF16) else content.decode("utf-8-sig")
    except UnicodeDecodeError as broken:
        name = "UTF-16" if content.startswith(_UTF16) else "UTF-8"
        raise Unreadable(f"not {name} (byte {broken.start}); save it as UTF-8 and import it again") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def sha_of(document: Document) -> str:
    """The hash by which a later change of the document is noticed."""
    return f"sha256:{hashlib.sha256(document.content).hexdigest()}"


@attrs.frozen(kw_only=True)
class Section:
    """The lines below one heading, up to the next one of any level; `level` 0 stands before the first heading."""

    level: int = 0
    heading: str = ""
    lines: tuple[str, ...] = ()

    @property
    def body(self) -> str:
        """What stands below the heading."""
        return "\n".join(self.lines).strip()

    @property
    def whole(self) -> str:
        """The heading as it was written, and its body."""
        return f"{'#' * self.level} {self.heading}\n\n{self.body}".strip() if self.level else self.body


def sections(text: str) -> Iterator[Section]:
    """The sections of a Markdown text, in order. What looks like a heading inside a code fence is none."""
    level, heading, lines, fence = 0, "", list[str](), ""
    for line in text.split("\n"):
        marks = _FENCE.match(line)
        if marks is not None and (not fence or line.strip().startswith(fence)):
            fence = "" if fence else marks[0].strip()
        found = None if fence or marks is not None else _HEADING.fullmatch(line)
        if found is None:
            lines.append(line)
            continue
        if level or "".join(lines).strip():
            yield Section(level=level, heading=heading, lines=tuple(lines))
        level, heading, lines = len(found["marks"]), found["words"].strip(), []
    if level or "".join(lines).strip():
        yield Section(level=level, heading=heading, lines=tuple(lines))


def together(parts: Sequence[Section]) -> str:
    """Sections as one text again."""
    return "\n\n".join(part.whole for part in parts if part.whole)


def fits(text: str) -> bool:
    """Whether a text is short enough to be one statement."""
    return len(text) <= CONTENT_LIMIT


def title_of(words: str) -> str | None:
    """A heading as a title, where it is one."""
    return words if 0 < len(words) <= TITLE_MOST and words.isprintable() else None


def places(names: Sequence[str]) -> Sequence[str]:
    """The names, each told apart from an equal one before it by a number."""
    seen, told = dict[str, int](), list[str]()
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        told.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return told
