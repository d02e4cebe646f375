"""A text as a reader's eye takes it in, with the way back to where each character stood."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

import attrs

# Formats (zero-width characters, soft hyphens) and marks: they hide a token from a pattern, not from its thief.
_UNSEEN: Final = frozenset({"Cf", "Mn", "Me"})
# What stands between the parts of a token that was taken apart: blanks, line ends, and how programs join texts.
_GAP: Final = re.compile(r"""[\s"'`+\\|…]+|(?<=["'`]\s)[.&](?=\s["'`])""")


@attrs.frozen(kw_only=True)
class View:
    """`text` to be searched; `origin[i]` is where its character `i` stood in the text that was given."""

    text: str
    origin: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The half-open span of the given text that a non-empty span of the view covers."""
        return self.origin[start], self.origin[end - 1] + 1


def plain(text: str) -> View:
    """`text` itself."""
    return View(text=text, origin=range(len(text)))


def bare(text: str) -> View | None:
    """`text` in compatibility form without unseen characters; None where that is `text` itself.

    Character by character, so linear in the text: the order of marks is of no account once they are gone.
    """
    if text.isascii():
        return None
    seen, origin = list[str](), list[int]()
    for at, given in enumerate(text):
        for character in unicodedata.normalize("NFKD", given):
            if unicodedata.category(character) not in _UNSEEN:
                seen.append(character)
                origin.append(at)
    joined = "".join(seen)
    return None if joined == text else View(text=joined, origin=origin)


def closed(text: str) -> View | None:
    """`text` without blanks, quotes and signs of joining; None where it holds none of them."""
    seen, origin, at = list[str](), list[int](), 0
    for gap in _GAP.finditer(text):
        seen.append(text[at : gap.start()])
        origin.extend(range(at, gap.start()))
        at = gap.end()
    seen.append(text[at:])
    origin.extend(range(at, len(text)))
    return View(text="".join(seen), origin=origin) if at else None
