"""From the text of a setting to its value; each parser says what form it expected."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from firm_memory.adapters.postgres.dsn import check_dsn
from firm_memory.domain.errors import ConfigurationError
from firm_memory.domain.principal import FourEyes
from firm_memory.domain.scope import MemoryScope, normalise_domain, normalise_repo
from firm_memory.domain.text import require_name

_T = TypeVar("_T")
Parser = Callable[[str], _T]
_TRUE = frozenset({"on", "true", "1", "yes", "y"})
_FALSE = frozenset({"off", "false", "0", "no", "n"})
EMBEDDED: Final = "embedded"
IN_PROCESS: Final = ":memory:"
DSN_VARIABLE: Final = "FIRM_MEM0_PG_DSN"
_TABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,47}")


def text(value: str) -> str:
    """The text, trimmed."""
    return value.strip()


def switch(value: str) -> bool:
    """on/off, true/false, 1/0, yes/no, in any case. Raises `ValueError`."""
    word = value.strip().casefold()
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise ValueError("expected on or off")


def number(least: float, most: float, *, above: bool = False) -> Parser[float]:
    """A parser of finite numbers between `least` (exclusive with `above`) and `most`."""

    def parse(value: str) -> float:
        expected = f"expected a number {'above' if above else 'from'} {least:g} to {most:g}"
        try:
            parsed = math.nan if "_" in value else float(value)  # 2_5 is a number to Python, and a slip to people
        except ValueError:
            raise ValueError(expected) from None
        if not math.isfinite(parsed) or not least <= parsed <= most or (above and parsed == least):
            raise ValueError(expected)
        return parsed

    return parse


def whole(least: int, most: int) -> Parser[int]:
    """A parser of whole numbers between `least` and `most`."""

    def parse(value: str) -> int:
        stripped = value.strip()
        if not stripped.isdecimal() or not least <= int(stripped) <= most:
            raise ValueError(f"expected a whole number from {least} to {most}")
        return int(stripped)

    return parse


def names(value: str) -> tuple[str, ...]:
    """A comma list of names: spaces, empties and repeats are dropped. Raises `ValueError` on other forms."""
    if any(character in value for character in "\"'[]{};"):
        raise ValueError("expected a comma list such as execution,mcx without quotes or brackets")
    return tuple(dict.fromkeys(name for part in value.split(",") if (name := part.strip())))


def domains(value: str) -> tuple[str, ...]:
    """A comma list of domains, normalised, in the given order. Raises `InvalidScope` where a scope would."""
    found = tuple(dict.fromkeys(map(normalise_domain, names(value))))
    MemoryScope(firm=True, domains=found)  # no more than a scope may name
    return found


def repo(value: str) -> str:
    """A repository slug, normalised."""
    return normalise_repo(value)


def toolsets(value: str) -> tuple[str, ...]:
    """A comma list of MCP toolsets, at least one. Raises `ValueError` naming the known ones."""
    known = ("core", "task", "team")
    chosen = names(value.casefold())
    if not chosen or not set(chosen) <= set(known):
        raise ValueError(f"expected a comma list of {', '.join(known)}")
    return chosen


def four_eyes(value: str) -> FourEyes:
    """off, on or auto."""
    try:
        return FourEyes(value.strip().casefold())
    except ValueError:
        raise ValueError("expected off, on or auto") from None


def path(value: str) -> Path:
    """A path, `~` expanded, made absolute. Raises `ValueError` where nobody has that home directory."""
    try:
        return Path(value.strip()).expanduser().absolute()
    except (RuntimeError, OSError):  # ~somebody unknown; a working directory that is gone
        raise ValueError("expected a path that can be resolved; write it out, from / on") from None


def name(value: str) -> str:
    """The name of a principal. Raises `InvalidField`."""
    return require_name("principal", value.strip())


def provider(value: str) -> str:
    """The name of a part, in lower case."""
    return value.strip().casefold()


def table(value: str) -> str:
    """A name that Postgres and mem0 take for a table."""
    if not _TABLE.fullmatch(value.strip()):
        raise ValueError("expected letters, digits and underscores, 48 at most, a letter first")
    return value.strip()


def dsn(value: str) -> str:
    """A libpq URI or conninfo, or the word `embedded`.

    Raises `ConfigurationError`, worded for `DSN_VARIABLE` and without any part of the value.
    """
    word = value.strip().casefold()
    if not word:
        raise ConfigurationError(f"{DSN_VARIABLE} required: it is empty. Give a libpq URI, or the word embedded.")
    return EMBEDDED if word == EMBEDDED else check_dsn(value, DSN_VARIABLE)


def place(value: str) -> str:
    """Where records live: `:memory:`, `embedded`, a Postgres URI, or a path (absolute, `~` expanded)."""
    given = value.strip()
    if given == IN_PROCESS:
        return given
    return dsn(given) if "://" in given or given.casefold() == EMBEDDED else str(path(given))
