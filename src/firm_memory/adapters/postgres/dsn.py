"""Connection strings: what is accepted, and how they are shown. Needs no driver and opens no connection."""

from __future__ import annotations

import re
from typing import Final, NoReturn

from firm_memory.domain.errors import ConfigurationError

_HIDDEN: Final = "***"
_EXAMPLE: Final = "postgresql://user:password@host:5432/database"
# The scheme, with the driver that SQLAlchemy-style URLs name in it (`postgresql+asyncpg://`).
_SCHEME: Final = re.compile(r"(?P<scheme>postgres(?:ql)?)(?P<driver>\+[a-z0-9_]+)?://", re.IGNORECASE)
_BROKEN_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})|%00")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_WORD: Final = re.compile(r"\s*(?P<key>[a-z_]+)\s*=\s*(?P<value>'(?:[^'\\]|\\.)*'|(?:[^\s'\\]|\\.)*)(?=\s|$)")
_PLACES: Final = frozenset({"host", "hostaddr", "dbname", "service"})
_HIDDEN_KEY: Final = r"(?:ssl)?password|oauth_client_secret|scram_\w+_key"
_HIDDEN_QUERY: Final = re.compile(rf"(?P<key>\b(?:{_HIDDEN_KEY})=)[^&]*")
_HOST: Final = re.compile(r"(?:\[[^]]*\]|[^:\[\]]*)(?::[0-9]{0,5})?")


def check_dsn(text: str, variable: str = "FIRM_MEM0_PG_DSN") -> str:
    """`text` as libpq takes it: a URI or a `key=value` string, trimmed and without a foreign driver's name.

    Raises `ConfigurationError` naming `variable` and the remedy, never any part of the value. An empty value
    is an error: it must not mean libpq's defaults.
    """
    dsn = text.strip()
    if not dsn:
        raise ConfigurationError(f"{variable} required: set it to a Postgres DSN, such as {_EXAMPLE}.")
    if _CONTROL.search(dsn):
        _refuse(variable, "a line break or control character", "write it on one line")
    scheme = _SCHEME.match(dsn)
    if scheme:
        return _checked_uri(variable, scheme, dsn[scheme.end() :])
    if "=" not in dsn:
        _refuse(variable, "no Postgres URI", f"write it as {_EXAMPLE}, the password percent-encoded")
    _check_words(variable, dsn)
    return dsn


def masked(dsn: str) -> str:
    """`dsn` with its passwords hidden and nothing else; where they cannot be told apart, all is hidden."""
    try:
        checked = check_dsn(dsn)
    except ConfigurationError:
        return _HIDDEN
    scheme = _SCHEME.match(checked)
    if not scheme:
        return _WORD.sub(_mask_word, checked)
    user, place = _halves(checked[scheme.end() :])
    name, colon, _ = user.partition(":")
    before, question, query = place.partition("?")
    shown = f"{name}{colon and ':' + _HIDDEN}@" if user else ""
    return f"{scheme[0]}{shown}{before}{question}{_HIDDEN_QUERY.sub(_mask_query, query)}"


def _checked_uri(variable: str, scheme: re.Match[str], rest: str) -> str:
    if not rest.strip("/?"):
        _refuse(variable, "neither host nor database", f"write it as {_EXAMPLE}")
    user, place = _halves(rest)
    if "@" in place.partition("?")[0]:
        problem = "more than one @" if user else "a / before the @"
        _refuse(variable, problem, "percent-encode the password")
    if "@" in user or "?" in user:
        problem = "more than one @" if "@" in user else "a ? before the @"
        _refuse(variable, problem, "percent-encode the password")
    if _BROKEN_PERCENT.search(rest):
        _refuse(variable, "a % that begins no percent-encoding", "percent-encode the password; % itself is %25")
    for host in re.split(r"[/?]", place, maxsplit=1)[0].split(","):
        if not _HOST.fullmatch(host):
            _refuse(variable, "a port that is no number", "percent-encode the password, and give the port as digits")
    return f"{scheme['scheme'].lower()}://{_translated(rest) if scheme['driver'] else rest}"


def _halves(rest: str) -> tuple[str, str]:
    """User and password, then host and all that follows; libpq looks for the @ before the first slash."""
    authority = rest.partition("/")[0]
    user = authority.rpartition("@")[0]
    return user, rest[len(user) + 1 if "@" in authority else 0 :]


def _translated(rest: str) -> str:
    """`rest` of a foreign driver's URL in libpq's words: asyncpg's `ssl` is libpq's `sslmode`."""
    before, question, query = rest.partition("?")
    return before + question + re.sub(r"(^|&)ssl=", r"\1sslmode=", query)


def _check_words(variable: str, dsn: str) -> None:
    position, keys = 0, set[str]()
    while position < len(dsn):
        word = _WORD.match(dsn, position)
        if word is None:
            _refuse(variable, "something that is no key=value", "quote values that hold blanks, as in password='a b'")
        keys.add(word["key"])
        position = word.end()
    if not keys & _PLACES:
        _refuse(variable, "no host and no dbname", f"name them, or write it as {_EXAMPLE}")


def _refuse(variable: str, problem: str, remedy: str) -> NoReturn:
    raise ConfigurationError(f"{variable} ({_HIDDEN}) holds {problem}; {remedy}.")


def _mask_word(word: re.Match[str]) -> str:
    if not re.fullmatch(_HIDDEN_KEY, word["key"]):
        return word[0]
    return word[0][: word.start("value") - word.start()] + _HIDDEN


def _mask_query(found: re.Match[str]) -> str:
    return found["key"] + _HIDDEN
