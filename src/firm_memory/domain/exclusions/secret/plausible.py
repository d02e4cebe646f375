"""How likely a word is to be a password, a token or a key, by the look of it alone."""

from __future__ import annotations

import base64
import binascii
import enum
import re
import string
from itertools import pairwise
from typing import Final

from firm_memory.domain.exclusions.secret.placeholders import is_figure, is_name, is_placeholder

_CLASSES: Final = tuple(map(re.compile, ("[a-z]", "[A-Z]", "[0-9]", r"[^A-Za-z0-9]")))
# Which signs a generator of passwords mixes in.
SIGN: Final = re.compile("[!#%^&*$~@]")
_KINDS: Final = {
    **dict.fromkeys(map(ord, string.ascii_lowercase), "a"),
    **dict.fromkeys(map(ord, string.ascii_uppercase), "A"),
    **dict.fromkeys(map(ord, string.digits), "0"),
    **dict.fromkeys(map(ord, string.punctuation), "!"),
}
_HEX: Final = re.compile(r"[0-9a-f]{16,}|[0-9A-F]{16,}")
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_JOINT: Final = re.compile(r"[-_.]")
_LINK: Final = re.compile(r"://|\]\(")
_WORD: Final = re.compile("[!-~]+")
# `Winter2024!`: what people make of a rule that wants a capital, a figure and a sign.
_YEARLY: Final = re.compile("[A-Z][a-z]{3,12}[-_.@#]?[0-9]{2,4}[!?#$*]*")
_RANDOM_LEAST: Final = 16
_LETTERS_LEAST: Final = 10
_MIXED_LEAST: Final = 8
_WEAK_LEAST: Final = 5


class Strength(enum.IntEnum):
    """What a word looks like, from what nobody would call a secret to what hardly is anything else."""

    NONE = 0
    WEAK = 1
    MIXED = 2
    RANDOM = 3


def strength(value: str) -> Strength:
    """How much `value` looks like a secret; names, figures, placeholders and references do not at all."""
    if (
        len(value) < _WEAK_LEAST
        or not _WORD.fullmatch(value)
        or _LINK.search(value)
        or is_placeholder(value)
        or is_figure(value)
    ):
        return Strength.NONE
    if _HEX.fullmatch(value) or _UUID.fullmatch(value):
        return Strength.RANDOM if any(map(str.isdigit, value)) else Strength.WEAK
    if _YEARLY.fullmatch(value):
        return Strength.WEAK
    return Strength.NONE if is_name(value) else _looks(value)


def _looks(value: str) -> Strength:
    lower, upper, digit, sign = (len(each.findall(value)) for each in _CLASSES)
    kinds = sum(map(bool, (lower, upper, digit, sign)))
    letters = lower + upper
    if len(value) >= _RANDOM_LEAST and turns(value) >= len(value) // 4 and ((digit and letters) or (lower and upper)):
        return Strength.RANDOM
    if len(value) >= _MIXED_LEAST and letters and digit and kinds >= 3 and turns(value) >= 3:
        return Strength.MIXED
    if len(value) >= _MIXED_LEAST and letters and digit >= 2 and turns(value) >= 3:
        return Strength.MIXED
    if letters == len(value):
        return (
            Strength.NONE if letters < _LETTERS_LEAST else Strength.MIXED if letters >= _RANDOM_LEAST else Strength.WEAK
        )
    return Strength.WEAK if letters and (digit or sign) else Strength.NONE


def turns(value: str) -> int:
    """How often the kind of character changes along `value`; in random text, every second time or so."""
    kinds = value.translate(_KINDS)
    return sum(one != other for one, other in pairwise(kinds))


def is_credible(token: str) -> bool:
    """Whether a token of a known shape is one rather than the picture of one in documentation."""
    head, _, tail = token.partition(found[0]) if (found := _JOINT.search(token)) else ("", "", token)
    # A prefix of the maker is no part of it; what a longer head is followed by, such as a number, is not all of it.
    body = tail if len(tail) >= len(head) else token
    return not is_placeholder(token) and not is_placeholder(body) and len(set(body)) > 6 and not _worded(body)


def is_random(token: str) -> bool:
    """Whether a long token mixes all three kinds of characters as no word, identifier or digest does."""
    return is_credible(token) and turns(token) >= 8 and all(len(each.findall(token)) >= 2 for each in _CLASSES[:3])


def is_thorough(token: str) -> bool:
    """Whether a token of a known shape is a mixture that prose cannot make even with its blanks taken out."""
    if is_random(token):
        return True
    lower, upper, digit = (len(each.findall(token)) for each in _CLASSES[:3])
    capitals = bool(digit and not lower)
    figures = digit > 1 and turns(token) > 5 and not upper
    return is_credible(token) and (capitals or figures)


def is_chosen(word: str) -> bool:
    """Whether a word looks like a password that a generator made: all four kinds of characters, and mixed well."""
    return all(each.search(word) for each in (*_CLASSES[:3], SIGN)) and turns(word) >= 5 and not is_placeholder(word)


def _worded(body: str) -> bool:
    """Only words, with signs between them: `your-token-goes-here`, `some_long_identifier_name`."""
    return not any(map(str.isdigit, body)) and is_name(body) and bool(re.search("[-_]", body))


def holds_login(encoded: str) -> bool:
    """Whether `encoded` is Base64 of `user:password`, as in Basic authorization and Docker's settings."""
    try:
        decoded = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return False
    user, colon, password = decoded.partition(":")
    return bool(colon and user and password) and decoded.isprintable() and not is_placeholder(password)
