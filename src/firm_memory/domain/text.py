"""What a stored text may hold, and the keys by which texts are compared.

Stored text is kept byte for byte; only comparison keys are normalised (spec: domain, invariants).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from firm_memory.domain.errors import ForbiddenCharacter, InvalidContent, InvalidField

CONTENT_LIMIT: Final = 4_000
CONTENT_LIMIT_MOST: Final = 16_000
REASON_LIMIT: Final = 1_000
NAME_LIMIT: Final = 200

_FORBIDDEN: Final = (
    (0x0000, 0x0000, "NUL"),
    (0xD800, 0xDFFF, "an unpaired surrogate"),
    (0x202A, 0x202E, "a bidirectional override"),
    (0x2066, 0x2069, "a bidirectional isolate"),
    (0xE0000, 0xE01EF, "an invisible tag or variation selector"),
)
_FORBIDDEN_CHARACTER: Final = re.compile("[" + "".join(f"{chr(a)}-{chr(z)}" for a, z, _ in _FORBIDDEN) + "]")
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
_FILLERS: Final = "\u115f\u1160\u2800\u3164\uffa0"  # drawn as nothing, though Unicode calls them letters and symbols
_SKIN_TONES: Final = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
_JOINER: Final = "\u200d"
_SUSPICIOUS: Final = {
    0x200B: "zero-width space",
    0x2060: "word joiner",
    0x00AD: "soft hyphen",
}

_USER_INFO: Final = re.compile(r"([a-z][a-z0-9+.-]*://)[^\s/@]*@", re.IGNORECASE)
_TOKEN: Final = re.compile(r"(?=[\w+/=-]*[0-9])[\w+/=-]{16,}")
_QUOTED_MOST: Final = 40


def comparison_key(text: str) -> str:
    """`text` as it is compared: NFKC, case-folded, NFKC again, white space folded to one blank."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.split())


def is_blank(text: str) -> bool:
    """Whether a reader would see nothing: white space, control, zero-width and filler characters only."""
    return all(unicodedata.category(character) in _INVISIBLE or character in _FILLERS for character in text)


def is_one_line(text: str) -> bool:
    """Whether `text` has no line break of any script, not even a trailing one."""
    return text.splitlines() in ([], [text])


def require_clean(field: str, text: str) -> str:
    """Return `text`, or raise `ForbiddenCharacter` naming field, code point and offset.

    Forbidden everywhere: NUL, unpaired surrogates, bidi overrides and isolates, tag characters.
    """
    found = _FORBIDDEN_CHARACTER.search(text)
    if found is None:
        return text
    point = ord(found[0])
    name = next(name for first, last, name in _FORBIDDEN if first <= point <= last)
    raise ForbiddenCharacter(
        field,
        f"hidden_characters: U+{point:04X} ({name}) at offset {found.start()}",
        "Remove it; a text must read the same to people and to machines",
    )


def require_text(field: str, text: str, limit: int) -> str:
    """Return `text`, or raise `InvalidContent` when it is blank, over `limit` characters or unclean."""
    if len(text) > limit:
        raise InvalidContent(
            field,
            f"{len(text):,} characters, the limit is {limit:,}",
            "State one fact in fewer words, or split it into several",
        )
    require_clean(field, text)
    if is_blank(text):
        raise InvalidContent(field, "is empty", "Say the fact in a sentence")
    return text


def require_name(field: str, text: str) -> str:
    """Return `text`, the name of a principal, or raise `InvalidField`: visible, one line, not over 200 characters."""
    if len(text) > NAME_LIMIT or is_blank(require_clean(field, text)) or not is_one_line(text):
        raise InvalidField(
            field, "is blank, too long or has a line break", f"Give a name of 1 to {NAME_LIMIT} characters on one line"
        )
    return text


def hidden_characters(text: str) -> tuple[str, ...]:
    """The invisible characters that an approver must be told of, as `U+200B zero-width space`."""
    points = sorted({ord(character) for character in text} & _SUSPICIOUS.keys())
    return tuple(f"U+{point:04X} {_SUSPICIOUS[point]}" for point in points)


def shorten(text: str, limit: int) -> str:
    """`text` in at most `limit` (≥ 1) code points; a cut one ends in `…` and on a whole character."""
    if len(text) <= limit:
        return text
    cut = limit - 1
    while cut > 0 and _belongs_to_the_one_before(text, cut):
        cut -= 1
    return text[:cut].rstrip() + "…"


def _belongs_to_the_one_before(text: str, offset: int) -> bool:
    character = text[offset]
    return (
        unicodedata.category(character).startswith("M")
        or character in _SKIN_TONES
        or _JOINER in (character, text[offset - 1])
    )


def encodable(text: str) -> str:
    """`text` with each unpaired surrogate shown as one U+FFFD and pairs joined, so that it encodes as UTF-8."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def masked(text: str) -> str:
    """`text` with the user info of every URL in it hidden: what a stranger's error message may carry."""
    return _USER_INFO.sub(r"\1***@", text)


def quoted(value: str) -> str:
    """A value as an error may repeat it: in quotes when it is short and plain, else by its length alone.

    Whatever was passed by mistake may be a secret, and errors are shown to many.
    """
    return (
        repr(value) if len(value) <= _QUOTED_MOST and not _TOKEN.search(value) else f"a text of {len(value)} characters"
    )
