"""What stands where a secret would stand without being one: placeholders, references and the names of things."""

from __future__ import annotations

import re
from typing import Final

# Words that only ever fill the place of a secret in documentation.
_FILLING: Final = """
    secret password passwd pass passphrase pwd pw token key apikey changeme change_me changeit example
    sample dummy fake test testing default none null nil true false yes no on off empty unset undefined
    optional required string str text bytes integer int number bool boolean object any redacted removed
    hidden masked censored omitted placeholder todo tbd value user username login root admin guest
    postgres mysql redis rabbitmq localhost foo bar baz foobar abc abc123 12345 123456 1234 password1
    password123 passw0rd p4ssw0rd p@ssw0rd secret123 pa55word s3cret letmein qwerty mypassword mysecret
    mytoken user1 token123 key123 test123 пароль токен секрет ключ 密码 xxx your-password
"""
_FILLERS: Final = frozenset(_FILLING.split())
# The names of algorithms, formats and units look like a weak password.
_TERMS: Final = re.compile(
    r"(?:(?:hs|rs|es|ps|sha|sha3|md|aes|rsa|des|utf|base|int|uint|float|crc|http|tls|ssl|oauth"
    r"|openid|argon|pbkdf|scrypt|"
    r"bcrypt|ed|curve|x|secp|ecdsa|hmac|blake|chacha|poly|fips|pkcs|gcm|cbc|ctr|kerberos|ntlm|saml|jwt|v|k8s|s|ec|ipv)"
    r"[-_/]?)+[0-9]{0,4}(?:id|[bcdkrsi][0-9]?|gcm|cbc)?(?:[-_/.](?:[a-z]{1,8}|[0-9]{1,4}))*",
    re.IGNORECASE,
)
_REFERENCES: Final = re.compile(
    r"[$%@]\{?[\w.({]|\{\{|<[^>]*>?|\{[\w.]*\}|%[\w()]+[%s]?|\[[^\]]*\]?|!\w+|\*+|[.…]{2,}|x{3,}|#\{|\(|"
    r"(?:os|process|env|sys|secrets|vars|var|local|config|settings|self|this|args|opts|options|params|request|req|ctx|"
    r"app|data|vault|ref\+\w+|op|aws|ssm|env|file|secret|keyring|sops|kms|k8s)(?:\.|:/?/?|\[)[\w/\[.\"'-]|"
    r"(?:get|read|load|fetch|env|lookup|generate|create|make|new|await|decrypt|resolve|random|uuid)\w*[(.]|"
    r"\.{0,2}/|~/|[a-z]:\\|https?://[^\s?@]*$|sha(?:1|256|384|512)[:-]|\w+\([^)]*\)",
    re.IGNORECASE,
)
_FILLED: Final = re.compile(
    r"(?:x|X|\*|\.|0|-|_|#|…|•){4,}|[<\[{].*[>\]}]|.*(?:x{4,}|X{4,}|\*{3,}|\.{3,}|…|<|\$\{|EXAMPLE"
    r"|redacted|REDACTED).*|"
    r".*(?:your|example|sample|dummy|placeholder|change[-_ ]?me|replace[-_ ]?me|insert[-_ ]"
    r"|goes[-_ ]here|not[-_]a[-_]real)"
    r".*",
    re.IGNORECASE,
)
_SEQUENCES: Final = ("0123456789", "1234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop")
# A word of an identifier: letters, perhaps with a small number behind them, as people name things.
_NAMED: Final = re.compile(r"(?:[A-Z]?[a-z]+|[A-Z]+)(?:[0-9]{1,3})?|[0-9]{1,4}|v[0-9.]+")
_JOINTS: Final = re.compile(r"[-_./:,+]+")
_HUMPS: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_ACRONYM: Final = re.compile("[A-Z]{2,6}[0-9]{0,3}")
# A chain of many words that are hardly longer than two letters is no name but a change of case at random.
_FEW_WORDS: Final = 3
_WORD_LEAST: Final = 3.5
_VOWEL: Final = re.compile(r"[aeiouyAEIOUY]")
_ID_LIKE: Final = re.compile(
    r"[0-9]+(?:[.:,/-][0-9]+)*[a-z%]{0,3}|[0-9]{4}-[0-9]{2}-[0-9]{2}\S*|v?[0-9]+(?:\.[0-9]+)+\S*|"
    r"(?:[0-9a-fA-F]{2}:){5,}[0-9a-fA-F]{2}|arn:\S+"
)


def is_placeholder(value: str) -> bool:
    """Whether `value` stands for a secret, refers to where one is kept, or describes one."""
    folded = value.strip("\"'`,;.()").casefold()
    if len(folded) < 2 or folded in _FILLERS or len(set(folded)) <= 2:
        return True
    if _FILLED.fullmatch(value) or _REFERENCES.match(value) or _TERMS.fullmatch(folded):
        return True
    _, sign, last = value.rpartition("=")
    return any(folded in each for each in _SEQUENCES) or bool(sign and last and _REFERENCES.match(last))


def is_name(value: str) -> bool:
    """Whether `value` reads like the name of a thing: words, joined as in identifiers, keys, paths and classes."""
    parts = [[word for word in _HUMPS.split(part) if word] for part in _JOINTS.split(value)]
    words = [word for part in parts for word in part]
    if not all(map(_NAMED.fullmatch, words)):
        return False
    if any(len(part) > _FEW_WORDS and sum(map(len, part)) < len(part) * _WORD_LEAST for part in parts):
        return False
    spoken = sum(map(_is_spoken, words))
    return spoken >= len(words) - len(words) // 4 and (len(words) > 1 or value.isalpha() or _is_acronym(value))


def _is_spoken(word: str) -> bool:
    return len(word) <= 3 or word.isdigit() or _is_acronym(word) or bool(_VOWEL.search(word) and not _clustered(word))


def _is_acronym(word: str) -> bool:
    return _ACRONYM.fullmatch(word) is not None


def is_figure(value: str) -> bool:
    """Whether `value` is a number, a date, a version, a fingerprint or a resource name."""
    return _ID_LIKE.fullmatch(value) is not None


def _clustered(word: str) -> bool:
    """Six consonants in a row are no word of a language."""
    return any(len(run) > 5 for run in _VOWEL.split(word.casefold()))
