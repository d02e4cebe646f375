"""The value that follows a name: how far it reaches, and whether it is a secret in the place where it stands."""

from __future__ import annotations

import re
from typing import Final

from firm_memory.domain.exclusions.secret.placeholders import is_placeholder
from firm_memory.domain.exclusions.secret.plausible import Strength, holds_login, strength

_QUOTED: Final = re.compile(r"\\?([\"'`“«「『])([^\"'`”»」』\n]{1,200})\\?[\"'`”»」』]")
_BARE: Final = re.compile(r"[!-~]{1,300}")
_TRAILING: Final = ".,;:!?)]}>\"'`|"
# In settings and addresses these end a value; a word after them belongs to the next name.
_ENDS: Final = re.compile(r"[;&,\"'`<>|\\]")
_HEX: Final = re.compile(r"[0-9a-fA-F-]+")
_DIGITS: Final = re.compile(r"[\"'`“«「]?([0-9]{4,12})(?![\w.:%/-]|\s*(?:[a-z]{3,}s|символ|цифр|знак|位|个|字))")
_WORDS: Final = re.compile(r"[A-Za-z0-9]{2,}(?:[-_ .][A-Za-z0-9]{2,}){2,}")
_VOCABULARY: Final = re.compile(
    r"(?i)pass|secret|token|key|cred|vault|auth|must|not |invalid|wrong|required|should|service"
)
_CALL: Final = re.compile(r"\w=\w|\w\(")
_CODE: Final = re.compile(r"\w=[\w/]|\w\(|/.*/|@")
_PROSE_WORDS: Final = 5


def _value(following: str) -> tuple[str, int, bool]:
    """The value at the beginning of `following`, where it ends, and whether it stands in quotes."""
    if quoted := _QUOTED.match(following):
        return quoted[2], quoted.end(), True
    bare = _BARE.match(following)
    if bare is None:
        return "", 0, False
    word = bare[0].lstrip("\"'`\\")
    ended = _ENDS.split(word, maxsplit=1)[0]
    # An exclamation mark ends a sentence or a password: behind letters and digits mixed it is the password's.
    return ended.rstrip(_TRAILING), bare.end() - len(word) + len(ended), False


def _least(following: str, least: Strength) -> int:
    value, end, _ = _value(following)
    return end if strength(value) >= least else 0


def assigned(following: str) -> int:
    """What a sign of assignment gives a value to: a weak password will do."""
    return _least(following, Strength.WEAK)


def set_to(following: str) -> int:
    """What a name that is often harmless is set to: the value must speak for itself."""
    return _least(following, Strength.RANDOM)


def beside(following: str) -> int:
    """What stands beside a name without any sign: only a mixture that no prose holds, and no code either."""
    value, end, _ = _value(following)
    return end if strength(value) >= Strength.MIXED and not _CALL.search(value) else 0


def mixed(following: str) -> int:
    """What stands behind the name of a user: a mixture that is no hash, path or code."""
    value, end, _ = _value(following)
    return end if is_mixture(value) else 0


def is_mixture(value: str) -> bool:
    """Whether `value` mixes characters as a password does, and is no hash, path or code."""
    return strength(value) >= Strength.MIXED and not _HEX.fullmatch(value) and not _CODE.search(value)


def told(following: str) -> int:
    """What a sentence tells: the next word may be weak, a later one of the same sentence must be a mixture."""
    if end := assigned(following):
        return end
    at = 0
    sentence = re.split(r"[.;!?。；！？]\s|\n", following, maxsplit=1)[0]
    for word in sentence.split(maxsplit=_PROSE_WORDS)[:_PROSE_WORDS]:
        at = following.index(word, at)
        value, end, _ = _value(word)
        if is_mixture(value):
            return at + end
        at += len(word)
    return 0


def digits(following: str) -> int:
    """A number that opens something: four to twelve digits that count nothing."""
    found = _DIGITS.match(following)
    return found.end() if found and len(set(found[1])) > 1 and not is_placeholder(found[1]) else 0


def words(following: str) -> int:
    """A passphrase in quotes: three words or more that speak of no secret themselves."""
    value, end, quoted = _value(following)
    return end if quoted and _WORDS.fullmatch(value) and " " not in value and not _VOCABULARY.search(value) else 0


def spoken(following: str) -> int:
    """What may be a password in quotes though it is made of words only."""
    value, end, quoted = _value(following)
    return end if quoted and len(value) > 3 and not is_placeholder(value) and not _VOCABULARY.search(value) else 0


def login(following: str) -> int:
    """Base64 of `user:password`."""
    value, end, _ = _value(following)
    return end if holds_login(value) else 0


def netrc(following: str) -> int:
    """The password of an entry whose words all have their place."""
    value, end, _ = _value(following)
    return end if len(value) > 3 and not is_placeholder(value) else 0
