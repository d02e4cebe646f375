"""The status of an architecture decision record, in any of the three ways in which it is written down."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from firm_memory.adapters.documents.front_matter import PEOPLE, FrontMatter
from firm_memory.adapters.documents.text import Section

_BULLET: Final = re.compile(
    r"\s*(?:[*+-]\s+)?(?:\*\*|__)?(?P<key>[A-Za-z][A-Za-z -]*?)(?:\*\*|__)?\s*:(?:\*\*|__)?\s*(?P<value>.*)"
)
_BY: Final = re.compile(r"super[cs]ed(?:ed|es?)[ -]by\b[:\s]*(?P<rest>[^\n]*)", re.IGNORECASE)
_OVER: Final = re.compile(r"\bsuper[cs]edes\b[:\s]*(?!by\b)(?P<rest>[^\n]*)", re.IGNORECASE)
_LINK: Final = re.compile(r"\]\(\s*<?(?P<file>[^)>\s#]+)")
_NUMBER: Final = re.compile(r"(?<!\d)0*(?P<number>\d{1,5})(?!\d)")
_WORD: Final = re.compile(r"[A-Za-z]+")


class AdrStatus(enum.Enum):
    """Where a decision stands. Any other word is listed, not guessed at."""

    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    DEPRECATED = "deprecated"
    SUPERSEDED = "superseded"


_SPELLINGS: Final = {each.value: each for each in AdrStatus} | {
    "superceded": AdrStatus.SUPERSEDED,
    "approved": AdrStatus.ACCEPTED,
    "draft": AdrStatus.PROPOSED,
}


@attrs.frozen(kw_only=True)
class Standing:
    """What a record says of its standing. `written` is the word as it stands there; links are as written, too."""

    status: AdrStatus | None = None
    written: str | None = None
    superseded_by: str | None = None
    supersedes: tuple[str, ...] = ()


def standing_of(top: FrontMatter, parts: Sequence[Section]) -> Standing:
    """Read the standing off the front matter, else a section on the status, else a bullet above the first section."""
    own = "\n".join(filter(None, (*top.texts("status"), _section(parts) or _bullet(parts))))
    links = "\n".join(filter(None, (own, _field(top, "superseded"), _over(top))))
    written = next(iter(own.splitlines()), "").strip()
    word = _WORD.search(written)
    by = _BY.search(links)
    status = _SPELLINGS.get(word[0].casefold()) if word else None
    return Standing(
        status=AdrStatus.SUPERSEDED if by else status,
        written=written or None,
        superseded_by=_target(by["rest"]) if by else None,
        supersedes=tuple(target for found in _OVER.finditer(links) if (target := _target(found["rest"]))),
    )


def without_standing(parts: Iterable[Section]) -> list[Section]:
    """The sections without the one on the status, and without the lines that name status, date or people."""
    kept = list[Section]()
    for part in parts:
        name = part.heading.strip(": ").casefold()
        if name == "status" or name in PEOPLE:
            continue
        lines = part.lines
        if part.level <= 1:
            lines = tuple(line for line in lines if not _is_head(line))
        kept.append(attrs.evolve(part, lines=lines))
    return kept


def number_of(name: str) -> int | None:
    """The number of a record by its file's name or by how another one calls it."""
    found = _NUMBER.search(name)
    return int(found["number"]) if found else None


def _is_head(line: str) -> bool:
    found = _BULLET.fullmatch(line)
    return found is not None and found["key"].strip().casefold().replace(" ", "-") in PEOPLE | {"status", "date"}


def _section(parts: Iterable[Section]) -> str | None:
    return next((part.body for part in parts if part.heading.strip(": ").casefold() == "status"), None)


def _bullet(parts: Iterable[Section]) -> str | None:
    for part in parts:
        for line in part.lines if part.level <= 1 else ():
            found = _BULLET.fullmatch(line)
            if found is not None and found["key"].strip().casefold() == "status":
                return found["value"]
    return None


def _field(top: FrontMatter, stem: str) -> str | None:
    by = next((top.text(key) for key in (f"{stem}-by", f"{stem}_by", f"{stem} by") if top.text(key)), None)
    return f"superseded by {by}" if by else None


def _over(top: FrontMatter) -> str | None:
    return "\n".join(f"supersedes {each}" for each in top.texts("supersedes")) or None


def _target(rest: str) -> str | None:
    """What a link leads to: the file, else the number, as it is written."""
    link = _LINK.search(rest)
    if link is not None:
        return link["file"]
    number = _NUMBER.search(rest)
    return number["number"] if number else None
