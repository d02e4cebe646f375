"""From the text of a setting to its value; each parser says what form it expected."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from firm_memory.domain.principal import FourEyes
from firm_memory.domain.scope import normalise_domain, normalise_repo

_T = TypeVar("_T")
Parser = Callable[[str], _T]
_TRUE = frozenset({"on", "true", "1", "yes", "y"})
_FALSE = frozenset({"off", "false", "0", "no", "n"})


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
            parsed = float(value)
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
    """A comma list of domains, normalised."""
    return tuple(dict.fromkeys(normalise_domain(name) for name in names(value)))


def repo(value: str) -> str:
    """A repository slug, normalised."""
    return normalise_repo(value)


def toolsets(value: str) -> tuple[str, ...]:
    """A comma list of MCP toolsets. Raises `ValueError` naming the known ones."""
    known = ("core", "task")
    chosen = names(value.casefold())
    unknown = [name for name in chosen if name not in known]
    if unknown:
        raise ValueError(f"expected a comma list of {', '.join(known)}")
    return chosen


def four_eyes(value: str) -> FourEyes:
    """off, on or auto."""
    try:
        return FourEyes(value.strip().casefold())
    except ValueError:
        raise ValueError("expected off, on or auto") from None


def path(value: str) -> Path:
    """A path, `~` expanded."""
    return Path(value.strip()).expanduser()
