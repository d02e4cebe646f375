"""What a stored text may hold, and the keys by which texts are compared.

Stored text is kept byte for byte; only comparison keys are normalised (spec: domain, invariants).
"""

from __future__ import annotations

import unicodedata
from typing import Final

from firm_memory.domain.errors import ForbiddenCharacter, InvalidContent

CONTENT_LIMIT: Final = 4_000
CONTENT_LIMIT_MOST: Final = 16_000

_FORBIDDEN: Final = (
    (0x0000, 0x0000, "NUL"),
    (0xD800, 0xDFFF, "an unpaired surrogate"),
    (0x202A, 0x202E, "a bidirectional override"),
    (0x2066, 0x2069, "a bidirectional isolate"),
    (0xE0000, 0xE01EF, "an invisible tag or variation selector"),
)
_SUSPICIOUS: Final = {
    0x200B: "zero-width space",
    0x2060: "word joiner",
    0x00AD: "soft hyphen",
}


def comparison_key(text: str) -> str:
    """`text` as it is compared: NFKC, case-folded, NFKC again, white space folded to one blank."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.split())


def require_clean(field: str, text: str) -> str:
    """Return `text`, or raise `ForbiddenCharacter` naming field, code point and offset.

    Forbidden everywhere: NUL, unpaired surrogates, bidi overrides and isolates, tag characters.
    """
    for offset, character in enumerate(text):
        point = ord(character)
        for first, last, name in _FORBIDDEN:
            if first <= point <= last:
                raise ForbiddenCharacter(
                    field,
                    f"hidden_characters: U+{point:04X} ({name}) at offset {offset}",
                    "Remove it; a text must read the same to people and to machines",
                )
    return text


def require_text(field: str, text: str, limit: int) -> str:
    """Return `text`, or raise `InvalidContent` when it is blank, over `limit` characters or unclean."""
    if len(text) > limit:
        raise InvalidContent(
            field,
            f"{len(text):,} characters, the limit is {limit:,}",
            "State one fact in fewer words, or split it into several",
        )
    if not text.strip():
        raise InvalidContent(field, "is empty", "Say the fact in a sentence")
    return require_clean(field, text)


def hidden_characters(text: str) -> tuple[str, ...]:
    """The invisible characters that an approver must be told of, as `U+200B zero-width space`."""
    points = sorted({ord(character) for character in text} & _SUSPICIOUS.keys())
    return tuple(f"U+{point:04X} {_SUSPICIOUS[point]}" for point in points)


def shorten(text: str, limit: int) -> str:
    """`text` in at most `limit` code points; a cut one ends in `…` and on a whole character."""
    if len(text) <= limit:
        return text
    cut = limit - 1
    while cut > 0 and (unicodedata.combining(text[cut]) or text[cut] in "\u200d\ufe0f"):
        cut -= 1
    return text[:cut].rstrip() + "…"


def encodable(text: str) -> str:
    """`text` with unpaired surrogates shown as U+FFFD, so that it always encodes as UTF-8."""
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace") if _has_surrogate(text) else text


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)
