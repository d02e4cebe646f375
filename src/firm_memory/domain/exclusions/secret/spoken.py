"""Secrets as people speak of them: words for a phrase, a word with a year, the value before its name."""

from __future__ import annotations

import re
from typing import Final

from firm_memory.domain.exclusions.secret.names import PASSWORD
from firm_memory.domain.exclusions.secret.rule import secret
from firm_memory.domain.exclusions.secret.values import beside, is_mixture

_PLAIN: Final = re.compile(r"[\"'“«`]?([a-z]{3,12}(?:[ -][a-z]{3,12})*)")
_PLAIN_LEAST: Final = 4
# Words of a sentence about a phrase rather than of a phrase; whoever makes one draws nouns.
_WORDS: Final = """
about after against all also always and anew any are because been before being both but can case character
characters code common complete correct credential credentials digit digits does each either empty encrypted
enough entropy env environment every except fixed for from given good hash held here how into its kept key keys
known left length letter letters long longer lost lower lowercase made managed mandatory may minimum missing
more most must needed never new not now off once one only opaque optional other our out over own owner part
password passwords per policy private protected random read required reset rotation rule safe same secret
secrets separate set shared should sign since single still such symbol symbols team ten than that the their them
then there they this three token too twelve two under unique unknown unset until upper uppercase use used user
users value vault was weak what when where which who will with without word wrong you your
"""
_PROSE: Final = frozenset(_WORDS.split())
_INFLECTED: Final = ("ed", "ly", "ing")
# `Sommer-2025`, `hunter22!`, `Blue!River`: what a person makes of words to please a rule.
_MADE: Final = re.compile(
    r"[A-Za-z][a-z]{3,12}[-_.@#]?[0-9]{2,4}[!?#$*]*|(?:[A-Z][a-z]{2,12}[-_.]?){2,4}[0-9]{1,4}[!?#$*]*"
    r"|[A-Za-z]{3,}[!#%&$^*][A-Za-z0-9!#%&$^*]+"
)
_TOPIC: Final = re.compile(
    r"(?i)polic|spec|manager|standard|guide|rule|audit|reset|vault|review|check|hash|field|step|level|version|chapter"
    r"|section|ticket|issue|test|example|argon|bcrypt|column|table|page|error|code|win|ubuntu|debian|python|java"
)
_ENDS: Final = re.compile(r"[\"'“«`]?([!-~]{5,60}?)[\"'”»`]?(?=[,;:)\]]*(?:\.?\s|\.?$))")
_LINKED: Final = re.compile(
    r"[\"'“«`]?(?=[!-~]{0,60}[0-9])(?=[!-~]{0,60}[A-Z])[A-Za-z0-9]{2,}(?:[-_.][A-Za-z0-9]+){2,}(?![A-Za-z0-9])"
)
_KEYPAD: Final = re.compile(r"[\"'“«]?[0-9]{4,10}[#*](?!\w)")
_PHRASE: Final = (
    r"(?:pass(?:-| )?phrase|(?:seed|recovery|mnemonic|backup|wallet)[ -](?:phrase|words)|mnemonic|kennsatz)"
)
_KEPT: Final = rf"(?:{PASSWORD}|api[ -]key|access[ -]key|secret(?: key)?|(?:access |auth |bearer )?token)"


def plain_words(following: str) -> int:
    """A phrase of four plain words or more, up to where prose goes on."""
    found = _PLAIN.match(following)
    if found is None:
        return 0
    end = found.start(1)
    for count, word in enumerate(re.finditer("[a-z]+", found[1])):
        if word[0] in _PROSE or (count < _PLAIN_LEAST and word[0].endswith(_INFLECTED)):
            return end if count >= _PLAIN_LEAST else 0
        end = found.start(1) + word.end()
    return end if found[1].count(" ") + found[1].count("-") + 1 >= _PLAIN_LEAST else 0


def made_up(following: str) -> int:
    """A word that a person made up for a password, beside its name."""
    found = _ENDS.match(following)
    return found.end() if found and _MADE.fullmatch(found[1]) and not _TOPIC.search(found[1]) else 0


def linked_words(following: str) -> int:
    """A phrase of words linked by signs, with a digit and a capital among them."""
    found = _LINKED.match(following)
    return found.end() if found else 0


def is_named_after(told: str) -> bool:
    """Whether the first word of `told` is a mixture, which the words behind it call a secret."""
    return is_mixture(told.split(maxsplit=1)[0].strip("\"'`“”«»(),;:"))


def keyed_in(following: str) -> int:
    """Figures that end in the key by which a keypad takes them."""
    found = _KEYPAD.match(following)
    return found.end() if found else 0


SPOKEN: Final = (
    secret("keypad_code", r"(?i)\b(?:code|pin)(?:\s(?:is|for \w+|now))?[:=]?\s{1,3}", completed=keyed_in),
    secret(
        "credential_pair",
        r"(?i)\b(?:credentials?|log-?in|accounts?|access)\b[^.\n]{0,40}?[\w.@-]{2,40} / ",
        completed=beside,
    ),
    secret(
        "plain_passphrase",
        rf"(?i)\b{_PHRASE}\b[^.\n;=:\"']{{0,60}}?(?:\bis\b|[:=—–])\s{{0,3}}",
        rf"(?i)\b{_PHRASE}\s{{1,3}}",
        rf"(?i)\b{PASSWORD}\b[^.\n;=:\"']{{0,40}}?\bis\s{{1,3}}",
        r"(?i)\b(?:open|unlock|decrypt|recover)(?:s|ed|ing)?\b[^.\n;]{0,60}?\bwords?\b:?\s{1,3}",
        completed=plain_words,
    ),
    secret(
        "linked_passphrase",
        rf"(?i)\b{_PHRASE}\b[^.\n;=:\"']{{0,40}}?(?:\bis\b|[:=—–])\s{{0,3}}",
        completed=linked_words,
    ),
    secret(
        "made_up_password",
        rf"(?i)\b(?:{PASSWORD}|pw|psw)\s{{1,3}}",
        r"\b(?:admin(?:istrator)?|root|sa|guest|operator|user)\s?:\s{0,2}",
        completed=made_up,
    ),
    secret(
        "named_after",
        rf"[!-~]{{6,64}} (?i:as|is|was|for) (?i:the|its|their|our|your|a) (?:[\w-]+ ){{0,2}}(?i:{_KEPT})\b",
        judged=is_named_after,
    ),
)
