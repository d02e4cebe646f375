"""The people of one checkout: a rule made from the names and addresses that its history gives.

It is an optional fact: verdicts that must not depend on where they are asked are given without it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from firm_memory.domain.exclusion import Certainty, Exclusion, ExclusionReason
from firm_memory.domain.exclusions.person.contacts import is_shared
from firm_memory.domain.exclusions.phrasing import AFTER, BEFORE

# As many authors as a rule may hold; the first named count, so callers give the busiest first.
AUTHORS_MOST: Final = 400
_HANDLE_LEAST: Final = 5
_NAME_LIMIT: Final = 80
_ADDRESS: Final = re.compile(r"<?([^\s<>@]+)@([^\s<>@]+)>?")
_NO_REPLY: Final = re.compile(r"(?:[0-9]+\+)?(?P<handle>[^+]+)")
_MACHINE: Final = re.compile(
    r"(?i)\b(?:bot|ci|cd|jenkins|build|builder|deploy|deployer|release|root|admin|team|automation|svc)\b"
)
_HAN_NAME: Final = re.compile("[\u4e00-\u9fff]{2,4}")  # a surname and a given name, written without a blank
_SPACES: Final = re.compile(r"[\s,]+")


def names_exclusion(names: Sequence[str]) -> Exclusion | None:
    """The rule that flags every mention of these authors, or None where they give nothing to look for.

    `names` are as a history writes them: `First Last`, `Last, First`, `First Last <local@host>`, an address, or a
    handle. Looked for are full names in either order, the local part of addresses and handles of five letters or
    more. A single name (Will, Mark, Grace, Kafka) is never looked for: it may be a word or a technology.
    """
    patterns = sorted({found for name in names[:AUTHORS_MOST] for found in _patterns(name[: 3 * _NAME_LIMIT])})
    if not patterns:
        return None
    return Exclusion(
        rule="individual.known_author",
        reason=ExclusionReason.INDIVIDUAL,
        certainty=Certainty.SUSPICIOUS,
        why="this names an author of this repository, and the memory knows teams and systems, never persons",
        instead="Name the team, the role or the system it is about, or leave it out",
        patterns=(rf"(?i){BEFORE}@?(?:{'|'.join(patterns)})(?:['’]s?)?{AFTER}",),
    )


def _patterns(author: str) -> Iterable[str]:
    """The fragments by which one author is found."""
    address = _ADDRESS.search(author)
    name = unicodedata.normalize("NFC", (author[: address.start()] if address else author).strip(" <>\"'"))
    if _MACHINE.search(name):
        return
    yield from [name] if _HAN_NAME.fullmatch(name) else _full_names(name)
    if address:
        yield from _handle(_local_part(address[1], address[2]))
    elif name == name.lower() and " " not in name:
        yield from _handle(name)


def _full_names(name: str) -> Iterable[str]:
    first_given = name.split(",", 1)[::-1] if "," in name else [name]
    parts = [part for part in _SPACES.split(" ".join(first_given).strip()) if part]
    if not 2 <= len(parts) <= 5 or len(name) > _NAME_LIMIT or not all(_is_name(part) for part in parts):
        return
    first, last = parts[0], parts[-1]
    if len(last.strip(".")) < 2 or len(first.strip(".")) < 2:
        return
    middle = r"(?:\s+\S{1,20}){0,3}" if len(parts) > 2 else ""
    yield rf"{re.escape(first)}{middle}\s+{re.escape(last)}"
    yield rf"{re.escape(last)},?\s+{re.escape(first)}"
    yield rf"{re.escape(first[0])}\.\s*{re.escape(last)}"


def _is_name(part: str) -> bool:
    letters = part.replace("-", "").replace("'", "").replace("’", "").replace(".", "")
    return bool(letters) and letters.isalpha()


def _local_part(local: str, host: str) -> str:
    """`local`, or the handle in the address that a forge makes up to hide a real one."""
    hidden = _NO_REPLY.fullmatch(local)
    return hidden["handle"] if hidden and "noreply" in host.casefold() else local


def _handle(handle: str) -> Iterable[str]:
    letters = sum(letter.isalpha() for letter in handle)
    if letters < _HANDLE_LEAST or len(handle) > _NAME_LIMIT or is_shared(handle.split("+", 1)[0]):
        return
    if re.search(r"[._\-0-9]", handle):
        yield re.escape(handle)
        return
    # A handle of letters only may be a word, so it counts as a handle or an address, not alone.
    yield rf"@{re.escape(handle)}"
    yield rf"{re.escape(handle)}@[a-z0-9.-]+"
