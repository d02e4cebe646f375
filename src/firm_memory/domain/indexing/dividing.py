"""A card that is too long for one memory, divided at its headings. Nothing is ever cut."""

from __future__ import annotations

import re
from typing import Final

from firm_memory.domain.errors import InvalidContent
from firm_memory.domain.text import CONTENT_LIMIT_MOST, is_blank

_HEADING: Final = re.compile(r"^#{1,6}[ \t]+\S", re.MULTILINE)


def divided(text: str, limit: int = CONTENT_LIMIT_MOST) -> tuple[str, ...]:
    """`text` in parts of at most `limit` characters, each but the first beginning with a Markdown heading.

    Joined they are `text` again. As many sections as fit make a part. Raises `InvalidContent` where one
    section alone is too long.
    """
    if len(text) <= limit:
        return (text,)
    parts = [""]
    for section in _sections(text):
        if len(section) > limit:
            raise InvalidContent(
                "content",
                f"{len(section):,} characters without a heading, the limit is {limit:,}",
                "Divide the text with Markdown headings; nothing is cut",
            )
        if is_blank(parts[-1]) or len(parts[-1]) + len(section) <= limit:
            parts[-1] += section
        else:
            parts.append(section)
    return tuple(parts)


def _sections(text: str) -> list[str]:
    starts = [0, *(found.start() for found in _HEADING.finditer(text) if found.start())]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
